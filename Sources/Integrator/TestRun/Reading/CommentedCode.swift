import Tokens

/// What somebody put into comments: those that stand together, without their marks.
struct CommentedCode {
  var text: String
  /// Of its first one.
  var line: Int
  /// Where it stands in a type that is commented out itself.
  var around: TestDeclarations.DeclaredType?

  private static let deepest = 8
  private static let mostBroken = 20

  typealias Found = (
    function: TestDeclarations.Function, type: TestDeclarations.DeclaredType?, line: Int
  )

  /// Those that are there to the end. One that breaks off takes nothing away from those behind it.
  var functions: [Found] {
    var found: [Found] = []
    var rest: CommentedCode? = self
    var around = around
    for _ in 0..<Self.mostBroken {
      guard let comment = rest else { break }
      let inside = TestDeclarations(Array(comment.text.utf8), conditions: BuildConditions())
      for function in inside.functions where function.isWhole(in: inside.code) {
        let line = comment.line + function.line - 1
        let isKnown = found.contains { $0.line == line && $0.function.name == function.name }
        if !isKnown { found.append((function, function.type.map { inside.types[$0] } ?? around, line)) }
      }
      let broken = inside.functions.first { !$0.isWhole(in: inside.code) }
      around = broken?.type.map { inside.types[$0] } ?? around
      rest = broken.flatMap { comment.behind(line: $0.line) }
    }
    return found
  }

  private func behind(line count: Int) -> CommentedCode? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(count)
    let rest = lines.joined(separator: "\n")
    return rest.contains("func") ? CommentedCode(text: rest, line: line + count) : nil
  }

  /// Those in others, too.
  static func all(in code: TestCode) -> [CommentedCode] { all(in: code, depth: 1) }

  private static func all(in code: TestCode, depth: Int) -> [CommentedCode] {
    let found = found(in: code)
    guard depth < deepest else { return found }
    return found.flatMap { comment in
      let inner = all(in: TestCode(Array(comment.text.utf8)), depth: depth + 1)
      return [comment] + comment.holding(inner)
    }
  }

  /// With their lines, and the types that they stand in.
  private func holding(_ inner: [CommentedCode]) -> [CommentedCode] {
    guard !inner.isEmpty else { return [] }
    let types = TestDeclarations(Array(text.utf8), conditions: BuildConditions()).types
    return inner.map { one in
      let around = types.last { ($0.line...max($0.line, $0.lastLine)).contains(one.line) }
      return CommentedCode(text: one.text, line: line + one.line - 1, around: one.around ?? around)
    }
  }

  /// Documentation shows code that never was any.
  private static func found(in code: TestCode) -> [CommentedCode] {
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
    let range = body...code.closing(body, "{", "}")
    return range.count { code.isSign($0, "{") } == range.count { code.isSign($0, "}") }
  }
}

extension TestDeclarations {
  /// The lines of the bodies of its functions.
  var bodies: [ClosedRange<Int>] {
    functions.compactMap { function in
      function.body.map { body in
        let first = code.lines[body]
        return first...max(first, code.lines[code.closing(body, "{", "}")])
      }
    }
  }
}
