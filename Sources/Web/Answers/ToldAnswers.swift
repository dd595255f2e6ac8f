import Explaining
import Foundation
import HTTP
public import Model
import Synchronization
import Words

/// What a bot is to programs that watch over it.
public struct BotFace: Sendable {
  public var id: BotID
  public var name: String
  /// The newest that ended of its base branch.
  public var latest: PastIntegration?
  public var isRunning = false
  public var waiting = 0

  public init(id: BotID, name: String) { (self.id, self.name) = (id, name) }
}

/// What a bot integrated last.
public struct PastOfBot: Sendable {
  public var name: String
  /// Where its package lies.
  public var origin: String
  /// The newest first.
  public var integrations: [PastIntegration]

  public init(name: String, origin: String, integrations: [PastIntegration]) {
    (self.name, self.origin, self.integrations) = (name, origin, integrations)
  }
}

/// What is told and lies in no file of the site. Each is asked anew once in a second at most, however many
/// want to know.
public struct ToldSources: Sendable {
  /// JSON as `bothy bots --json` prints it.
  public var bots: @Sendable () throws -> [UInt8]
  /// JSON of one bot; nil where there is none of that name.
  public var bot: @Sendable (BotID) throws -> [UInt8]?
  public var faces: @Sendable () throws -> [BotFace]
  /// Nil where there is no such bot.
  public var past: @Sendable (BotID) throws -> PastOfBot?
  /// Whether a watcher runs.
  public var isWatched: @Sendable () -> Bool
  /// How it is with a bot, or one integration of it, or all.
  public var standing: @Sendable (BotID?, IntegrationNumber?) throws -> Standing
  public var wall: @Sendable () throws -> Wall

  public init(
    bots: @escaping @Sendable () throws -> [UInt8], bot: @escaping @Sendable (BotID) throws -> [UInt8]?,
    faces: @escaping @Sendable () throws -> [BotFace],
    past: @escaping @Sendable (BotID) throws -> PastOfBot?,
    isWatched: @escaping @Sendable () -> Bool,
    standing: @escaping @Sendable (BotID?, IntegrationNumber?) throws -> Standing,
    wall: @escaping @Sendable () throws -> Wall
  ) {
    (self.bots, self.bot, self.faces, self.past) = (bots, bot, faces, past)
    (self.isWatched, self.standing, self.wall) = (isWatched, standing, wall)
  }
}

public final class ToldAnswers: Sendable {
  private struct Kept {
    var bytes: [UInt8]
    /// Of what is in it.
    var mark: String
    var until: Double
  }

  private let sources: ToldSources
  private let events: EventHub
  /// How addresses of pages begin that are read elsewhere; nil: as the request was addressed.
  private let site: String?
  private let isSecure: Bool
  private let failed: @Sendable (any Error) -> Void
  private let kept = Mutex<[String: Kept]>([:])

  private static let seconds = 1.0
  private static let mostKept = 200

  public init(
    _ sources: ToldSources, events: EventHub, site: String?, isSecure: Bool,
    failed: @escaping @Sendable (any Error) -> Void
  ) {
    (self.sources, self.events, self.failed) = (sources, events, failed)
    (self.site, self.isSecure) = (site.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }, isSecure)
  }

  /// How addresses of pages begin for who asks, without a slash.
  func base(of request: HTTPRequest) -> String {
    site ?? (isSecure ? "https://" : "http://") + (request.header("host") ?? "localhost")
  }

  /// Without a button where it is not known.
  func standing(of subject: ServedPage.Subject) -> Standing {
    do { return try sources.standing(subject.bot, subject.number) } catch {
      failed(error)
      return Standing()
    }
  }

  /// None where they cannot be had.
  var faces: [BotFace] {
    do { return try sources.faces() } catch {
      failed(error)
      return []
    }
  }

  /// - Parameter seesAll: who asks may know of all bots that there are.
  func answer(_ route: Route, _ request: HTTPRequest, seesAll: Bool) throws(Refusal) -> HTTPAnswer {
    let base = base(of: request)
    switch route {
    case .bots: return try json(request, "bots") { [sources] in try sources.bots() }
    case .bot(let bot):
      let told = try remembered("bot \(bot)", seesAll: seesAll) { [sources] in try sources.bot(bot) }
      return answer(request, told, "application/json")
    case .tray:
      return try text(request, "tray \(base)", "application/xml") { [sources] in
        Tray.text(try sources.faces(), base: base)
      }
    case .metrics:
      return try text(request, "metrics", "text/plain; version=0.0.4; charset=utf-8") { [sources, events] in
        Metrics.text(
          try sources.faces(), isWatched: sources.isWatched(), listeners: events.count, now: Date())
      }
    case .feed(let bot):
      return try text(request, "feed \(bot) \(base)", "application/atom+xml") { [sources] in
        try sources.past(bot).map {
          Feed.text(bot, name: $0.name, origin: $0.origin, $0.integrations, base: base)
        }
      }
    case .events, .page, .report, .told, .log, .description, .act, .own, .signIn, .enter, .leave, .audit,
      .edit, .edited, .file, .filed, .wall, .hook:
      throw .noPage
    }
  }

  /// - Parameter sharer: of whom it is counted; nil: of many, who cannot be told apart.
  func listen(
    to bot: BotID?, _ request: HTTPRequest, sharer: String?, seesAll: Bool
  ) throws(Refusal) -> HTTPAnswer {
    if let bot { _ = try remembered("bot \(bot)", seesAll: seesAll) { [sources] in try sources.bot(bot) } }
    return events.answer(request, of: bot, sharer: sharer)
  }

  /// - Parameter style: the address of the site's style.
  func wall(_ request: HTTPRequest, style: String?) throws(Refusal) -> HTTPAnswer {
    let query = request.query.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let page = query.hasPrefix("page=") ? Int(query.dropFirst(5)) ?? 1 : 1
    return try text(request, "wall \(min(max(1, page), 100))", "text/html; charset=utf-8") { [sources] in
      WallPage(try sources.wall(), page: page, style: style, now: Date()).text
    }
  }

  private func json(
    _ request: HTTPRequest, _ key: String, _ make: () throws -> [UInt8]?
  ) throws(Refusal) -> HTTPAnswer {
    try told(request, key, "application/json", make)
  }

  private func text(
    _ request: HTTPRequest, _ key: String, _ type: String, _ make: () throws -> String?
  ) throws(Refusal) -> HTTPAnswer {
    try told(request, key, type) { try make().map { Array($0.utf8) } }
  }

  private func told(
    _ request: HTTPRequest, _ key: String, _ type: String, _ make: () throws -> [UInt8]?
  ) throws(Refusal) -> HTTPAnswer {
    try answer(request, remembered(key, make), type)
  }

  private func answer(_ request: HTTPRequest, _ told: Kept, _ type: String) -> HTTPAnswer {
    let marks = Marks(mark: told.mark, modified: 0, isCompressed: false)
    let headers =
      ContentPolicy.headers() + [
        ("Content-Type", type), ("ETag", marks.tag), ("Cache-Control", "no-cache"),
      ]
    return HTTPAnswer(marks.isKnown(to: request) ? 304 : 200, headers, .bytes(told.bytes))
  }

  private func remembered(
    _ key: String, seesAll: Bool = false, _ make: () throws -> [UInt8]?
  ) throws(Refusal) -> Kept {
    let now = ProcessInfo.processInfo.systemUptime
    if let known = kept.withLock({ $0[key] }), known.until > now { return known }
    let made: [UInt8]?
    do { made = try make() } catch let error as any Explained where error.status == 2 {
      throw CommandAnswers.refusal(error, seesAll: seesAll)
    } catch {
      failed(error)
      throw Refusal(503, "That cannot be told now; the server's own words say why.")
    }
    guard let made else { throw Refusal(404, "There is no such bot here.") }
    let told = Kept(bytes: made, mark: Fingerprint.text(made), until: now + Self.seconds)
    kept.withLock { kept in
      if kept.count >= Self.mostKept { kept = [:] }
      kept[key] = told
    }
    return told
  }
}
