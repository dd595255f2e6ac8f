internal import Tokens

/// What is no code. A comment behind the last statement of a region lies in the region around it, and would
/// make a line that never ran a partly executed one.
enum Comments {
  /// The source with blanks for its comments, as far as these share a line with a segment.
  static func blanked(_ source: [UInt8], path: String, under segments: [CoverageSegment]) -> [UInt8] {
    guard let language = SourceLanguage(path: path), meet(source, segments) else { return source }
    var blanked = source
    for token in SourceTokens(source, language) where token.kind == .comment {
      for index in token.range where source[index] != newline { blanked[index] = UInt8(ascii: " ") }
    }
    return blanked
  }

  private static let newline = UInt8(ascii: "\n")

  /// Whether something that looks like a comment stands in a line in which a segment begins.
  private static func meet(_ source: [UInt8], _ segments: [CoverageSegment]) -> Bool {
    let lines = Set(segments.map(\.line))
    var line: Int32 = 1
    var before: UInt8 = 0
    for byte in source {
      let isMark =
        (byte == UInt8(ascii: "/") && (before == UInt8(ascii: "/") || before == UInt8(ascii: "*")))
        || (byte == UInt8(ascii: "*") && before == UInt8(ascii: "/"))
      if isMark, lines.contains(line) { return true }
      if byte == newline { line += 1 }
      before = byte
    }
    return false
  }
}
