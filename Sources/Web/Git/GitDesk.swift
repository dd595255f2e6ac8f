import Foundation
package import HTTP
package import Model
import Synchronization

/// Where git clients are served: who may, of which repository, and how many at once.
package struct GitDesk: Sendable {
  private let folder: String
  private let isHosted: @Sendable (HostedName) -> Bool
  private let perform: @Sendable (GitOrder) -> HTTPAnswer
  private let turns: GitTurns

  /// - Parameters:
  ///   - folder: where what comes along is kept until it was taken.
  ///   - most: how many may be served, or wait for it.
  package init(
    folder: String, most: Int = 64, isHosted: @escaping @Sendable (HostedName) -> Bool,
    perform: @escaping @Sendable (GitOrder) -> HTTPAnswer
  ) {
    (self.folder, self.isHosted, self.perform) = (folder, isHosted, perform)
    turns = GitTurns(most: most)
  }

  /// What is brought is only taken from who may bring it, and when it is its turn.
  func manner(of ask: GitAsk, _ request: HTTPRequest, _ door: Doorkeeper) -> HTTPManner {
    // Who is not known before a password was looked at is counted by where they ask from.
    let known = try? door.gitAsker(of: request, isLook: true)
    let place = HTTPPlace(
      ask.service == .receive ? .acting : .reading,
      sharer: door.sharer(known ?? Asker(least: .nobody), request))
    guard ask.step == .exchange else { return .unread(place) }
    guard let asker = known,
      (try? check(ask, asker, door)) != nil,
      let turn = turns.take(
        of: place.sharer, isPush: ask.service == .receive && asker.name != nil)
    else { return .atOnce }
    return .kept(in: folder, mostBytes: ask.mostContent, seconds: ask.seconds, turn: turn, place)
  }

  func answer(_ ask: GitAsk, _ request: HTTPRequest, _ door: Doorkeeper) -> HTTPAnswer {
    do throws(Refusal) {
      let asker = try door.gitAsker(of: request, isLook: false)
      let name = try check(ask, asker, door)
      var order = GitOrder(
        name: name, service: ask.service, step: ask.step, who: asker.name, way: asker.way.rawValue,
        from: request.peer, host: request.header("host") ?? "localhost",
        wireVersion: request.header("git-protocol").flatMap(Self.plain),
        contentType: request.header("content-type").flatMap(Self.plain),
        contentEncoding: request.header("content-encoding").flatMap(Self.plain))
      guard ask.step == .exchange else { return perform(order) }
      guard order.contentType == "application/x-\(ask.service.rawValue)-request" else {
        throw Refusal(415, "That is nothing that a git client sends.")
      }
      guard let kept = request.kept else { throw Self.later }
      order.kept = kept
      return perform(order)
    } catch {
      return Self.refused(error, request)
    }
  }

  /// Who may not read there does not learn whether it is there.
  @discardableResult
  private func check(_ ask: GitAsk, _ asker: Asker, _ door: Doorkeeper) throws(Refusal) -> HostedName {
    let bot = ask.name?.bot ?? BotID("")
    // Whoever says no name may read at most.
    let needed = ask.service.role
    if let refusal = asker.refusal(
      needed: needed, of: bot, doing: ask.service.doing, isAnybodyKnown: door.isAnybodyKnown)
    {
      throw refusal
    }
    guard let name = ask.name, isHosted(name) else {
      throw Refusal(404, "No such repository is hosted here; `bothy host` lists those that are.")
    }
    return name
  }

  private static var later: Refusal {
    var refusal = Refusal(503, "Too much is being cloned and pushed now: try again in a minute.")
    refusal.seconds = 30
    return refusal
  }

  /// Git shows a sentence that is plain text, and asks for a name and a password where it is told to.
  private static func refused(_ refusal: Refusal, _ request: HTTPRequest) -> HTTPAnswer {
    var answer = LivePage.answer(refusal, to: request)
    answer.headers.removeAll { $0.name == "WWW-Authenticate" }
    if refusal.asksWho {
      answer.headers.append(("WWW-Authenticate", "Basic realm=\"Bothy\", charset=\"UTF-8\""))
    }
    return answer
  }

  /// What becomes a variable of git's.
  private static func plain(_ value: String) -> String? {
    value.utf8.count <= 100
      && value.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || "-=:./+; ".utf8.contains($0)
      } ? value : nil
  }
}

/// So many at once: one who asks has a share of them, and some are left to who pushes under a name.
final class GitTurns: Sendable {
  private struct Taken {
    var all = 0
    var of: [String: Int] = [:]
  }

  private let most: Int
  private let mostOfOne: Int
  private let mostOfOthers: Int
  private let taken = Mutex(Taken())

  init(most: Int) { (self.most, mostOfOne, mostOfOthers) = (most, max(1, most / 4), max(1, most - most / 4)) }

  /// - Parameter sharer: nil: many, who cannot be told apart.
  func take(of sharer: String?, isPush: Bool) -> (any AnyObject & Sendable)? {
    let isFree = taken.withLock { taken in
      guard taken.all < (isPush ? most : mostOfOthers) else { return false }
      if let sharer {
        let own = taken.of[sharer, default: 0]
        guard own < mostOfOne else { return false }
        taken.of[sharer] = own + 1
      }
      taken.all += 1
      return true
    }
    return isFree ? GitTurn(self, sharer) : nil
  }

  fileprivate func giveBack(_ sharer: String?) {
    taken.withLock { taken in
      taken.all -= 1
      guard let sharer, let own = taken.of[sharer] else { return }
      taken.of[sharer] = own > 1 ? own - 1 : nil
    }
  }
}

/// One of them, until it goes.
private final class GitTurn: Sendable {
  private let turns: GitTurns
  private let sharer: String?

  init(_ turns: GitTurns, _ sharer: String?) { (self.turns, self.sharer) = (turns, sharer) }

  deinit { turns.giveBack(sharer) }
}
