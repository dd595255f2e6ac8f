import Tokens

/// The types and functions that a source declares, read without a compiler: where each stands, in what, and
/// under which conditions.
struct TestDeclarations {
  /// Whether what stands there is built here; and the words of the condition that says so.
  struct Condition: Equatable {
    var answer: BuildConditions.Answer = .yes
    var words = ""
  }

  struct DeclaredType {
    /// `class`, `struct`, …, `extension`
    var kind: String
    /// `Outer.Inner`
    var path: String
    var parents: [String]
    var modifiers: Set<String>
    var isGeneric: Bool
    var line: Int
    /// Of the brace that closes it.
    var lastLine = Int.max
    /// Its first attribute or modifier, or what it begins with, and that brace; 0 where there is none.
    var first = 0
    var last = 0
    var condition: Condition
    /// What its path begins with is a type here, and no module of that name.
    var isWithinType = false

    var isPrivate: Bool { !modifiers.isDisjoint(with: ["private", "fileprivate"]) }
  }

  struct Function {
    var name: String
    var line: Int
    /// That of its first attribute or modifier.
    var firstLine: Int
    /// Its first attribute or modifier, or what it begins with.
    var first = 0
    /// Of the type whose member it is; nil for one that stands alone.
    var type: Int?
    var modifiers: Set<String>
    var attributes: Set<String>
    var hasParameters: Bool
    var returnsValue: Bool
    var isGeneric: Bool
    /// Between its parentheses.
    var parameters: Range<Int>
    /// What `@Test` says its arguments are.
    var arguments: Range<Int>?
    /// The index of the brace that opens it; nil for a requirement.
    var body: Int?
    var condition: Condition

    var isSwiftTesting: Bool { attributes.contains("@Test") }
    var isPrivate: Bool { !modifiers.isDisjoint(with: ["private", "fileprivate"]) }
    var isStatic: Bool { !modifiers.isDisjoint(with: ["static", "class"]) }
  }

  private(set) var types: [DeclaredType] = []
  /// Not those inside of functions.
  private(set) var functions: [Function] = []
  /// Names that begin with `test` where they are not declared, and that any type may mean.
  private(set) var mentioned: Set<String> = []
  /// The same where they stand alone within a type, by the last name of that.
  private(set) var mentionedIn: [String: Set<String>] = [:]
  let code: TestCode
  /// From which word on what is built or not, as conditions say.
  private var turns: [(index: Int, answer: BuildConditions.Answer)] = []

  private let conditions: BuildConditions
  private var scopes: [Scope] = []
  private var branches: [Branch] = []
  private var modifiers: Set<String> = []
  private var attributes: Set<String> = []
  private var arguments: Range<Int>?
  private var first: Int?

  private enum Scope {
    case type(Int)
    case other
  }

  /// An `#if` with what follows it up to `#endif`.
  private struct Branch {
    var words: String
    /// The words of its `#if`.
    var first: String
    var answer: BuildConditions.Answer
    /// What the branches before this one leave to it.
    var left: BuildConditions.Answer
    var scopes: [Scope]
  }

  private static let modifierWords: Set<String> = [
    "private", "fileprivate", "internal", "package", "public", "open", "final", "static", "class", "override",
    "mutating", "nonmutating", "nonisolated", "required", "convenience", "dynamic", "lazy", "weak", "unowned",
    "optional", "indirect", "isolated", "consuming", "borrowing", "prefix", "postfix", "infix",
  ]

  init(_ bytes: [UInt8], conditions: BuildConditions) {
    code = TestCode(bytes)
    self.conditions = conditions
    var index = 0
    while index < code.tokens.count { index = read(index) }
    let outer = Set(types.filter { $0.kind != "extension" }.map(\.path))
    for index in types.indices {
      types[index].isWithinType = outer.contains(String(types[index].path.prefix { $0 != "." }))
    }
  }

  /// Answers where to go on.
  private mutating func read(_ index: Int) -> Int {
    switch code.kind(index) {
    case .attribute:
      if first == nil { first = index }
      var name = code.text(index)
      // `@Testing.Test`
      if code.isSign(index + 1, "."), code.touchesNext(index) { name = "@" + code.text(index + 2) }
      attributes.insert(name)
      let end = behindArguments(of: index)
      if name == "@Test" {
        arguments = (index..<end).first { code.isSign($0 + 1, ":") && code.text($0) == "arguments" }.map {
          $0..<end
        }
      }
      return end
    case .directive: return readDirective(index)
    case .keyword: return readKeyword(index)
    case .punctuation:
      if code.isSign(index, "{") { scopes.append(.other) }
      if code.isSign(index, "}"), case .type(let type)? = scopes.popLast() {
        (types[type].lastLine, types[type].last) = (code.lines[index], index)
      }
    case .identifier:
      if code.startsWord(index, with: "test") { mention(index) }
    case .text, .textBegin, .textMiddle, .textEnd, .pattern, .number, .space, .newline, .comment, nil: break
    }
    forgetModifiers()
    return index + 1
  }

  /// `other.testIt` may be of any type, `testIt` and `self.testIt` are of the one around or of none.
  private mutating func mention(_ index: Int) {
    let isMember = index > 0 && code.isSign(index - 1, ".")
    let isOwn = !isMember || index > 1 && ["self", "super"].contains(code.text(index - 2))
    let around = scopes.reversed().lazy.compactMap { scope -> Int? in
      if case .type(let type) = scope { type } else { nil }
    }.first
    if isOwn, let around {
      mentionedIn[types[around].name, default: []].insert(code.text(index))
    } else {
      mentioned.insert(code.text(index))
    }
  }

  private mutating func forgetModifiers() {
    modifiers.removeAll()
    attributes.removeAll()
    arguments = nil
    first = nil
  }

  /// `@Test("name", .tags(.slow))`, `private(set)`
  private func behindArguments(of index: Int) -> Int {
    var last = index
    while code.isSign(last + 1, "."), code.touchesNext(last) { last += 2 }
    guard code.isSign(last + 1, "("), code.touchesNext(last) else { return last + 1 }
    return code.closing(last + 1, "(", ")") + 1
  }

  private mutating func readKeyword(_ index: Int) -> Int {
    let word = code.text(index)
    switch word {
    // `import class Lib.Base` declares nothing.
    case "import":
      forgetModifiers()
      return code.kind(index + 1) == .keyword ? index + 2 : index + 1
    case "class", "struct", "enum", "actor", "extension", "protocol":
      if let end = readType(word, index) { return end }
    case "func": return readFunction(index)
    default: break
    }
    guard Self.modifierWords.contains(word) else {
      forgetModifiers()
      return index + 1
    }
    if first == nil { first = index }
    modifiers.insert(word)
    return behindArguments(of: index)
  }

  // MARK: - Types

  private mutating func readType(_ kind: String, _ index: Int) -> Int? {
    guard let (name, end) = code.name(from: index + 1) else { return nil }
    guard let (parents, body) = header(from: end) else { return nil }
    var path = name
    if kind != "extension", case .type(let outer)? = scopes.last { path = [types[outer].path] + name }
    scopes.append(.type(types.count))
    types.append(
      DeclaredType(
        kind: kind, path: path.joined(separator: "."), parents: parents, modifiers: modifiers,
        isGeneric: code.isSign(end, "<"), line: code.lines[index], first: first ?? index,
        condition: condition))
    forgetModifiers()
    return body + 1
  }

  /// `<T>: Base<T>, Other where … {` → `Base`, `Other` and the index of the brace.
  private func header(from start: Int) -> (parents: [String], body: Int)? {
    var parents: [String] = []
    var index = start
    var isList = false
    while index < code.tokens.count {
      if code.isSign(index, "{") { return (parents, index) }
      if code.isSign(index, "}") || code.isSign(index, ";") { return nil }
      if code.isSign(index, "<") {
        index = code.closing(index, "<", ">")
      } else if code.isSign(index, "(") {
        index = code.closing(index, "(", ")")
      } else if code.isSign(index, ":") {
        isList = true
      } else if code.kind(index) == .keyword, code.text(index) == "where" {
        isList = false
      } else if isList, let (name, end) = code.name(from: index) {
        parents.append(name.last ?? "")
        index = end - 1
      }
      index += 1
    }
    return nil
  }

  // MARK: - Functions

  private mutating func readFunction(_ index: Int) -> Int {
    var at = index + 1
    // An operator is a function too, of signs.
    while at < code.tokens.count, code.kind(at) == .punctuation, !code.isSign(at, "(") { at += 1 }
    let name = code.kind(at) == .punctuation ? "" : code.text(at)
    if !name.isEmpty { at += 1 }
    let isGeneric = code.isSign(at, "<")
    if isGeneric { at = code.closing(at, "<", ">") + 1 }
    guard code.isSign(at, "(") else { return at }
    let close = code.closing(at, "(", ")")
    let (result, end) = signature(from: close + 1)
    let first = first ?? index
    add(
      Function(
        name: name, line: code.lines[index], firstLine: code.lines[first], first: first, type: nil,
        modifiers: modifiers, attributes: attributes, hasParameters: close > at + 1,
        returnsValue: !["", "Void", "()"].contains(result), isGeneric: isGeneric,
        parameters: (at + 1)..<max(at + 1, close), arguments: arguments,
        body: code.isSign(end, "{") ? end : nil, condition: condition))
    forgetModifiers()
    guard code.isSign(end, "{") else { return end }
    scopes.append(.other)
    return end + 1
  }

  private mutating func add(_ function: Function) {
    var function = function
    switch scopes.last {
    case .type(let type): function.type = type
    case .other: return
    case nil: break
    }
    functions.append(function)
  }

  /// What it returns, and where its body begins, or what follows when it has none.
  private func signature(from start: Int) -> (result: String, end: Int) {
    var index = start
    var result = ""
    var isResult = false
    while index < code.tokens.count {
      switch code.kind(index) {
      case .keyword:
        let word = code.text(index)
        if word == "where" { isResult = false }
        guard ["async", "throws", "rethrows", "where", "any", "some", "Self", "sending"].contains(word)
        else { return (result, index) }
      case .directive: return (result, index)
      case .punctuation:
        if code.isSign(index, "{") || code.isSign(index, "}") || code.isSign(index, ";") {
          return (result, index)
        }
        if code.isSign(index, "-"), code.isSign(index + 1, ">") {
          isResult = true
          index += 1
        } else if code.isSign(index, "("), !isResult {
          // `throws(Oops)`
          index = code.closing(index, "(", ")")
        } else if isResult {
          result += code.text(index)
        }
      case .identifier, .attribute: if isResult { result += code.text(index) }
      case .text, .textBegin, .textMiddle, .textEnd, .pattern, .number, .space, .newline, .comment, nil:
        return (result, index)
      }
      index += 1
    }
    return (result, index)
  }

  // MARK: - Conditions

  private var condition: Condition {
    let decisive = branches.first { $0.answer == .no } ?? branches.first { $0.answer == .unknown }
    return decisive.map { Condition(answer: $0.answer, words: $0.words) } ?? Condition()
  }

  private mutating func readDirective(_ index: Int) -> Int {
    let word = code.text(index)
    switch word {
    case "#if", "#elseif":
      let (answer, end) = conditions.answer(code, from: index + 1)
      let words = "`\(word) \(code.source(index + 1..<end))`"
      if word == "#if" {
        branches.append(Branch(words: words, first: words, answer: answer, left: !answer, scopes: scopes))
      } else {
        turn(answer, words)
      }
      turns.append((index, condition.answer))
      return end
    case "#else":
      turn(.yes, "the `#else` of \(branches.last?.first ?? "an `#if`")")
      turns.append((index, condition.answer))
    case "#endif":
      _ = branches.popLast()
      turns.append((index, condition.answer))
    default: forgetModifiers()
    }
    return index + 1
  }

  /// Whether the word there is surely built.
  func isBuilt(_ index: Int) -> Bool { answer(index) == .yes }

  /// Whether the word there is surely not built.
  func isLeftOut(_ index: Int) -> Bool { answer(index) == .no }

  private func answer(_ index: Int) -> BuildConditions.Answer {
    var (low, high) = (0, turns.count)
    while low < high {
      let middle = (low + high) / 2
      if turns[middle].index <= index { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? .yes : turns[low - 1].answer
  }

  private mutating func turn(_ answer: BuildConditions.Answer, _ words: String) {
    guard var branch = branches.popLast() else { return }
    branch.answer = branch.left && answer
    branch.left = branch.left && !answer
    branch.words = words
    // What a part opened and did not close is none of its neighbour's.
    scopes = branch.scopes
    branches.append(branch)
  }
}
