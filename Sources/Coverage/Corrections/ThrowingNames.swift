internal import Tokens

/// Properties that throw, by their names as a source declares them.
enum ThrowingNames {
  static func declared(in source: [UInt8]) -> Set<String> {
    guard source.holds("throws"), source.holds("get throws") || source.holds("get async") else { return [] }
    var found: Set<String> = []
    // Of each bracket that is open, what it belongs to.
    var open: [String?] = []
    var name: String?
    var before = (word: "", last: "")
    for token in SourceTokens(source) where !token.kind.isBlank {
      let text = String(decoding: source[token.range], as: UTF8.self)
      switch token.kind {
      case .keyword where ["func", "init", "let", "subscript"].contains(text): name = nil
      case .keyword where text == "throws":
        let isGetter = before.last == "get" || (before.last == "async" && before.word == "get")
        if isGetter, let own = open.last ?? nil { found.insert(own) }
      case .identifier where before.last == "var": name = bare(text)
      case .punctuation where text == "{":
        open.append(name)
        name = nil
      case .punctuation where text == "}": _ = open.popLast()
      case .space, .newline, .comment, .text, .textBegin, .textMiddle, .textEnd, .pattern, .number,
        .identifier, .keyword, .attribute, .directive, .punctuation:
        break
      }
      before = (before.last, text)
    }
    return found
  }

  /// Without the quotes of a name that is a keyword elsewhere.
  static func bare(_ name: String) -> String {
    String(name.drop { $0 == "`" }.prefix { $0 != "`" })
  }
}
