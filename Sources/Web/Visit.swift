import Foundation
import HTTP
import Model
import People
import Synchronization

/// Pages that are in no folder, and how somebody who has a browser comes in and goes.
struct Visit {
  let door: Doorkeeper
  let style: String?
  let request: HTTPRequest
  let asker: Asker

  func answer(_ route: Route) throws(Refusal) -> HTTPAnswer {
    switch route {
    case .own(let file):
      return HTTPAnswer(
        200,
        ContentPolicy.headers() + [
          ("Content-Type", "\(file.type); charset=utf-8"), ("Cache-Control", "no-cache"),
        ], .bytes(Array(file.text.utf8)))
    case .signIn: return OwnPages.signIn(200, style: style, then: wanted)
    case .enter: return try enter()
    case .leave: return try leave()
    case .audit: return OwnPages.audit(door.record, style: style)
    case .page, .bots, .bot, .report, .told, .log, .description, .events, .tray, .metrics, .feed, .act, .edit,
      .edited, .file, .filed, .wall, .hook:
      throw .noPage
    }
  }

  /// `?then=/bots/p/`
  private var wanted: String {
    let query = (request.query ?? []).split(separator: UInt8(ascii: "&"))
    let then = query.first { $0.starts(with: "then=".utf8) }?.dropFirst(5)
    return then.flatMap { SentFields.decoded($0) }.flatMap(Self.place) ?? "/"
  }

  /// A place of this site, whatever somebody had sent along.
  static func place(_ text: String) -> String? {
    guard text.hasPrefix("/"), let path = try? SitePath(Array(text.utf8)) else { return nil }
    return path.address
  }

  private func enter() throws(Refusal) -> HTTPAnswer {
    try door.checkOrigin(request)
    var sent = try SentFields(request)
    let then = sent.take("then").flatMap(Self.place) ?? "/"
    guard let name = sent.take("name"), let password = sent.take("password") else {
      return OwnPages.signIn(422, style: style, then: then, wrong: "A name and a password are wanted.")
    }
    switch door.enter(name: name, password: password, request, former: asker.session) {
    case .cookie(let cookie):
      return HTTPAnswer(303, Self.headers + [("Location", then), ("Set-Cookie", cookie)])
    case .refused(let status, let words, let seconds):
      var answer = OwnPages.signIn(status, style: style, then: then, wrong: words)
      if let seconds { answer.headers.append(("Retry-After", "\(seconds)")) }
      return answer
    }
  }

  private func leave() throws(Refusal) -> HTTPAnswer {
    var sent = try SentFields(request)
    try door.checkForm(asker, sent.take("form"), request)
    let cookie = door.leave(asker, request)
    return HTTPAnswer(303, Self.headers + [("Location", "/"), ("Set-Cookie", cookie)])
  }

  private static var headers: [(name: String, value: String)] {
    ContentPolicy.headers() + [("Cache-Control", "private, no-store")]
  }
}

/// What actions came to, until the page is shown that somebody is led back to.
final class Notices: Sendable {
  private struct Notice {
    var id: String
    var who: String?
    var words: String
  }

  private let kept = Mutex<[Notice]>([])
  private static let most = 300

  func add(_ words: String, for asker: Asker) -> String {
    let id = String(Secret.make().prefix(16))
    kept.withLock { kept in
      kept.append(Notice(id: id, who: asker.name, words: words))
      if kept.count > Self.most { kept.removeFirst() }
    }
    return id
  }

  /// `?said=ID`; nobody else's.
  func words(of request: HTTPRequest, for asker: Asker) -> String? {
    guard let query = request.query, query.starts(with: "said=".utf8) else { return nil }
    let id = String(decoding: query.dropFirst(5), as: UTF8.self)
    return kept.withLock { kept in kept.first { $0.id == id && $0.who == asker.name }?.words }
  }
}
