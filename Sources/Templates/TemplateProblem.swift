/// A mistake in a template, or in what it was given, with its place.
public struct TemplateProblem: Error, Sendable, Hashable, CustomStringConvertible {
  public var file: String
  /// From 1; 0 when the file as a whole is meant.
  public var line: Int
  /// In characters, from 1.
  public var column: Int
  public var message: String

  public init(file: String, line: Int, column: Int, message: String) {
    (self.file, self.line, self.column, self.message) = (file, line, column, message)
  }

  public var description: String {
    let place = line == 0 ? file : "\(file):\(line):\(column)"
    return "\(place): \(message)"
  }
}

extension TemplateProblem: Comparable {
  public static func < (one: TemplateProblem, other: TemplateProblem) -> Bool {
    (one.file, one.line, one.column, one.message) < (other.file, other.line, other.column, other.message)
  }
}

/// Where a byte of a text is, as editors count.
struct TextPlace {
  let line: Int
  let column: Int

  init(_ offset: Int, in bytes: [UInt8]) {
    let before = bytes[..<min(offset, bytes.count)]
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    line = before.count { $0 == 0x0A } + 1
    column = bytes[start..<before.endIndex].count { $0 & 0xC0 != 0x80 } + 1
  }
}
