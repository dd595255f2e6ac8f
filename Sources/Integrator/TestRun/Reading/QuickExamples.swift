import Model
import Tokens

/// The examples of one Quick spec, as its source has them.
struct QuickExamples {
  struct Example: Equatable {
    /// Those of the groups around it, outermost first, and its own last.
    var names: [QuickName]
    var line: Int
    /// The word that holds it back: `xit`, `xdescribe`, `pending`.
    var pending: String?
    /// The word by which nothing else runs: `fit`.
    var focused: String?
    var body: TestBody?

    var isExact: Bool { names.allSatisfy(\.isExact) }
  }

  private(set) var examples: [Example] = []

  private static let groups = ["describe", "context", "given", "when"]
  private static let leaves = ["it", "then"]

  private struct Group {
    var name: QuickName
    var pending: String?
    var focused: String?
    var end: Int
  }

  /// `body` is the index of the brace that opens its `spec()`.
  init(_ code: TestCode, body: Int) {
    let last = code.closing(body, "{", "}")
    var open: [Group] = []
    var index = body + 1
    while index < last {
      while let group = open.last, group.end <= index { open.removeLast() }
      guard code.kind(index) == .identifier, code.isSign(index + 1, "("), !code.isSign(index - 1, ".") else {
        index += 1
        continue
      }
      let word = code.text(index)
      let plain = ["x", "f"].contains { word.hasPrefix($0) } ? String(word.dropFirst()) : word
      let close = code.closing(index + 1, "(", ")")
      let isGroup = Self.groups.contains(plain) || plain == "itBehavesLike"
      guard isGroup || Self.leaves.contains(plain) || word == "pending" else {
        index += 1
        continue
      }
      let marked = plain != word
      let pending =
        open.lazy.compactMap(\.pending).first
        ?? (marked && word.hasPrefix("x") || word == "pending" ? word : nil)
      let focused = open.lazy.compactMap(\.focused).first ?? (marked && word.hasPrefix("f") ? word : nil)
      let name = QuickName(code, from: index + 2, to: close)
      var names = open.map(\.name) + [name]
      guard Self.groups.contains(plain) else {
        // What shared examples are called is not known here.
        if isGroup { names.append(QuickName()) }
        var example = Example(names: names, line: code.lines[index], pending: pending, focused: focused)
        if !isGroup, code.isSign(close + 1, "{") {
          example.body = code.mark(of: [], body: (close + 1)..<code.closing(close + 1, "{", "}"))
        }
        examples.append(example)
        index = behind(code, index: index, close: close)
        continue
      }
      let end = behind(code, index: index, close: close)
      open.append(Group(name: name, pending: pending, focused: focused, end: end))
      index = code.isSign(close + 1, "{") ? close + 2 : index + 2
    }
  }

  /// The index behind its closure.
  private func behind(_ code: TestCode, index: Int, close: Int) -> Int {
    code.isSign(close + 1, "{") ? code.closing(close + 1, "{", "}") + 1 : close + 1
  }

  /// The example of this name, and the names of its parts.
  func find(_ name: String) -> (example: Example, parts: [String])? {
    for isExact in [true, false] {
      for example in examples where example.isExact == isExact {
        if let parts = QuickName.parts(of: name[...], example.names[...]) { return (example, parts) }
      }
    }
    return nil
  }
}

/// What an example or a group is called, as far as the source says it.
struct QuickName: Equatable {
  /// Between each two of them anything may stand.
  private var pieces: [String]

  /// Anything.
  init() { pieces = ["", ""] }

  init(_ text: String) { pieces = [text] }

  var isExact: Bool { pieces.count == 1 }

  /// The argument that begins there.
  init(_ code: TestCode, from start: Int, to end: Int) {
    self.init()
    let token = code.source(start..<start + 1)
    let isAlone = start + 1 == end || code.isSign(start + 1, ",")
    if code.kind(start) == .text, isAlone {
      if let text = Self.plain(token, opening: "\"", closing: "\"") { pieces = [text] }
    } else if code.kind(start) == .textBegin, let found = Self.interpolated(code, start), found.end <= end,
      found.end == end || code.isSign(found.end, ",")
    {
      pieces = found.pieces
    }
  }

  private static func interpolated(_ code: TestCode, _ start: Int) -> (pieces: [String], end: Int)? {
    guard let first = plain(code.source(start..<start + 1), opening: "\"", closing: "\\(") else { return nil }
    var pieces = [first]
    var depth = 0
    for index in code.tokens.indices[(start + 1)...] {
      let source = code.source(index..<index + 1)
      let kind = code.kind(index)
      if kind == .textBegin {
        depth += 1
      } else if kind == .textMiddle, depth == 0 {
        guard let piece = plain(source, opening: ")", closing: "\\(") else { return nil }
        pieces.append(piece)
      } else if kind == .textEnd, depth == 0 {
        return plain(source, opening: ")", closing: "\"").map { (pieces + [$0], index + 1) }
      } else if kind == .textEnd {
        depth -= 1
      }
    }
    return nil
  }

  /// Nil for what has other quotes, or escapes that are not read here.
  private static func plain(_ source: String, opening: String, closing: String) -> String? {
    guard !source.hasPrefix("\"\"\""), source.hasPrefix(opening), source.hasSuffix(closing),
      source.count >= opening.count + closing.count
    else { return nil }
    var text = ""
    var isEscaped = false
    for character in source.dropFirst(opening.count).dropLast(closing.count) {
      guard isEscaped else {
        if character == "\\" { isEscaped = true } else { text.append(character) }
        continue
      }
      isEscaped = false
      guard let meant = ["\"": "\"", "\\": "\\", "'": "'", "n": "\n", "t": "\t"][character] else {
        return nil
      }
      text += meant
    }
    return text
  }

  /// Whether it may be called so.
  func matches(_ text: Substring) -> Bool {
    guard let first = pieces.first, let last = pieces.last, pieces.count > 1 else {
      return text == pieces.first ?? ""
    }
    guard text.hasPrefix(first) else { return false }
    var rest = text.dropFirst(first.count)
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let found = rest.firstRange(of: piece) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(last)
  }

  /// A name taken apart, as Quick joins it: `given, when, then`, where each may have commas too.
  static func parts(of name: Substring, _ names: ArraySlice<QuickName>) -> [String]? {
    guard let first = names.first else { return nil }
    guard names.count > 1 else { return first.matches(name) ? [String(name)] : nil }
    var start = name.startIndex
    while let comma = name[start...].firstRange(of: ", ") {
      let part = name[..<comma.lowerBound]
      if first.matches(part), let rest = parts(of: name[comma.upperBound...], names.dropFirst()) {
        return [String(part)] + rest
      }
      start = comma.upperBound
    }
    return nil
  }
}
