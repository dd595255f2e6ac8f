public import Model

/// The grammar of XCTest's and of Swift Testing's messages of an equality.
extension ComparedValues {
  /// nil when the message tells of something else.
  public init?(message: String) {
    guard let found = Self.ofXCTest(message) ?? Self.ofExpectation(message) else { return nil }
    self = found
  }

  private static func ofXCTest(_ message: String) -> ComparedValues? {
    let lead = "XCTAssertEqual failed: (\""
    guard message.hasPrefix(lead),
      let (first, rest) = split(message.dropFirst(lead.count), at: "\") is not equal to (\"")
    else { return nil }
    func made(_ second: Substring, comment: String = "") -> ComparedValues {
      ComparedValues(Value(String(first)), Value(String(second)), comment: comment)
    }
    // The values of an accuracy are numbers, so that no comment stands before it.
    if let (second, rest) = split(rest, at: "\") +/- (\""), !second.contains("\"") {
      let alone = rest.hasSuffix("\")") ? rest.dropLast(2) : rest
      let (accuracy, comment) = split(rest, at: "\") - ") ?? (alone, "")
      return made(second, comment: "within \(accuracy)" + (comment.isEmpty ? "" : ": \(comment)"))
    }
    if let (second, comment) = split(rest, at: "\") - ") { return made(second, comment: String(comment)) }
    return rest.hasSuffix("\")") ? made(rest.dropLast(2)) : nil
  }

  /// `Expectation failed: (number → 5) == 6`, a comment in the lines behind it.
  private static func ofExpectation(_ message: String) -> ComparedValues? {
    guard message.hasPrefix("Expectation failed: ") else { return nil }
    let body = message.dropFirst("Expectation failed: ".count)
    let expression = body.prefix { $0 != "\n" }
    let comment = body.dropFirst(expression.count + 1)
    guard let place = topLevelEquality(in: expression) else { return nil }
    let left = operand(expression[..<place])
    let right = operand(expression[expression.index(place, offsetBy: 4)...])
    guard let left, let right else { return nil }
    return ComparedValues(left, right, comment: String(comment))
  }

  /// A value in the open: `(expression → value)`, or a literal.
  private static func operand(_ text: Substring) -> Value? {
    if text.hasPrefix("("), text.hasSuffix(")"), let (name, value) = split(text, at: " → ") {
      let expression = name.dropFirst()
      return Value(String(value.dropLast()), of: expression.isEmpty ? nil : String(expression))
    }
    let isLiteral =
      text.first.map { "\"-0123456789[".contains($0) } ?? false || ["true", "false", "nil"].contains(text)
    return isLiteral ? Value(String(text)) : nil
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
}

extension TestFailure {
  /// With the values that its message tells.
  public var withValues: TestFailure {
    var failure = self
    failure.values = failure.values ?? ComparedValues(message: message)
    return failure
  }
}
