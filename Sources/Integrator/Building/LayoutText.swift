import Tokens
import Words

/// What sources say of how values are laid out: all but functions, and what stands in braces behind a
/// property. Where a property's type is what a function gives, the heads of functions say it too.
struct LayoutText {
  private var layout = ContentMark()
  private var heads = ContentMark()
  private var infers = false

  var mark: String {
    var mark = layout
    if infers { mark.add(heads) }
    return mark.text
  }

  init(defined words: [String] = []) {
    for word in words { layout.add(word) }
  }

  /// Modifiers and attributes, until it is known of what.
  private var waiting: [Range<Int>] = []
  private var isInProperty = false

  /// Of one source after the other.
  mutating func add(_ bytes: [UInt8]) {
    let code = TestCode(bytes)
    (waiting, isInProperty) = ([], false)
    var index = 0
    while index < code.tokens.count { index = take(index, of: code) }
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
    if Self.functions.contains(word) {
      let (head, next) = Self.function(index, of: code)
      (waiting, isInProperty) = ([], false)
      Self.add(head, of: code, to: &heads)
      return next
    }
    if code.kind(index) == .attribute || Self.isModifier(index, word, of: code) {
      if Self.startsLine(index, of: code) { isInProperty = false }
      let end = code.isSign(index + 1, "(") ? code.closing(index + 1, "(", ")") + 1 : index + 1
      waiting.append(index..<end)
      return end
    }
    for range in waiting { Self.add(range, of: code, to: &layout) }
    waiting = []
    if isInProperty, code.isSign(index, "{") {
      layout.add("{}")
      return code.closing(index, "{", "}") + 1
    }
    if word == "var" || word == "let" {
      isInProperty = true
      if !Self.isEvident(index, of: code) { infers = true }
    } else if isKeyword && Self.startsLine(index, of: code) || code.isSign(index, "}") {
      isInProperty = false
    }
    Self.add(index..<index + 1, of: code, to: &layout)
    return index + 1
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

  /// Whether its type stands there, or is that of what stands behind the equals sign.
  private static func isEvident(_ property: Int, of code: TestCode) -> Bool {
    guard code.kind(property + 1) == .identifier, code.isSign(property + 2, "=") else {
      return code.isSign(property + 2, ":")
    }
    let value = property + 3
    switch code.kind(value) {
    case .number, .text, .textBegin, .pattern: return true
    case .keyword: return ["true", "false"].contains(code.text(value))
    case .identifier:
      let isType = code.text(value).first?.isUppercase ?? false
      return isType && code.isSign(value + 1, "(")
    case .space, .newline, .comment, .textMiddle, .textEnd, .attribute, .directive, .punctuation, nil:
      return false
    }
  }

  private static func add(_ range: Range<Int>, of code: TestCode, to mark: inout ContentMark) {
    for index in range where index < code.tokens.count { mark.add(code.bytes[code.tokens[index].range]) }
  }
}
