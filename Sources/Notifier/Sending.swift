import Explaining
import Files
import Foundation
import Integrator
import Model
import State
import Transfer
import Words

/// Sends one message, and says what was answered.
struct Sending {
  let transfer: Exchange
  /// Says how mail is sent, and holds secrets.
  let state: StateFolder

  func send(_ message: Message) -> Message.Answer {
    switch message.content {
    case .post(let post): send(post, message)
    case .mail(let mail): send(mail, message)
    }
  }

  // MARK: - To people

  private func send(_ mail: Message.Mail, _ message: Message) -> Message.Answer {
    let (found, wrong) = MailServer.read(state.mailServer)
    // Somebody may mend that.
    guard let server = found else { return .notNow(said: wrong, wasSent: false) }
    if let objection = server.objection(to: message.recipient, isNamed: mail.isNamed) {
      return .refused(said: "nothing was sent: \(objection)")
    }
    var password: String?
    switch server.passwordFile.map(Self.password) {
    case .failure(let problem): return .notNow(said: problem.sentence, wasSent: false)
    case .success(let word): password = word
    case nil: break
    }
    let text = MailText(
      content: mail, from: server.from, to: message.recipient, mark: message.mark, date: message.made)
    var exchange = Exchange.Mail(
      host: server.host, port: server.usualPort, tls: .init(server.tls), from: server.from.address,
      to: message.recipient, text: text.bytes)
    (exchange.user, exchange.password, exchange.authority) = (server.user, password, server.authority)
    return Self.answer(transfer.perform(exchange), isMail: true, hiding: [password].compactMap(\.self))
  }

  /// The first line of a file that nobody else may read; else what is wrong with it.
  private static func password(in file: String) -> Result<String, SettingsProblem> {
    let bytes: [UInt8]
    do { bytes = try SettingsFile.read(file, limit: 4096) } catch let refusal {
      return .failure(SettingsProblem(sentence: "\(file): \(refusal.sentence)"))
    }
    guard let facts = FileFacts(file), facts.mode & 0o077 == 0 else {
      return .failure(SettingsProblem(sentence: "others than its owner may read \(file): chmod 600 it"))
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    return .success(lines.first.map(String.init) ?? "")
  }

  private struct SettingsProblem: Error {
    var sentence: String
  }

  // MARK: - To programs

  private func send(_ post: Message.Post, _ message: Message) -> Message.Answer {
    let names = Self.names(in: post.address) + [post.secret, post.token].compactMap(\.self)
    let secrets: [String: String]
    do { secrets = try Secrets.read(names, from: secretsFile(post)).values } catch {
      // Somebody may mend that.
      let told = Explanation(error)
      return .notNow(said: "\(told.doing): \(told.wrong): \(told.advice)", wasSent: false)
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
    // Some write a secret right into the address.
    let known = [post.commit?.rawValue, message.branch?.rawValue].compactMap(\.self)
    let parts = Message.hiddenParts(of: post.address).filter { !known.contains($0) }
    return Self.answer(end, hiding: secrets.values.filter { !$0.isEmpty } + parts)
  }

  /// The state may lie elsewhere by now, as one that came out of a backup.
  private func secretsFile(_ post: Message.Post) -> String {
    let name = (post.secretsFile as NSString).lastPathComponent
    return state.secrets((name as NSString).deletingPathExtension)
  }

  /// The secrets that an address names.
  static func names(in address: String) -> [String] {
    address.matches(of: /\{([A-Za-z_][A-Za-z0-9_]*)\}/).map { String($0.1) }
  }

  /// Without the secrets of the address that it was sent to.
  private static func hidden(_ text: String, _ secrets: some Sequence<String>) -> String {
    Secrets(values: Dictionary(secrets.map { ($0, $0) }) { first, _ in first }).masked(text)
  }

  static func answer(
    _ end: Exchange.End, isMail: Bool = false, hiding secrets: some Sequence<String> = []
  ) -> Message.Answer {
    func shown(_ text: String) -> String {
      Shown.line(String(hidden(text, secrets).prefix(300)), most: 300)
    }
    switch end {
    case .answered(let status, let said):
      let words = said.isEmpty ? "\(status)" : "\(status): \(shown(said))"
      if (200..<300).contains(status) { return .taken(said: isMail ? shown(said) : "\(status)") }
      // Of a mail the last word is 5; 4 means later.
      if isMail {
        return status >= 500
          ? .refused(said: shown(said)) : .notNow(said: shown(said), wasSent: false, .reader)
      }
      // GitHub says so, too, of who asked too often.
      let isLimited = status == 403 && said.lowercased().contains("rate limit")
      if [408, 425, 429].contains(status) || isLimited { return .notNow(said: words, wasSent: false) }
      if status >= 500 { return .notNow(said: words, wasSent: false, .message) }
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

extension Message {
  /// By which it is known, however often it is sent.
  var mark: String {
    let text = "\(bot) \(key) \(made.timeIntervalSince1970)"
    return String(SHA256.hex(Array(text.utf8)).prefix(32))
  }
}

extension Exchange.Mail.TLS {
  fileprivate init(_ tls: MailServer.TLS) {
    self =
      switch tls {
      case .starttls: .starttls
      case .tls: .tls
      case .none: .none
      }
  }
}
