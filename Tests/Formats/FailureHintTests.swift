import Formats
import Model
import Testing

@Suite("Hints at what a message does not say")
struct FailureHintTests {
  private func hint(
    _ message: String, _ library: TestLibrary = .xctest, alone: (TestOutcome, Double?)? = nil
  ) -> String? {
    var test = TestCase(id: "T.S/t", library: library, target: "T", suite: "S", name: "t", outcome: .failed)
    let failure = TestFailure(message: message, file: nil, line: nil, kind: .assertion).withValues
    test.failures = [failure]
    if let alone {
      var again = test
      (again.outcome, again.seconds) = alone
      test.attempts = [TestAttempt(test), TestAttempt(again)]
    }
    return FailureHint.of(failure, in: test)
  }

  private func equal(_ first: String, _ second: String) -> String {
    "XCTAssertEqual failed: (\"\(first)\") is not equal to (\"\(second)\")"
  }

  @Test(
    "floats that differ by the noise of rounding",
    arguments: [
      ("0.30000000000000004", "0.3", "6e-17"), ("Optional(0.30000000000000004)", "Optional(0.3)", "6e-17"),
      ("1.0", "0.9999999999999999", "1e-16"), ("-2.220446049250313e-16", "0.0", "2e-16"),
      ("0.7", "0.70000005", "5e-8"), ("100000.000000001", "100000.0", "1e-9"),
      ("1e+300", "1.0000000000000002e+300", "1e284"),
    ])
  func floats(first: String, second: String, difference: String) throws {
    let told = try #require(hint(equal(first, second)))
    #expect(told == "They differ by \(difference): compare them with `accuracy:`.")
    let modern = try #require(hint("Expectation failed: (a → \(first)) == (b → \(second))", .swiftTesting))
    #expect(modern.hasPrefix("They differ by \(difference): compare them with `abs(a - b) < …`"))
  }

  @Test("both sides print the same")
  func same() throws {
    #expect(try #require(hint(equal("User", "User"))).hasPrefix("Both sides print the same"))
    #expect(
      try #require(hint("Expectation failed: (a → Box(1)) == (b → Box(1))", .swiftTesting))
        .hasPrefix("Both sides print the same"))
    #expect(try #require(hint(equal("nan", "nan"))).hasPrefix("NaN is equal to nothing"))
    #expect(try #require(hint(equal("", ""))).hasPrefix("Both sides print the same"))
  }

  @Test("the same elements or lines in another order")
  func order() {
    let elements = "Both have the same 3 elements, in another order."
    #expect(hint(equal("[1, 2, 3]", "[3, 2, 1]")) == elements)
    #expect(hint(equal("[\"a, b\", \"c]\", \"d\"]", "[\"d\", \"a, b\", \"c]\"]")) == elements)
    #expect(hint(equal("[[1, 2], [], P(x: 1, y: 2)]", "[P(x: 1, y: 2), [1, 2], []]")) == elements)
    #expect(hint("Expectation failed: (a → [1, 2, 2]) == (b → [2, 1, 2])", .swiftTesting) == elements)
    #expect(hint(equal("a\nb", "b\na")) == "Both have the same 2 lines, in another order.")
  }

  @Test("a wait that its test nearly needs when it is alone")
  func waits() {
    let message =
      "Asynchronous wait failed: Exceeded timeout of 1 seconds, with unfulfilled expectations: \"done\"."
    #expect(
      hint(message, alone: (.passed, 0.9))
        == "Alone it passed, and took 0.90 of the 1.0 s that it waits: give it more time.")
    #expect(
      hint("Time limit was exceeded: 60.000 seconds", .swiftTesting, alone: (.passed, 45.5))
        == "Alone it passed, and took 45.50 of the 60.0 s that it waits: give it more time.")
    #expect(hint(message) == nil)
    #expect(hint(message, alone: (.passed, 0.1)) == nil)
    #expect(hint(message, alone: (.passed, nil)) == nil)
    #expect(hint(message, alone: (.failed, 0.9)) == nil)
  }

  @Test(
    "nothing of ordinary failures",
    arguments: [
      ("1", "2"), ("1.5", "1.6"), ("0.1", "0.2"),
      ("9007199254740993", "9007199254740992"),
      ("[1, 2]", "[1, 3]"), ("[1, 2]", "[1, 2, 3]"), ("hello", "Hello"), ("nil", "Optional(1)"),
      ("true", "false"),
      ("0.0", "1e-05"), ("a, b", "b, a"), ("[12]", "[21]"), ("1.2.3", "1.2.30000000000000004"),
      ("nan", "1.0"),
      ("inf", "-inf"), ("[a\"]", "[\"a]"), ("a\nb", "a\nc"), ("2026.1120", "2026.1121"),
    ])
  func none(first: String, second: String) {
    #expect(hint(equal(first, second)) == nil)
    #expect(hint("Expectation failed: (a → \(first)) == (b → \(second))", .swiftTesting) == nil)
  }

  @Test(
    "nothing where nothing was compared, or how exactly was said",
    arguments: [
      "XCTAssertEqual failed: (\"0.30000000000000004\") is not equal to (\"0.3\") +/- (\"0.0\")",
      "XCTAssertTrue failed", "failed - 0.1", "threw error \"x\"", "", "Expectation failed: a == b",
      "XCTAssertNotEqual failed: (\"1\") is equal to (\"1\")",
    ])
  func others(message: String) {
    #expect(hint(message) == nil)
  }
}
