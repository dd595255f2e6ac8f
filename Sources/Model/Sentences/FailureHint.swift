import Words

/// What is easily overlooked in a failure whose text says nothing of it. Of an ordinary one there is none.
public enum FailureHint {
  public static func of(_ failure: TestFailure, in test: TestCase) -> String? {
    if let wait = wait(failure, test) { return wait }
    guard let values = failure.values else { return nil }
    // `within 0.5`: whoever compares like this knows about it.
    if failure.message.hasPrefix("XCTAssertEqual failed"), failure.message.contains("\") +/- (\"") {
      return nil
    }
    let (first, second) = (values.first.value, values.second.value)
    return same(first, second) ?? floats(first, second, test.library) ?? order(first, second)
  }

  // MARK: - Both sides print the same

  private static func same(_ first: String, _ second: String) -> String? {
    guard Array(first.unicodeScalars) == Array(second.unicodeScalars) else { return nil }
    if let number = Double(bare(first)), number.isNaN {
      return "NaN is equal to nothing, not even to itself: ask for `isNaN`."
    }
    return "Both sides print the same: they differ in something that is not printed, such as their type, or "
      + "a property that `description` leaves out."
  }

  // MARK: - Floats

  /// Noise of the last digits: of a `Double`, or of a `Float` as it is printed.
  private static func floats(_ first: String, _ second: String, _ library: TestLibrary) -> String? {
    let (a, b) = (bare(first), bare(second))
    guard isDecimal(a), isDecimal(b), let x = Double(a), let y = Double(b), x != y else { return nil }
    let difference = abs(x - y)
    let largest = max(abs(x), abs(y))
    let isNoise: Bool
    if min(abs(x), abs(y)) == 0 {
      isNoise = largest < 1e-12
    } else {
      let isOfFloats = isFloat(a) && isFloat(b) && max(digits(a), digits(b)) >= 7
      isNoise = difference / largest < 1e-13 || (isOfFloats && difference / largest < 3e-7)
    }
    guard isNoise else { return nil }
    let advice =
      library == .xctest
      ? "compare them with `accuracy:`" : "compare them with `abs(a - b) < …`, because floats round"
    return "They differ by \(text(difference)): \(advice)."
  }

  /// What stands in an optional is meant.
  private static func bare(_ text: String) -> String {
    var text = text[...]
    while text.hasPrefix("Optional("), text.hasSuffix(")") { text = text.dropFirst(9).dropLast() }
    return String(text)
  }

  /// As Swift prints a float: integers never have a point.
  private static func isDecimal(_ text: String) -> Bool {
    text.contains { $0 == "." || $0 == "e" } && !text.isEmpty
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.e".utf8.contains($0) }
  }

  /// Printed from a `Float`, or from what one can hold.
  private static func isFloat(_ text: String) -> Bool {
    guard let value = Float(text) else { return false }
    return "\(value)" == text
  }

  private static func digits(_ text: String) -> Int {
    text.prefix { $0 != "e" }.filter(\.isNumber).drop { $0 == "0" }.count
  }

  /// One digit: "4e-17".
  private static func text(_ difference: Double) -> String {
    var (value, exponent) = (difference, 0)
    while value >= 9.5 { (value, exponent) = (value / 10, exponent + 1) }
    while value > 0, value < 0.95 { (value, exponent) = (value * 10, exponent - 1) }
    let digit = Int(value.rounded())
    return exponent == 0 ? "\(digit)" : "\(digit)e\(exponent)"
  }

  // MARK: - Order

  private static func order(_ first: String, _ second: String) -> String? {
    if let (a, b) = both(first, second, elements), a.count > 1, a != b, a.sorted() == b.sorted() {
      return "Both have the same \(Figures.grouped(a.count)) elements, in another order."
    }
    if let (a, b) = both(first, second, lines), a.count > 1, a != b, a.sorted() == b.sorted() {
      return "Both have the same \(Figures.grouped(a.count)) lines, in another order."
    }
    return nil
  }

  private static func both(
    _ first: String, _ second: String, _ parts: (String) -> [String]?
  ) -> ([String], [String])? {
    guard first.utf8.count == second.utf8.count, first.utf8.count < 100_000, let a = parts(first),
      let b = parts(second)
    else { return nil }
    return (a, b)
  }

  private static func lines(_ text: String) -> [String]? {
    text.utf8.contains(0x0A) ? text.split(separator: "\n").map(String.init) : nil
  }

  /// The elements of an array as Swift prints it, those of arrays within it together.
  private static func elements(_ text: String) -> [String]? {
    let text = bare(text)
    guard text.hasPrefix("["), text.hasSuffix("]"), text.count > 2 else { return nil }
    var elements: [String] = []
    var element = ""
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    for character in text.dropFirst().dropLast() {
      if isEscaped {
        isEscaped = false
      } else if isQuoted {
        isEscaped = character == "\\"
        if character == "\"" { isQuoted = false }
      } else if character == "\"" {
        isQuoted = true
      } else if "([{<".contains(character) {
        depth += 1
      } else if ")]}>".contains(character) {
        depth -= 1
        if depth < 0 { return nil }
      } else if character == ",", depth == 0 {
        elements.append(element)
        element = ""
        continue
      }
      element.append(character)
    }
    guard depth == 0, !isQuoted else { return nil }
    return (elements + [element]).map { String($0.drop { $0 == " " }) }
  }

  // MARK: - Waiting

  /// A limit that was passed here, and nearly reached where the test passed.
  private static func wait(_ failure: TestFailure, _ test: TestCase) -> String? {
    guard let limit = limit(failure.message), limit > 0 else { return nil }
    let took = test.attempts.filter(\.hasPassed).compactMap(\.seconds).max()
    guard let took, took >= limit / 2, took < limit else { return nil }
    return
      "Alone it passed, and took \(fraction(took)) of the \(fraction(limit)) s that it waits: "
      + "give it more time."
  }

  /// "Exceeded timeout of 1 seconds" of XCTest, "Time limit was exceeded: 60.000 seconds" of Swift Testing.
  private static func limit(_ message: String) -> Double? {
    if let found = message.firstMatch(of: /Exceeded timeout of ([0-9.]+) seconds/) { return Double(found.1) }
    if let found = message.firstMatch(of: /Time limit was exceeded: ([0-9.]+) seconds/) {
      return Double(found.1)
    }
    return nil
  }

  /// Two decimals below ten, none where it is whole.
  private static func fraction(_ seconds: Double) -> String {
    let hundredths = Int((seconds * 100).rounded())
    if hundredths % 100 == 0 { return "\(hundredths / 100).0" }
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
