import Model
import Testing

@testable import Integrator

@Suite("What tests record as warnings")
struct RecordedWarningTests {
  private func test(_ name: String, warnings: [String]) -> TestCase {
    var row = TestCase(
      id: TestID("T.S/\(name)()"), library: .swiftTesting, target: "T", suite: "S", name: name,
      outcome: .passed)
    row.failures = warnings.map { message in
      var failure = TestFailure(message: message, file: nil, line: nil, kind: .other, isKnown: true)
      failure.isWarning = true
      return failure
    }
    return row
  }

  @Test("is told with its test, and how many more there are")
  func told() {
    #expect(RecordedWarnings.note([test("a", warnings: [])]) == nil)
    let one = test("b", warnings: ["nearly full"])
    #expect(
      RecordedWarnings.note([test("a", warnings: []), one]) == "T.S/b() recorded a warning: nearly full")
    let more = RecordedWarnings.note([one, test("c", warnings: ["x", "y"])])
    #expect(more == "T.S/b() recorded a warning: nearly full (and 2 more warnings by tests)")
  }
}
