import Foundation
import Model
import Testing

@testable import Formats

@Suite("The values of a failed equality")
struct ComparedValuesTests {
  typealias Value = ComparedValues.Value

  @Test(
    "both values are told, with their expressions and with what the author said",
    arguments: [
      (
        "XCTAssertEqual failed: (\"Hello, you\") is not equal to (\"Hello, You\") - why",
        ComparedValues(Value("Hello, you"), Value("Hello, You"), comment: "why")
      ),
      ("XCTAssertEqual failed: (\"1\") is not equal to (\"2\")", ComparedValues(Value("1"), Value("2"))),
      (
        "XCTAssertEqual failed: (\"1.0\") is not equal to (\"2.0\") +/- (\"0.5\")",
        ComparedValues(Value("1.0"), Value("2.0"), comment: "within 0.5")
      ),
      (
        "XCTAssertEqual failed: (\"1.0\") is not equal to (\"2.0\") +/- (\"0.1\") - case \"3\") - b",
        ComparedValues(Value("1.0"), Value("2.0"), comment: "within 0.1: case \"3\") - b")
      ),
      (
        "XCTAssertEqual failed: (\"a\") is not equal to (\"b\") - c\") +/- (\"d",
        ComparedValues(Value("a"), Value("b"), comment: "c\") +/- (\"d")
      ),
      (
        "Expectation failed: (number → 5) == 6\na comment",
        ComparedValues(Value("5", of: "number"), Value("6"), comment: "a comment")
      ),
      (
        "Expectation failed: (a == b → \"x == y\") == \"x\"",
        ComparedValues(Value("\"x == y\"", of: "a == b"), Value("\"x\""))
      ),
    ])
  func told(message: String, values: ComparedValues) {
    #expect(ComparedValues(message: message) == values)
  }

  @Test(
    "a message about something else is left whole",
    arguments: [
      "XCTAssertTrue failed - it must be true", "Expectation failed: try half(4) == 3",
      "threw error \"bad(7)\"",
      "XCTAssertEqual failed: (\"1\")", "Expectation failed: Bool(false)", "", "Expectation failed: ",
    ])
  func untold(message: String) {
    #expect(ComparedValues(message: message) == nil)
  }

  @Test("they come with the failure, whichever library tells it")
  func arrived() throws {
    let console =
      "Test Case 'C.t' started at 2026-01-01 00:00:00.000\n"
      + "/lab/Console/Tests/OldTests/OldTests.swift:3: error: C.t : XCTAssertEqual failed: "
      + "(\"1\") is not equal to (\"2\") - why\nTest Case 'C.t' failed (0.1 seconds)\n"
    let announced = [TestList.Entry(module: "OldTests", class: "C", method: "t")]
    let old = Captured.console(Array(console.utf8), announced: announced).cases.flatMap(\.failures)
    #expect(old.map(\.values) == [ComparedValues(Value("1"), Value("2"), comment: "why")])
    let told = Captured.stream(Captured.bytes("stream.jsonl")).cases.flatMap(\.failures).compactMap(\.values)
    #expect(told.contains { $0.first.expression != nil })
  }

  @Test("a report has them")
  func reports() throws {
    var report = SampleReport.full
    var test = TestCase(id: "T.C/t", library: .xctest, target: "T", suite: "C", name: "t", outcome: .failed)
    test.failures = [
      TestFailure(
        message: "Expectation failed: (number → 5) == 6", file: nil, line: nil, kind: .assertion
      ).withValues
    ]
    report.tests.cases = [test]
    let text = String(decoding: ReportJSON.encode(report), as: UTF8.self)
    #expect(text.contains("\"expression\": \"number\""))
    #expect(try ReportJSON.decode(Array(text.utf8)).tests == report.tests)
  }
}
