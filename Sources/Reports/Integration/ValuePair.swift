/// The two values of an equality that did not hold, with the parts in which they differ.
struct ValuePair: Equatable {
  struct Value: Equatable {
    /// The expression, when the message names one.
    var name: String
    var parts: [ValueDifference.Part]
  }

  var first: Value
  var second: Value
  /// What the author of the test said about it.
  var comment: String

  /// nil when the message tells of something else.
  static func of(message: String) -> ValuePair? {
    if message.hasPrefix("XCTAssertEqual failed: (\"") { return ofXCTest(message) }
    return ofExpectation(message)
  }

  private static func ofXCTest(_ message: String) -> ValuePair? {
    let parts = split(message.dropFirst("XCTAssertEqual failed: (\"".count), at: "\") is not equal to (\"")
    guard let parts else { return nil }
    if let (second, comment) = split(parts.1, at: "\") - ") {
      return made("", parts.0, "", second, comment: comment)
    }
    if let (second, accuracy) = split(parts.1, at: "\") +/- (\"") {
      return made("", parts.0, "", second, comment: "within " + accuracy.replacing("\")", with: ""))
    }
    guard parts.1.hasSuffix("\")") else { return nil }
    return made("", parts.0, "", parts.1.dropLast(2), comment: "")
  }

  /// `Expectation failed: (number → 5) == 6`, a comment in the lines behind it.
  private static func ofExpectation(_ message: String) -> ValuePair? {
    guard message.hasPrefix("Expectation failed: ") else { return nil }
    let body = message.dropFirst("Expectation failed: ".count)
    let expression = body.prefix { $0 != "\n" }
    let comment = body.dropFirst(expression.count + 1)
    guard let place = topLevelEquality(in: expression) else { return nil }
    let left = operand(expression[..<place])
    let right = operand(expression[expression.index(place, offsetBy: 4)...])
    guard let left, let right else { return nil }
    return made(left.name, left.value, right.name, right.value, comment: comment)
  }

  /// A value in the open: `(expression → value)`, or a literal.
  private static func operand(_ text: Substring) -> (name: Substring, value: Substring)? {
    if text.hasPrefix("("), text.hasSuffix(")"), let (name, value) = split(text, at: " → ") {
      return (name.dropFirst(), value.dropLast())
    }
    let isLiteral =
      text.first.map { "\"-0123456789[".contains($0) } ?? false || ["true", "false", "nil"].contains(text)
    return isLiteral ? ("", text) : nil
  }

  private static func topLevelEquality(in text: Substring) -> Substring.Index? {
    var depth = 0
    var isQuoted = false
    var index = text.startIndex
    while index < text.endIndex {
      let character = text[index]
      if character == "\\", isQuoted {
        index = text.index(index, offsetBy: 2, limitedBy: text.endIndex) ?? text.endIndex
        continue
      }
      if character == "\"" { isQuoted.toggle() }
      if !isQuoted {
        if "([{".contains(character) { depth += 1 }
        if ")]}".contains(character) { depth -= 1 }
        if depth == 0, text[index...].hasPrefix(" == ") { return index }
      }
      index = text.index(after: index)
    }
    return nil
  }

  private static func split(_ text: Substring, at mark: String) -> (Substring, Substring)? {
    guard let range = text.firstRange(of: mark) else { return nil }
    return (text[..<range.lowerBound], text[range.upperBound...])
  }

  private static func made(
    _ firstName: Substring, _ first: Substring, _ secondName: Substring, _ second: Substring,
    comment: some StringProtocol
  ) -> ValuePair {
    let difference = ValueDifference(first, second)
    return ValuePair(
      first: Value(name: String(firstName), parts: difference.first),
      second: Value(name: String(secondName), parts: difference.second), comment: String(comment))
  }
}
