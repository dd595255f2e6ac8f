import Tokens

/// The words and signs of a test's source, each with its line.
struct TestCode {
  private let bytes: [UInt8]
  private(set) var tokens: [SourceToken] = []
  private(set) var lines: [Int] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var line = 1
    for token in SourceTokens(bytes) {
      if !token.kind.isBlank {
        tokens.append(token)
        lines.append(line)
      }
      line += bytes[token.range].count { $0 == UInt8(ascii: "\n") }
    }
  }

  /// Without backticks; empty behind the end.
  func text(_ index: Int) -> String {
    guard tokens.indices.contains(index) else { return "" }
    return String(decoding: bytes[tokens[index].range].filter { $0 != UInt8(ascii: "`") }, as: UTF8.self)
  }

  /// `Outer.Inner` → `Inner`, and the index behind it; nil where no name stands.
  func name(from start: Int) -> (name: String, end: Int)? {
    guard tokens.indices.contains(start), tokens[start].kind == .identifier else { return nil }
    var last = start
    while text(last + 1) == ".", tokens.indices.contains(last + 2) { last += 2 }
    return (text(last), last + 1)
  }

  /// `<T>: Base<T>, Other {` → `Base`
  func parent(from start: Int) -> String? {
    var index = start
    while tokens.indices.contains(index), text(index) != ":" {
      if text(index) == "{" { return nil }
      // What is in angle brackets has colons of its own.
      if text(index) == "<" { index = endOfArguments(from: index) }
      index += 1
    }
    return name(from: index + 1)?.name
  }

  private func endOfArguments(from start: Int) -> Int {
    var depth = 0
    for index in tokens.indices[start...] {
      if text(index) == "<" { depth += 1 }
      if text(index) == ">" { depth -= 1 }
      if depth == 0 { return index }
    }
    return tokens.count
  }
}
