import Tokens
import Words

/// What sources say that others may be compiled with: all but what stands in braces behind a function or a
/// property, unless others have copies of it. Of a function or a computed property that no other module sees,
/// and that takes no place in a table, nothing; but what imports a module for tests sees these too. What is
/// private to a source and in no type counts where that source has what may be laid out by it.
struct InterfaceText {
  private var content = ContentMark()
  private var inside = ContentMark()

  var mark: String { content.text }
  /// With what only tests see.
  var markInside: String { inside.text }

  /// Whether a variable of a value has its type of what another source may tell: what such a value is made of
  /// is not written down.
  private(set) var infers = false
  /// The members of other types that variables and cases are of: where protocols ask for one, another source
  /// may tell what it is.
  private(set) var members: Set<String> = []
  private var aliases = ContentMark()
  /// Of what names of types mean beside the types.
  var markOfAliases: String { aliases.text }

  /// Of one source alone.
  init(of source: [UInt8]) {
    self.init()
    add(source)
  }

  init(defined words: [String] = []) {
    for word in words { add(word) }
  }

  /// Modifiers and attributes, until it is known of what.
  private var waiting: [Range<Int>] = []
  private var isInProperty = false
  /// In how many types it is.
  private var depth = 0
  private var isCopied = false
  /// Nothing outside sees it but tests.
  private var isInside = false
  /// A class has a table of its methods; what a protocol or an extension gives others says so itself alone.
  private var hasTables = false
  /// What is private to the source and in no type. Only what is laid out there may have it from there.
  private var own: [Range<Int>] = []

  /// Of one source after the other.
  mutating func add(_ bytes: [UInt8]) {
    let code = TestCode(bytes)
    (waiting, isInProperty, depth, own) = ([], false, 0, [])
    hasTables = Self.hasTables(code)
    let inferred = infers
    infers = false
    var index = 0
    while index < code.tokens.count { index = take(index, of: code) }
    isInside = true
    for range in infers ? own : [] { add(range, of: code) }
    isInside = false
    infers = infers || inferred
  }

  /// Where it goes on.
  private mutating func take(_ index: Int, of code: TestCode) -> Int {
    if code.isSign(index, ";") {
      isInProperty = false
      return index + 1
    }
    let isKeyword = code.kind(index) == .keyword && !code.isSign(index - 1, ".")
    let word = isKeyword ? code.text(index) : ""
    if word == "import" { return Self.nextLine(index, of: code) }
    addMeaning(index, word, of: code)
    if word == "case" { members.formUnion(InferredType(code: code).members(from: index + 2)) }
    if Self.functions.contains(word) {
      let (head, next) = Self.function(index, of: code)
      isInside = !hasTables && !waiting.contains { Self.seen.contains(code.text($0.lowerBound)) }
      for range in waiting + [head] { add(range, of: code) }
      if isToBeCopied(code) {
        add(head.upperBound..<next, of: code)
      } else if code.isSign(head.upperBound, "{") {
        addAccessors(head.upperBound..<next, of: code)
      }
      isInside = false
      (waiting, isInProperty) = ([], false)
      return next
    }
    if code.kind(index) == .attribute || Self.isModifier(index, word, of: code) {
      if Self.startsLine(index, of: code) { isInProperty = false }
      let end = code.isSign(index + 1, "(") ? code.closing(index + 1, "(", ")") + 1 : index + 1
      waiting.append(index..<end)
      return end
    }
    if word == "var" || word == "let" {
      isCopied = isToBeCopied(code)
      addStored(index, of: code)
      if let next = takeInside(index, of: code) { return next }
    }
    for range in waiting { add(range, of: code) }
    waiting = []
    if isInProperty, code.isSign(index, "{") {
      let end = code.closing(index, "{", "}") + 1
      add("{}")
      if isCopied { add(index..<end, of: code) } else { addAccessors(index..<end, of: code) }
      return end
    }
    if word == "var" || word == "let" {
      isInProperty = true
    } else if isKeyword && Self.startsLine(index, of: code) || code.isSign(index, "}") {
      isInProperty = false
    }
    depth += code.isSign(index, "{") ? 1 : code.isSign(index, "}") ? -1 : 0
    add(index..<index + 1, of: code)
    return index + 1
  }

  /// A variable that no other module sees, and that is no part of what others do; where it goes on.
  private mutating func takeInside(_ index: Int, of code: TestCode) -> Int? {
    let isGlobal = isOwnGlobal(code)
    let braces = computed(index, isGlobal: isGlobal, of: code)
    guard braces != nil || isGlobal else { return nil }
    let end = braces?.lowerBound ?? Self.next(from: index + 1, of: code) { _ in false }
    // What a hidden type is, others may be told by what they see.
    guard !(index..<end).contains(where: { code.text($0) == "some" }) else { return nil }
    if isGlobal {
      own += waiting + [index..<end]
      (waiting, isInProperty) = ([], false)
      return braces?.upperBound ?? end
    }
    isInside = true
    for range in waiting + [index..<end] { add(range, of: code) }
    if let braces {
      add("{}")
      addAccessors(braces, of: code)
    }
    (waiting, isInProperty, isInside) = ([], false, false)
    return braces?.upperBound ?? end
  }

  /// Only its source sees it, and it is a part of nothing.
  private func isOwnGlobal(_ code: TestCode) -> Bool {
    depth == 0 && !waiting.isEmpty
      && waiting.allSatisfy { $0.count == 1 && Self.ownWords.contains(code.text($0.lowerBound)) }
  }

  /// The braces of a variable that holds nothing, no other module sees, and has no place in a table.
  private func computed(_ index: Int, isGlobal: Bool, of code: TestCode) -> Range<Int>? {
    guard !hasTables || isGlobal, code.text(index) == "var", code.isSign(index + 2, ":"),
      waiting.allSatisfy({ code.kind($0.lowerBound) != .attribute }),
      !waiting.contains(where: { Self.seen.contains(code.text($0.lowerBound)) })
    else { return nil }
    let brace = Self.next(from: index + 3, of: code) { place in
      ["=", "{", ","].contains { code.isSign(place, $0) }
    }
    guard code.isSign(brace, "{"), code.kind(brace + 1) != .attribute,
      !["willSet", "didSet", "init"].contains(code.text(brace + 1))
    else { return nil }
    let end = code.closing(brace, "{", "}") + 1
    return code.isSign(end, ",") ? nil : brace..<end
  }

  /// Where it ends, or something else begins. What may belong to it or not is taken for that.
  private static func next(from start: Int, of code: TestCode, where isEnd: (Int) -> Bool) -> Int {
    var index = start
    while index < code.tokens.count {
      if isEnd(index) || code.isSign(index, ";") || code.isSign(index, "}") { return index }
      if startsLine(index, of: code), code.kind(index) != .punctuation { return index }
      let bracket = brackets.first { code.isSign(index, $0.opening) }
      if let bracket { index = code.closing(index, bracket.opening, bracket.closing) }
      index += 1
    }
    return index
  }

  /// Of all others the linker knows the type.
  private mutating func addStored(_ index: Int, of code: TestCode) {
    guard depth > 0, !waiting.contains(where: { ["static", "class"].contains(code.text($0.lowerBound)) })
    else { return }
    let type = InferredType(code: code)
    infers = infers || type.isToldElsewhere(index)
    if code.isSign(index + 2, ":") { members.formUnion(type.members(from: index + 3)) }
  }

  /// What a name means that stands for a type, or makes a value of one.
  private mutating func addMeaning(_ index: Int, _ word: String, of code: TestCode) {
    var end = index
    switch word {
    case "typealias", "associatedtype": end = Self.nextLine(index, of: code)
    case "struct", "class", "enum", "actor":
      if code.isSign(index + 2, "<") { end = code.closing(index + 2, "<", ">") + 1 }
    case "init":
      if code.isSign(index + 1, "?") || code.isSign(index + 1, "!") { end = index + 2 }
    default: break
    }
    for place in index..<min(end, code.tokens.count) { aliases.add(code.bytes[code.tokens[place].range]) }
  }

  /// Whether a function without a word of its own may be called, or counted, from elsewhere. A macro makes of
  /// all that a type has what others see.
  private static func hasTables(_ code: TestCode) -> Bool {
    code.tokens.indices.contains { index in
      if code.kind(index) == .attribute {
        let name = code.text(index).dropFirst()
        return name.first?.isUppercase ?? true && !usualAttributes.contains(name)
      }
      guard code.kind(index) == .keyword || code.kind(index) == .identifier else { return false }
      return switch code.text(index) {
      case "class", "actor", "protocol":
        code.kind(index + 1) == .identifier && !functions.contains(code.text(index + 1))
      case "extension": ["public", "package", "open"].contains(code.text(index - 1))
      default: false
      }
    }
  }

  /// The compiler may put its body into what uses it.
  private func isToBeCopied(_ code: TestCode) -> Bool {
    waiting.contains { Self.copied.contains(code.text($0.lowerBound)) }
  }

  /// Which of them there are, and what these may do.
  private mutating func addAccessors(_ braces: Range<Int>, of code: TestCode) {
    var index = braces.lowerBound + 1
    while index < braces.upperBound - 1 {
      if code.isSign(index, "{") {
        index = code.closing(index, "{", "}") + 1
        continue
      }
      if Self.accessors.contains(code.text(index)) { add(code.text(index)) }
      index += 1
    }
  }

  private static let functions: Set<String> = ["func", "init", "deinit", "subscript"]
  private static let modifiers: Set<String> = [
    "public", "private", "fileprivate", "internal", "package", "open", "static", "final", "override",
    "mutating", "nonmutating", "required", "convenience", "lazy", "weak", "unowned", "nonisolated", "dynamic",
    "indirect", "prefix", "infix", "postfix", "consuming", "borrowing", "optional", "isolated", "distributed",
  ]
  private static let beginnings: Set<String> = functions.union(modifiers).union([
    "var", "let", "case", "struct", "class", "enum", "actor", "protocol", "extension", "typealias",
    "associatedtype", "import", "operator", "precedencegroup", "macro",
  ])

  private static func isModifier(_ index: Int, _ word: String, of code: TestCode) -> Bool {
    // Some are words like others elsewhere.
    let text = word.isEmpty && code.kind(index) == .identifier ? code.text(index) : word
    let next = code.text(index + 1)
    if text == "class" { return functions.contains(next) || modifiers.contains(next) || next == "var" }
    guard modifiers.contains(text) else { return false }
    return code.isSign(index + 1, "(") || beginnings.contains(next) || code.kind(index + 1) == .attribute
  }

  private static func startsLine(_ index: Int, of code: TestCode) -> Bool {
    index == 0 || code.lines[index] > code.lines[index - 1]
  }

  private static func nextLine(_ start: Int, of code: TestCode) -> Int {
    code.tokens.indices[start...].first { code.lines[$0] > code.lines[start] } ?? code.tokens.count
  }

  /// Its head, and where it ends: those of a protocol have no body.
  private static func function(_ start: Int, of code: TestCode) -> (head: Range<Int>, next: Int) {
    var index = start + 1
    while index < code.tokens.count {
      if code.isSign(index, "(") || code.isSign(index, "[") {
        index = code.isSign(index, "(") ? code.closing(index, "(", ")") : code.closing(index, "[", "]")
      } else if code.isSign(index, "{") {
        return (start..<index, code.closing(index, "{", "}") + 1)
      } else if code.isSign(index, "}") || code.isSign(index, ";") {
        return (start..<index, index)
      } else if startsLine(index, of: code), index > start + 1 {
        let isNext = code.kind(index) == .attribute || code.kind(index) == .directive
        if isNext || beginnings.contains(code.text(index)) { return (start..<index, index) }
      }
      index += 1
    }
    return (start..<code.tokens.count, code.tokens.count)
  }

  private mutating func add(_ range: Range<Int>, of code: TestCode) {
    for index in range where index < code.tokens.count {
      let bytes = code.bytes[code.tokens[index].range]
      inside.add(bytes)
      if !isInside { content.add(bytes) }
    }
  }

  private mutating func add(_ word: String) {
    inside.add(word)
    if !isInside { content.add(word) }
  }

  private static let copied: Set<String> = ["@inlinable", "@_alwaysEmitIntoClient", "@_transparent"]
  private static let seen: Set<String> = copied.union(["public", "package", "open", "@usableFromInline"])
  /// Of the language, that begin as macros do.
  private static let usualAttributes: Set<Substring> = ["MainActor", "Sendable", "TaskLocal"]
  private static let brackets: [(opening: Unicode.Scalar, closing: Unicode.Scalar)] = [
    ("(", ")"), ("[", "]"), ("{", "}"),
  ]
  private static let ownWords: Set<String> = ["private", "fileprivate"]
  private static let accessors: Set<String> = [
    "get", "set", "_read", "_modify", "read", "modify", "willSet", "didSet", "init", "unsafeAddress",
    "unsafeMutableAddress", "async", "throws", "mutating", "nonmutating", "yielding",
  ]
}
