/// The name of a repository that is hosted here, and of the bot whose roles count for it: part of paths,
/// addresses and command lines.
public struct HostedName: Hashable, Sendable, CustomStringConvertible {
  public let text: String

  private static let mostBytes = 60

  /// Letters, digits and `-._`; nothing that a path, an option or git would take for something else.
  public init?(_ text: String) {
    func isPlain(_ byte: UInt8) -> Bool {
      (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
    }
    let bytes = Array(text.utf8)
    guard (1...Self.mostBytes).contains(bytes.count), let first = bytes.first, isPlain(first),
      bytes.allSatisfy({ isPlain($0) || "-._".utf8.contains($0) }), !text.contains(".."), bytes.last != 0x2E,
      ![".git", ".lock"].contains(where: text.lowercased().hasSuffix), !text.hasPrefix("local-")
    else { return nil }
    self.text = text
  }

  /// `NAME` or `NAME.git`, as somebody who clones it writes it.
  public init?(repository: String) {
    self.init(repository.hasSuffix(".git") ? String(repository.dropLast(4)) : repository)
  }

  public var bot: BotID { BotID(text) }
  public var folder: String { text + ".git" }
  public var description: String { text }

  /// What such a name may be.
  public static let words =
    "take letters, digits, `-`, `_` and `.`, at most \(mostBytes), a letter or digit first, and not `.git`, "
    + "`.lock` or a `.` last"
}
