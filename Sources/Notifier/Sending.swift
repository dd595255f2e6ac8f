import Explaining
import Files
import Foundation
import Integrator
import Model
import Transfer
import Words

/// Sends one message, and says what was answered.
struct Sending {
  let transfer: Exchange

  func send(_ message: Message) -> Message.Answer {
    switch message.content {
    case .post(let post): send(post, message)
    case .mail: .refused(said: "no mail can be sent yet")
    }
  }

  // MARK: - To programs

  private func send(_ post: Message.Post, _ message: Message) -> Message.Answer {
    let names = Self.names(in: post.address) + [post.secret, post.token].compactMap(\.self)
    let secrets: [String: String]
    do { secrets = try Secrets.read(names, from: post.secretsFile).values } catch {
      // Somebody may mend that.
      let told = Explanation(error)
      return .notNow(said: "\(told.wrong): \(told.advice)", wasSent: false)
    }
    let address = names.reduce(post.address) { address, name in
      address.replacingOccurrences(of: "{\(name)}", with: Percent.encodedInPath(secrets[name] ?? ""))
    }
    let body = Array(post.body.utf8)
    var headers = [
      "Content-Type: application/json; charset=utf-8",
      // The same for each attempt, so that who gets it twice can tell.
      "X-Bothy-Delivery: \(message.mark)", "X-Bothy-Event: \(message.topic.rawValue)",
    ]
    if let secret = post.secret.flatMap({ secrets[$0] }) {
      headers.append("X-Bothy-Signature: sha256=\(HMAC.sha256(of: body, key: Array(secret.utf8)))")
    }
    if let token = post.token.flatMap({ secrets[$0] }) { headers.append("Authorization: Bearer \(token)") }
    let end = transfer.perform(Exchange.Post(address: address, headers: headers, body: body))
    return Self.answer(end, hiding: secrets.values.filter { !$0.isEmpty })
  }

  /// The secrets that an address names.
  static func names(in address: String) -> [String] {
    address.matches(of: /\{([A-Za-z_][A-Za-z0-9_]*)\}/).map { String($0.1) }
  }

  static func answer(_ end: Exchange.End, hiding secrets: some Sequence<String> = []) -> Message.Answer {
    func shown(_ text: String) -> String {
      let hidden = secrets.reduce(text) { $0.replacingOccurrences(of: $1, with: "***") }
      return Shown.line(String(hidden.prefix(300)), most: 300)
    }
    switch end {
    case .answered(let status, let said):
      let words = said.isEmpty ? "\(status)" : "\(status): \(shown(said))"
      if (200..<300).contains(status) { return .taken(said: "\(status)") }
      if [408, 425, 429].contains(status) || status >= 500 { return .notNow(said: words, wasSent: false) }
      let advice = (300..<400).contains(status) ? "; name the address that it leads to" : ""
      return .refused(said: words + advice)
    case .failed(let why, let wasSent): return .notNow(said: shown(why), wasSent: wasSent)
    case .canceled(let wasSent): return .notNow(said: "Bothy was ended", wasSent: wasSent)
    }
  }
}

extension Percent {
  /// A secret may be several parts of a path.
  static func encodedInPath(_ text: String) -> String {
    text.split(separator: "/", omittingEmptySubsequences: false).map { encoded(String($0)) }
      .joined(separator: "/")
  }
}

/// By which a receiver knows that a message comes from who shares a secret with it (RFC 2104).
enum HMAC {
  static func sha256(of bytes: [UInt8], key: [UInt8]) -> String {
    var key = key.count > 64 ? digest(key) : key
    key += [UInt8](repeating: 0, count: 64 - key.count)
    return SHA256.hex(key.map { $0 ^ 0x5C } + digest(key.map { $0 ^ 0x36 } + bytes))
  }

  private static func digest(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array(SHA256.hex(bytes).utf8)
    func value(_ digit: UInt8) -> UInt8 { digit < 0x3A ? digit - 0x30 : digit - 0x57 }
    return stride(from: 0, to: digits.count, by: 2).map { value(digits[$0]) << 4 | value(digits[$0 + 1]) }
  }
}

extension Message {
  /// By which it is known, however often it is sent.
  var mark: String {
    let text = "\(bot) \(key) \(made.timeIntervalSince1970)"
    return String(SHA256.hex(Array(text.utf8)).prefix(32))
  }
}
