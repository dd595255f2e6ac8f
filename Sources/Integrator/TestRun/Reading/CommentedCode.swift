import Tokens

/// What somebody put into comments: those that stand together, without their marks.
struct CommentedCode {
  var text: String
  /// Of its first one.
  var line: Int

  /// Documentation shows code that never was any.
  static func all(in code: TestCode) -> [CommentedCode] {
    var found: [CommentedCode] = []
    var last: (line: Int, next: Int, isLine: Bool)?
    for (text, line, next) in code.comments {
      let isLine = text.hasPrefix("//")
      guard !text.hasPrefix("///"), !text.hasPrefix("/**"), !text.hasPrefix("#!") else {
        last = nil
        continue
      }
      if isLine, let before = last, before.isLine, before.next == next, let index = found.indices.last {
        let feeds = String(repeating: "\n", count: max(1, line - before.line))
        found[index].text += feeds + text.dropFirst(2)
      } else {
        let inner = isLine ? text.dropFirst(2) : text.dropFirst(2).dropLast(text.hasSuffix("*/") ? 2 : 0)
        found.append(CommentedCode(text: String(inner), line: line))
      }
      last = (line, next, isLine)
    }
    return found.filter { $0.text.contains("func") }
  }
}

extension TestDeclarations.Function {
  /// Whether its body is there to the end.
  func isWhole(in code: TestCode) -> Bool {
    guard let body else { return false }
    return code.isSign(code.closing(body, "{", "}"), "}")
  }
}
