import Tokens

/// Swift source without what comments and texts say: their characters become spaces, so that every character
/// of code keeps its line and column. Quotes stay, and so does the code inside of a text.
enum CodeOnly {
  static func of(_ source: String) -> String {
    let bytes = Array(source.utf8)
    var result = ""
    /// How many characters begin and end each text that code stands in.
    var open: [Int] = []
    for token in SourceTokens(bytes) {
      let piece = Array(String(decoding: bytes[token.range], as: UTF8.self))
      let delimiter = delimiter(piece)
      switch token.kind {
      case .comment: blank(piece, first: 0, last: 0, in: &result)
      case .text, .pattern: blank(piece, first: delimiter, last: delimiter, in: &result)
      case .textBegin:
        open.append(delimiter)
        blank(piece, first: delimiter, last: 1, in: &result)
      case .textMiddle: blank(piece, first: 1, last: 1, in: &result)
      case .textEnd: blank(piece, first: 1, last: open.popLast() ?? 0, in: &result)
      case .space, .newline, .number, .identifier, .keyword, .attribute, .directive, .punctuation:
        result += piece
      }
    }
    return result
  }

  /// The hashes and quotes, or the slash, that a literal begins and ends with.
  private static func delimiter(_ piece: [Character]) -> Int {
    let hashes = piece.prefix { $0 == "#" }.count
    return hashes + (piece.dropFirst(hashes).starts(with: "\"\"\"") ? 3 : 1)
  }

  private static func blank(_ piece: [Character], first: Int, last: Int, in result: inout String) {
    for (index, character) in piece.enumerated() {
      let isKept = index < first || index >= piece.count - last || character.isNewline
      result.append(isKept ? character : " ")
    }
  }
}
