internal import Tokens

/// Finds, in Swift source, the arguments that are the message of an assertion: `precondition(x > 0, "here")`.
///
/// Tokens and a stack of brackets, no parser: what it can't make sense of, it passes over.
struct AssertionMessages {
  /// Offsets of bytes: where the name of the called function begins, and where its message does.
  struct Message: Equatable {
    var callee: Int
    var start: Int
  }

  /// How many unlabelled arguments stand before the message.
  private static let messageIndex: [String: Int] = {
    let first = ["fatalError", "preconditionFailure", "assertionFailure"]
    let second = [
      "assert", "precondition", "XCTAssert", "XCTAssertTrue", "XCTAssertFalse", "XCTAssertNil",
      "XCTAssertNotNil", "XCTAssertNoThrow", "XCTAssertThrowsError", "XCTUnwrap", "XCTSkipIf",
      "XCTSkipUnless",
      "#expect", "#require",
    ]
    let third = [
      "XCTAssertEqual", "XCTAssertNotEqual", "XCTAssertIdentical", "XCTAssertNotIdentical",
      "XCTAssertGreaterThan", "XCTAssertGreaterThanOrEqual", "XCTAssertLessThan", "XCTAssertLessThanOrEqual",
    ]
    let all = first.map { ($0, 0) } + second.map { ($0, 1) } + third.map { ($0, 2) }
    return Dictionary(all) { a, _ in a }
  }()
  private static let longestName = 32
  /// What these names are members of when they are still the ones meant here.
  private static let modules: Set<String> = ["Swift", "XCTest", "Testing"]

  private struct Call {
    var callee: Int
    var messageIndex: Int
    var arguments = 0
  }

  private enum Bracket {
    /// A call of an assertion, or any other list in parentheses.
    case parenthesis(Call?)
    case square
    case brace
    /// Inside of a text: when it closes, the text goes on.
    case interpolation
  }

  private struct Word {
    var range: Range<Int>
    var isMember: Bool
    var isFunc = false
    var qualifier: Range<Int>?
  }

  private let bytes: [UInt8]
  private var brackets: [Bracket] = []
  private var found: [Message] = []
  /// The word just before, when nothing but blanks of its line stands between.
  private var lastWord: Word?
  /// The word before a point.
  private var owner: Word?
  private var followsPoint = false
  private var isArgumentStart = false

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Every message, by its place in the file.
  static func messages(in source: [UInt8]) -> [Message] {
    var scan = AssertionMessages(source)
    for token in SourceTokens(source) { scan.take(token) }
    return scan.found
  }

  private mutating func take(_ token: SourceToken) {
    if isArgumentStart, !token.kind.isBlank { beginArgument(token) }
    switch token.kind {
    case .space, .comment: break
    case .newline: lastWord = nil
    case .identifier, .keyword, .number, .directive: word(token)
    case .punctuation: punctuation(bytes[token.start], token)
    case .textBegin:
      brackets.append(.interpolation)
      forget()
    case .textMiddle:
      closeInterpolation()
      brackets.append(.interpolation)
    case .textEnd: closeInterpolation()
    case .text, .pattern, .attribute: forget()
    }
  }

  private mutating func forget() {
    lastWord = nil
    owner = nil
    followsPoint = false
  }

  private mutating func word(_ token: SourceToken) {
    var word = Word(range: token.range, isMember: followsPoint)
    if followsPoint, let owner, !owner.isMember { word.qualifier = owner.range }
    if !followsPoint, let lastWord, lastWord.isFunc { word.isMember = true }
    word.isFunc = token.kind == .keyword && bytes[token.range].elementsEqual("func".utf8)
    forget()
    lastWord = word
  }

  private mutating func punctuation(_ byte: UInt8, _ token: SourceToken) {
    let before = lastWord
    forget()
    switch byte {
    case UInt8(ascii: "."):
      owner = before
      followsPoint = true
    case UInt8(ascii: ","): isArgumentStart = true
    case UInt8(ascii: "("):
      let call = before.flatMap(call)
      brackets.append(.parenthesis(call))
      isArgumentStart = call != nil
    case UInt8(ascii: "["): open(.square)
    case UInt8(ascii: "{"): open(.brace)
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): close(byte)
    default: break
    }
  }

  private func text(_ range: Range<Int>) -> String {
    guard range.count <= Self.longestName else { return "" }
    return String(decoding: bytes[range], as: UTF8.self)
  }

  /// The call that a parenthesis behind the word opens, when it is one of an assertion.
  private func call(_ word: Word) -> Call? {
    guard let index = Self.messageIndex[text(word.range)] else { return nil }
    if word.isMember, !(word.qualifier.map { Self.modules.contains(text($0)) } ?? false) { return nil }
    return Call(callee: word.range.lowerBound, messageIndex: index)
  }

  private mutating func open(_ bracket: Bracket) {
    brackets.append(bracket)
    isArgumentStart = false
  }

  private mutating func close(_ byte: UInt8) {
    isArgumentStart = false
    switch (brackets.last, byte) {
    case (.parenthesis, UInt8(ascii: ")")), (.square, UInt8(ascii: "]")), (.brace, UInt8(ascii: "}")):
      brackets.removeLast()
    default: break
    }
  }

  /// With whatever was left open inside of it.
  private mutating func closeInterpolation() {
    forget()
    isArgumentStart = false
    while let bracket = brackets.popLast() {
      if case .interpolation = bracket { return }
    }
  }

  /// The first token of an argument has been reached: notes it when it is the message.
  private mutating func beginArgument(_ token: SourceToken) {
    isArgumentStart = false
    guard case .parenthesis(var call?)? = brackets.last, !isLabel(token) else { return }
    // More commas than arguments come from `Dictionary<Int, String>`: nothing behind the condition is one.
    if call.arguments >= call.messageIndex, bytes[token.start] != UInt8(ascii: ")") {
      found.append(Message(callee: call.callee, start: token.start))
    }
    call.arguments += 1
    brackets[brackets.count - 1] = .parenthesis(call)
  }

  private func isLabel(_ token: SourceToken) -> Bool {
    guard token.kind == .identifier || token.kind == .keyword else { return false }
    let next = bytes[token.end...].first { $0 != 0x20 && $0 != 0x09 }
    return next == UInt8(ascii: ":")
  }
}
