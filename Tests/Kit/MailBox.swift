import Foundation

/// A real SMTP server, which answers as it is told and keeps what it took.
public struct MailBox: Sendable {
  private let folder: URL
  public let port: Int

  public struct Mail: Sendable, Codable {
    public var from: String
    public var to: [String]
    /// As it came, with its headers.
    public var text: String
    public var isEncrypted: Bool
    public var isKnown: Bool
    public var answer: String

    /// As whoever reads it sees it: words of its headers and all that is quoted-printable decoded.
    public var decoded: String {
      var text = text.replacing("?=\r\n =?utf-8?B?", with: "")
      for word in text.matches(of: /=\?utf-8\?B\?([A-Za-z0-9+\/=]*)\?=/).reversed() {
        let bytes = Data(base64Encoded: String(word.1)) ?? Data()
        text.replaceSubrange(word.range, with: String(decoding: bytes, as: UTF8.self))
      }
      var bytes: [UInt8] = []
      var rest = Array(text.replacing("=\r\n", with: "").utf8)[...]
      while let byte = rest.popFirst() {
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        if byte == UInt8(ascii: "="), digits.count == 2, let value = UInt8(digits, radix: 16) {
          rest = rest.dropFirst(2)
          bytes.append(value)
        } else {
          bytes.append(byte)
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  public var authority: String { folder.path + "/ca.pem" }

  /// While the body works, at a port of its own unless one is named. `words`: starttls or tls, login.
  public static func run(
    in scratch: ScratchFolder, _ words: [String] = [], port: Int? = nil,
    _ body: @escaping @Sendable (MailBox) async throws -> Void
  ) async throws {
    let folder = try Servers.folder("mailbox", in: scratch)
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "Servers/mailserver.py").path
    _ = try await Command(
      "/usr/bin/python3", [script, folder.path, "\(port ?? 0)"] + words, in: folder, limitSeconds: 600
    ).run { id in
      defer { kill(id, SIGKILL) }
      try await body(MailBox(folder: folder, port: Servers.port(in: folder)))
    }
  }

  public func answer(_ answers: String...) throws { try answer(answers) }

  public func answer(_ answers: [String]) throws {
    try Data(answers.joined(separator: "\n").utf8).write(to: folder.appending(path: "answers"))
  }

  /// Those that are held are answered.
  public func release() throws { try Data().write(to: folder.appending(path: "release")) }

  /// Each recipient that was named, also of what was not taken.
  public func asked() throws -> [String] {
    let text = try? String(contentsOf: folder.appending(path: "asked"), encoding: .utf8)
    return (text ?? "").split(separator: "\n").map(String.init)
  }

  public func mails() throws -> [Mail] {
    let file = folder.appending(path: "mails")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return try text.split(separator: "\n").map { try JSONDecoder().decode(Mail.self, from: Data($0.utf8)) }
  }
}
