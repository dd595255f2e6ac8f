import Formats
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

    /// It stands for what a function makes that a group calls.
    var isOfGroup = false

    var certainty: Certainty {
      if names.allSatisfy(\.isExact) { return .exact }
      let hasWords = names.contains { $0.wordCount > 0 }
      return !hasWords ? .anything : isOfGroup ? .group : .partly
    }
  }

  /// How much of a name the source tells, most first.
  enum Certainty: Int, Comparable {
    case exact, partly, group, anything

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

  struct Found {
    var example: Example
    /// The names of its groups and its own.
    var parts: [String]
    /// Another of the spec may be meant as well.
    var isAmbiguous: Bool
  }

  private(set) var examples: [Example] = []
  private var callers: [Example] = []

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
      callers.append(
        Example(
          names: names + [QuickName()], line: code.lines[index], pending: pending, focused: focused,
          isOfGroup: true))
      open.append(Group(name: name, pending: pending, focused: focused, end: end))
      index = code.isSign(close + 1, "{") ? close + 2 : index + 2
    }
  }

  /// The index behind its closure.
  private func behind(_ code: TestCode, index: Int, close: Int) -> Int {
    code.isSign(close + 1, "{") ? code.closing(close + 1, "{", "}") + 1 : close + 1
  }

  /// The example of this name: the one of which the source tells most. XCTest's list has slashes for the dots
  /// of a name.
  func find(_ name: String) -> Found? {
    let all = (examples + callers).compactMap { example in
      QuickName.parts(of: name[...], example.names[...]).map { (example, parts: $0) }
    }
    func words(_ example: Example) -> Int { example.names.reduce(0) { $0 + $1.wordCount } }
    func comesFirst(_ one: Example, _ other: Example) -> Bool {
      (one.certainty.rawValue, -words(one)) < (other.certainty.rawValue, -words(other))
    }
    guard let best = all.min(by: { comesFirst($0.0, $1.0) }) else { return nil }
    let alike = all.filter { !comesFirst(best.0, $0.0) }
    let isAmbiguous = best.0.certainty != .exact && alike.contains { $0.0.line != best.0.line }
    return Found(example: best.0, parts: best.parts, isAmbiguous: isAmbiguous)
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
  /// How many characters of it the source tells.
  var wordCount: Int { pieces.reduce(0) { $0 + $1.count } }

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

  /// The text as the source has it, as far as it does, if it may be called so.
  private func written(_ text: Substring) -> String? {
    let listed = TestList.asListed(String(text))
    guard let first = pieces.first, let last = pieces.last, pieces.count > 1 else {
      return listed == TestList.asListed(pieces.first ?? "") ? pieces.first ?? "" : nil
    }
    guard listed.hasPrefix(TestList.asListed(first)) else { return nil }
    var (result, start) = (first, listed.index(listed.startIndex, offsetBy: first.count))
    // For each character of the list there is one of the text.
    func open(_ end: String.Index) -> Substring {
      let from = listed.distance(from: listed.startIndex, to: start)
      return text.dropFirst(from).prefix(listed.distance(from: start, to: end))
    }
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let found = listed[start...].firstRange(of: TestList.asListed(piece)) else { return nil }
      result += open(found.lowerBound) + piece
      start = found.upperBound
    }
    guard listed[start...].hasSuffix(TestList.asListed(last)) else { return nil }
    return result + open(listed.index(listed.endIndex, offsetBy: -last.count)) + last
  }

  /// A name taken apart, as Quick joins it: `given, when, then`, where each may have commas too.
  static func parts(of name: Substring, _ names: ArraySlice<QuickName>) -> [String]? {
    guard let first = names.first else { return nil }
    guard names.count > 1 else { return first.written(name).map { [$0] } }
    var start = name.startIndex
    while let comma = name[start...].firstRange(of: ", ") {
      let part = name[..<comma.lowerBound]
      if let part = first.written(part),
        let rest = parts(of: name[comma.upperBound...], names.dropFirst())
      {
        return [part] + rest
      }
      start = comma.upperBound
    }
    return nil
  }
}
