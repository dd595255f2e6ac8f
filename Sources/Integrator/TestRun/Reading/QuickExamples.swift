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
    /// It is under a condition of which nothing is known.
    var isDoubtful = false
    var body: TestBody?

    /// It stands for what a function makes that a group calls.
    var isOfGroup = false

    /// How much of its name the source tells.
    var wordCount: Int { names.reduce(0) { $0 + $1.wordCount } }
    /// Of one whose name the source tells whole.
    var name: String { names.map(\.text).joined(separator: ", ") }

    var certainty: Certainty {
      if names.allSatisfy(\.isExact) { return .exact }
      return wordCount == 0 ? .anything : isOfGroup ? .group : .partly
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
  /// What says first that nothing else runs.
  private(set) var focus: Example?
  /// Those whose names the source tells whole, by these.
  private var exact: [[UInt8]: [Int]] = [:]
  /// All others, and the groups that call what makes examples.
  private var others: [Example] = []

  private static let groups = ["describe", "context", "given", "when"]
  private static let leaves = ["it", "then"]
  /// Whose words they are.
  private static let owners: Set = ["QuickSpec", "AsyncSpec", "Self", "self"]
  private static let hooks: Set = [
    "beforeEach", "afterEach", "justBeforeEach", "aroundEach", "beforeSuite", "afterSuite",
  ]

  private struct Group {
    var name: QuickName
    var pending: String?
    var focused: String?
    var end: Int
    var line: Int
    var isDoubtful: Bool
    /// Something in it is called that is no word of Quick's.
    var callsOthers = false
  }

  /// `body` is the index of the brace that opens its `spec()`.
  init(_ declarations: TestDeclarations, body: Int) {
    let code = declarations.code
    let last = code.closing(body, "{", "}")
    var open: [Group] = []
    var index = body + 1
    while index < last {
      while let group = open.last, group.end <= index { close(&open) }
      guard code.kind(index) == .identifier, ["(", "{", "<"].contains(where: { code.isSign(index + 1, $0) }),
        !declarations.isLeftOut(index)
      else {
        index += 1
        continue
      }
      let word = code.text(index)
      guard code.isSign(index + 1, "(") else {
        index = skip(word, code, index, &open)
        continue
      }
      // Each is where something behaves like that.
      if word == "sharedExamples" {
        index = behind(code, index: index, close: code.closing(index + 1, "(", ")"))
        continue
      }
      let plain = ["x", "f"].contains { word.hasPrefix($0) } ? String(word.dropFirst()) : word
      let close = code.closing(index + 1, "(", ")")
      let isGroup = Self.groups.contains(plain) || plain == "itBehavesLike"
      guard Self.isWord(code, index, plain, upTo: close) else {
        call(word, &open)
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
        var example = Example(
          names: names, line: code.lines[index], pending: pending, focused: focused,
          isDoubtful: !declarations.isBuilt(index))
        if !isGroup, code.isSign(close + 1, "{") {
          example.body = code.mark(of: [], body: (close + 1)..<code.closing(close + 1, "{", "}"))
        }
        examples.append(example)
        index = behind(code, index: index, close: close)
        continue
      }
      open.append(
        Group(
          name: name, pending: pending, focused: focused, end: behind(code, index: index, close: close),
          line: code.lines[index], isDoubtful: !declarations.isBuilt(index)))
      index = code.isSign(close + 1, "{") ? close + 2 : index + 2
    }
    while !open.isEmpty { close(&open) }
    sortOut()
  }

  private mutating func sortOut() {
    for (place, example) in examples.enumerated() {
      if example.certainty == .exact {
        exact[SpokenName(example.name).folded, default: []].append(place)
      } else {
        others.append(example)
      }
    }
    focus = (examples + others).filter { $0.focused != nil && !$0.isDoubtful }.min { $0.line < $1.line }
  }

  /// What has no argument in brackets: a hook, or a function of the package.
  private func skip(_ word: String, _ code: TestCode, _ index: Int, _ open: inout [Group]) -> Int {
    if Self.hooks.contains(word) { return code.closing(index + 1, "{", "}") + 1 }
    call(word, &open)
    return index + 1
  }

  /// Whether it makes an example or a group, as Quick's words do.
  private static func isWord(_ code: TestCode, _ index: Int, _ plain: String, upTo close: Int) -> Bool {
    guard !code.isSign(index - 1, ".") || owners.contains(code.text(index - 2)) else { return false }
    if plain == "itBehavesLike" { return true }
    let isKnown = groups.contains(plain) || leaves.contains(plain) || code.text(index) == "pending"
    return isKnown && isOfQuick(code, from: index + 2, to: close)
  }

  /// A function of the package may have a word of Quick's as its name: those have something to call.
  static func isOfQuick(_ code: TestCode, from start: Int, to close: Int) -> Bool {
    code.isSign(close + 1, "{") || [.text, .textBegin].contains(code.kind(start))
      || (start..<max(start, close)).contains { code.text($0) == "closure" && code.isSign($0 + 1, ":") }
  }

  /// What begins with a capital is a type.
  private func call(_ word: String, _ open: inout [Group]) {
    guard word.first?.isUppercase == false, let group = open.indices.last else { return }
    open[group].callsOthers = true
  }

  private mutating func close(_ open: inout [Group]) {
    guard let group = open.last else { return }
    if group.callsOthers {
      others.append(
        Example(
          names: open.map(\.name) + [QuickName()], line: group.line, pending: group.pending,
          focused: group.focused, isDoubtful: group.isDoubtful, isOfGroup: true))
    }
    open.removeLast()
  }

  /// The index behind its closure.
  private func behind(_ code: TestCode, index: Int, close: Int) -> Int {
    code.isSign(close + 1, "{") ? code.closing(close + 1, "{", "}") + 1 : close + 1
  }

  /// The example of this name, or the so-manieth of it: the one of which the source tells most.
  func find(_ name: String, _ place: Int = 1) -> Found? {
    let spoken = SpokenName(name)
    let own = exact[spoken.folded] ?? []
    let listed = TestList.asListed(name)
    var namesakes = own.filter { examples[$0].name == name }
    if namesakes.isEmpty { namesakes = own.filter { TestList.asListed(examples[$0].name) == listed } }
    if let best = namesakes.dropFirst(place - 1).first ?? namesakes.first {
      return Found(example: examples[best], parts: examples[best].names.map(\.text), isAmbiguous: false)
    }
    let all = others.compactMap { example in
      spoken.parts(example.names[...]).map { (example, parts: $0) }
    }
    func comesFirst(_ one: Example, _ other: Example) -> Bool {
      (one.certainty.rawValue, -one.wordCount) < (other.certainty.rawValue, -other.wordCount)
    }
    guard let best = all.min(by: { comesFirst($0.0, $1.0) }) else { return nil }
    let isAmbiguous = all.contains { !comesFirst(best.0, $0.0) && $0.0.line != best.0.line }
    return Found(example: best.0, parts: best.parts, isAmbiguous: isAmbiguous)
  }
}

/// A name as XCTest's list or its console has it: the list has slashes for some dots, and leaves out others.
/// Names are the same that are without both.
struct SpokenName {
  let folded: [UInt8]
  private let bytes: [UInt8]
  /// Where each of the folded bytes stands in the name.
  private let origin: [Int]

  private static let comma = Array(", ".utf8)

  init(_ name: String) {
    bytes = Array(name.utf8)
    origin = bytes.indices.filter { [bytes] in Self.isTold(bytes[$0]) }
    folded = origin.map { [bytes] in bytes[$0] }
  }

  private static func isTold(_ byte: UInt8) -> Bool { byte != UInt8(ascii: ".") && byte != UInt8(ascii: "/") }

  /// Taken apart, as Quick joins it: `given, when, then`, where each may have commas too.
  func parts(_ names: ArraySlice<QuickName>, from start: Int = 0) -> [String]? {
    guard let first = names.first else { return nil }
    let begin = start == 0 ? 0 : origin[start - 1] + 1
    guard names.count > 1 else {
      return first.matches(folded[start...]) ? [first.told(by: bytes[begin...])] : nil
    }
    var from = start
    while let found = folded[from...].firstRange(of: Self.comma) {
      if first.matches(folded[start..<found.lowerBound]),
        let rest = parts(names.dropFirst(), from: found.upperBound)
      {
        return [first.told(by: bytes[begin..<origin[found.lowerBound]])] + rest
      }
      from = found.upperBound
    }
    return nil
  }
}

/// What an example or a group is called, as far as the source says it.
struct QuickName: Equatable {
  private struct Piece: Equatable {
    var text: String
    var folded: [UInt8]

    init(_ text: String) { (self.text, folded) = (text, SpokenName(text).folded) }
  }

  /// Between each two of them anything may stand.
  private var pieces: [Piece]

  /// Anything.
  init() { pieces = [Piece(""), Piece("")] }

  init(_ text: String) { pieces = [Piece(text)] }

  var isExact: Bool { pieces.count == 1 }
  /// How much of it the source tells.
  var wordCount: Int { pieces.reduce(0) { $0 + $1.text.utf8.count } }
  /// Of one that the source tells whole.
  var text: String { pieces[0].text }

  /// The argument that begins there.
  init(_ code: TestCode, from start: Int, to end: Int) {
    self.init()
    let token = code.source(start..<start + 1)
    let isAlone = start + 1 == end || code.isSign(start + 1, ",")
    if code.kind(start) == .text, isAlone {
      if let text = Self.plain(token, opening: "\"", closing: "\"") { pieces = [Piece(text)] }
    } else if code.kind(start) == .textBegin, let found = Self.interpolated(code, start), found.end <= end,
      found.end == end || code.isSign(found.end, ",")
    {
      pieces = found.pieces.map { Piece($0) }
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

  /// Whether it may be called so, but for dots and slashes.
  func matches(_ folded: ArraySlice<UInt8>) -> Bool {
    guard let first = pieces.first, let last = pieces.last, folded.starts(with: first.folded) else {
      return false
    }
    guard pieces.count > 1 else { return folded.count == first.folded.count }
    var rest = folded.dropFirst(first.folded.count)
    for piece in pieces.dropFirst().dropLast() where !piece.folded.isEmpty {
      guard let found = rest.firstRange(of: piece.folded) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.count >= last.folded.count && rest.suffix(last.folded.count).elementsEqual(last.folded)
  }

  /// As the source has it, where that tells it whole.
  fileprivate func told(by spoken: ArraySlice<UInt8>) -> String {
    isExact ? text : String(decoding: spoken, as: UTF8.self)
  }
}
