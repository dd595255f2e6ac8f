import Foundation
import HTTP
import People
import Synchronization

extension Doorkeeper {
  /// Git sends a name and a password with each request, or a token in place of the password. No cookie
  /// counts: a browser sends one by itself.
  /// - Parameter isLook: what would have to be found out with effort, or be written down, is not.
  func gitAsker(of request: HTTPRequest, isLook: Bool) throws(Refusal) -> Asker {
    var asker = Asker(least: anonymous)
    if let person = try proxied(request) {
      (asker.name, asker.way, asker.rights) = (person.name, .proxy, person.rights)
      return asker
    }
    let sent = request.headers("authorization")
    guard let first = sent.first else { return asker }
    guard sent.count == 1, let (name, password) = Self.basic(first) else {
      if isLook {
        guard try Self.isKnown(first, book()) else { throw Self.unknown }
      }
      guard let token = try token(request) else { return asker }
      (asker.name, asker.way, asker.rights) = (token.name, .token, token.rights)
      return asker
    }
    // Git asks so first where the address has a name and no password: that is no attempt.
    guard !password.isEmpty else { throw Self.unknown }
    let book = try book()
    if let token = book.token(password, on: Self.today) {
      (asker.name, asker.way, asker.rights) = (token.name, .token, token.rights)
      return asker
    }
    let kept = book.person(name)?.password
    let mark = Secret.mark("\(ownSecret)\n\(name)\n\(kept ?? "")\n\(password)")
    if let person = book.person(name), kept != nil, recalled.has(mark) {
      (asker.name, asker.way, asker.rights) = (person.name, .password, person.rights)
      return asker
    }
    guard !isLook else { throw Self.unknown }
    let person = try person(name, password, request)
    recalled.add(mark)
    (asker.name, asker.way, asker.rights) = (person.name, .password, person.rights)
    return asker
  }

  private static var unknown: Refusal {
    Refusal(401, "That name and that password do not belong together.", asksWho: true)
  }

  private static func isKnown(_ header: String, _ book: PeopleBook) -> Bool {
    header.split(separator: " ").last.map { book.token(String($0), on: today) != nil } ?? false
  }

  private static let mostBasic = 2000

  private static func basic(_ header: String) -> (name: String, password: String)? {
    let parts = header.split(separator: " ")
    guard parts.count == 2, parts[0].lowercased() == "basic", parts[1].utf8.count <= mostBasic,
      let bytes = Data(base64Encoded: String(parts[1])), let text = String(validating: bytes, as: UTF8.self),
      let colon = text.firstIndex(of: ":")
    else { return nil }
    return (String(text[..<colon]), String(text[text.index(after: colon)...]))
  }
}

/// Passwords that were right a while ago: git sends them several times a second, and each takes its time to
/// find out. Only marks of them are kept, made with what no other process knows.
final class RecalledPasswords: Sendable {
  private let until = Mutex<[String: Double]>([:])

  private static let seconds = 3600.0
  private static let most = 1000

  func has(_ mark: String) -> Bool {
    let now = ProcessInfo.processInfo.systemUptime
    return until.withLock { until in
      guard let end = until[mark], end > now else { return false }
      until[mark] = now + Self.seconds
      return true
    }
  }

  func add(_ mark: String) {
    let now = ProcessInfo.processInfo.systemUptime
    until.withLock { until in
      if until.count >= Self.most { until = until.filter { $0.value > now } }
      if until.count >= Self.most { until = [:] }
      until[mark] = now + Self.seconds
    }
  }
}
