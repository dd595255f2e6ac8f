import Foundation
import Model
import Testing

@Suite("A difference told as text")
struct ToldDifferenceTests {
  private func told(_ message: String) -> [String]? {
    ToldDifference(message: message)?.lines.map { line in
      switch line.kind {
      case .same: "=" + line.text
      case .removed: "-" + line.text
      case .added: "+" + line.text
      case .place: line.text
      }
    }
  }

  @Test("lines behind – and +, with what is said above, as helpers of argument-parser print them")
  func dashes() throws {
    let message =
      "Actual output does not match the expected output:\n–USAGE: a\n+USAGE: b\n \n   -h  help\n \n"
    let found = try #require(ToldDifference(message: message))
    #expect(found.lead == "Actual output does not match the expected output:" && found.rest == "")
    #expect(told(message) == ["-USAGE: a", "+USAGE: b", "=", "=  -h  help"])
    #expect(found.firstPair == ("USAGE: a", "USAGE: b"))
  }

  @Test(
    "indented ones behind − with a blank behind each mark, as CustomDump prints them, and what is said below")
  func indented() throws {
    let message =
      "Differs:\n\n      User(\n    −   name: \"a\"\n    +   name: \"b\"\n      )\n\n(First: −, Second: +)"
    let found = try #require(ToldDifference(message: message))
    #expect(found.rest == "(First: −, Second: +)")
    #expect(told(message) == ["=User(", "-  name: \"a\"", "+  name: \"b\"", "=)"])
  }

  @Test("a dash in what both sides have is none of the marks")
  func dashesWithin() {
    #expect(
      told("No:\n OPTIONS:\n   -h, --help  Help\n–  -v  Loud\n+  -v  Louder\n")
        == ["=OPTIONS:", "=  -h, --help  Help", "-  -v  Loud", "+  -v  Louder"])
  }

  @Test("hunks of a unified diff keep their places")
  func hunks() {
    let message = "Snapshot does not match:\n@@ −1,3 +1,3 @@\n\u{2007}same\n−old\n+new"
    #expect(told(message) == ["@@ −1,3 +1,3 @@", "=same", "-old", "+new"])
  }

  @Test("one side alone counts among lines that both have")
  func oneSide() {
    #expect(told("Differs:\n a\n–b\n c\n") == ["=a", "-b", "=c"])
    #expect(told("Differs:\n a\n+b\n c\n") == ["=a", "+b", "=c"])
  }

  @Test(
    "what only looks like one is a message",
    arguments: [
      "one line", "", "a list:\n- one\n- two", "a list:\n - one\n - two\nend", "sum:\n+ 1", "– alone",
      "XCTAssertEqual failed: (\"-1\") is not equal to (\"+1\")", "a\n\n\nb", "–a\n+b", "terms:\n–one",
    ])
  func none(message: String) {
    #expect(ToldDifference(message: message) == nil)
  }

  @Test(
    "a failure in one line: both values, the first lines that differ, or the message without its beginning")
  func short() {
    func short(_ message: String, _ values: ComparedValues? = nil) -> String {
      var failure = TestFailure(message: message, file: nil, line: nil, kind: .assertion)
      failure.values = values
      return failure.inShort
    }
    typealias Value = ComparedValues.Value
    #expect(short("failed - it  broke\n\n  badly ") == "it  broke badly")
    #expect(short("failed - no:\n same\n–old  a\n+new b") == "– old a  + new b")
    #expect(short("x", ComparedValues(Value("1"), Value("2"), comment: "why")) == "1 ≠ 2: why")
    #expect(
      short("x", ComparedValues(Value("1"), Value("2"), comment: "within 0.5")) == "1 ≠ 2 (not within 0.5)")
    #expect(short("x", ComparedValues(Value("a\nb\nc"), Value("a\nB\nc"))) == "line 2: b ≠ B")
    #expect(short("x", ComparedValues(Value("a\nb\nc"), Value("a\nb"))) == "only the first has line 3: c")
    #expect(
      short("x", ComparedValues(Value("a\n- b\n"), Value("a\n- x\n- b\n"), comment: "why"))
        == "only the second has line 2: - x: why")
    #expect(short("x", ComparedValues(Value("a\nb"), Value("a b"), comment: "why")) == "a↵b ≠ a b: why")
    #expect(short("x", ComparedValues(Value("a "), Value("a"))) == "a· ≠ a")
    #expect(short("x", ComparedValues(Value("abc"), Value(""))) == "abc ≠ \"\"")
    #expect(short("x", ComparedValues(Value("a.."), Value("a  "))) == "a.. ≠ a··")
    #expect(short("x", ComparedValues(Value("  a b"), Value("c\t"))) == "··a b ≠ c→")
    #expect(short("failed - no:\n same\n–old \n+old") == "– old·  + old")
    #expect(short("x", ComparedValues(Value("nan"), Value("nan"))) == "unequal, though both read nan")
  }

  @Test("what is too many to be kept is counted all the same")
  func left() throws {
    var test = TestCase(
      id: "T.S/a", library: .xctest, target: "T", suite: "S", name: "a", outcome: .failed)
    test.failures = (0..<3).map { TestFailure(message: "\($0)", file: nil, line: nil, kind: .other) }
    test.failures.append(.left(2000))
    #expect(test.failures.failureCount == 2003 && test.moreFailures == "; 2,002 more failures")
    let bytes = try JSONEncoder().encode(test.failures)
    #expect(try JSONDecoder().decode([TestFailure].self, from: bytes) == test.failures)
    #expect(String(decoding: bytes, as: UTF8.self).components(separatedBy: "standsFor").count == 2)
  }

  @Test(
    "in few words a failure goes without what its framework says before it, where something follows",
    arguments: [
      ("XCTUnwrap failed: expected non-nil value of type \"Int\"", "expected non-nil value of type \"Int\""),
      ("XCTAssertTrue failed - the list is empty", "the list is empty"),
      ("XCTAssertTrue failed", "XCTAssertTrue failed"), ("XCTAssertTrue failed: ", "XCTAssertTrue failed:"),
      ("Expectation failed: (a → 1) == 2", "(a → 1) == 2"), ("Caught error: Broken()", "Broken()"),
      ("threw error \"No\"", "\"No\""), ("the XCTest failed: so", "the XCTest failed: so"), ("", ""),
    ])
  func fewWords(message: String, words: String) {
    #expect(TestFailure(message: message, file: nil, line: nil, kind: .other).inFewWords == words)
  }
}
