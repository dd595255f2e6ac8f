import Model
import Testing

@Suite("Failing tests with one cause")
struct FailureGroupTests {
  private static func test(
    _ name: String, _ message: String?, _ file: PackagePath? = nil, _ line: Int? = nil,
    outcome: TestOutcome = .failed, kind: TestFailure.Kind = .assertion
  ) -> TestCase {
    var test = TestCase(
      id: TestID("T.S/\(name)"), library: .xctest, target: "T", suite: "S", name: name, outcome: outcome)
    if let message {
      test.failures = [TestFailure(message: message, file: file, line: line, kind: kind)]
    }
    return test
  }

  private static func crash(_ name: String, _ file: PackagePath?, _ line: Int?) -> TestCase {
    var crashed = test(name, "Fatal error: Index out of range", file, line, outcome: .crashed, kind: .crash)
    crashed.crash = TestCrash(
      signal: "SIGILL", message: "Fatal error: Index out of range", file: file, line: line, frames: [])
    return crashed
  }

  private func groups(_ tests: [TestCase]) -> [[String]] {
    FailureGroup.of(tests).map { $0.tests.map(\.name) }
  }

  @Test("crashes at one line are one, wherever they stand among others")
  func crashes() {
    let tests = [
      Self.crash("a", "Sources/O.swift", 40), Self.test("x", "no"), Self.crash("b", "Sources/O.swift", 40),
      Self.crash("c", "Sources/O.swift", 41), Self.crash("d", nil, nil), Self.crash("e", nil, nil),
    ]
    #expect(groups(tests) == [["a", "b"], ["x"], ["c"], ["d"], ["e"]])
    #expect(FailureGroup.of(tests)[0].words == "2 tests crashed at Sources/O.swift:40")
    #expect(FailureGroup.of(tests)[1].words == nil)
  }

  @Test("messages are alike but for numbers, addresses and paths, where they say anything")
  func messages() {
    let error = "XCTAssertNoThrow failed: threw error \"connectionRefused(port: %, host: local)\""
    let tests = ["8080", "8081"].map { Self.test($0, error.replacing("%", with: $0)) }
    #expect(groups(tests) == [["8080", "8081"]])
    #expect(FailureGroup.of(tests)[0].words == "2 tests failed with the same message but for its values")
    for plain in [
      "XCTAssertTrue failed", "XCTAssertEqual failed: (\"1\") is not equal to (\"2\")", "failed - ",
      "XCTAssertEqual failed: (\"Optional(1)\") is not equal to (\"nil\")", "Expectation failed: Bool(false)",
      "threw error \"Bad(code: 6)\"", "Expectation failed: (result → nil) != nil",
    ] {
      #expect(groups([Self.test("a", plain), Self.test("b", plain)]) == [["a"], ["b"]], "\(plain)")
    }
  }

  @Test("at one line the same words are enough")
  func places() {
    let message = "XCTAssertEqual failed: (\"%\") is not equal to (\"2\")"
    let tests = ["1", "3"].map {
      Self.test($0, message.replacing("%", with: $0), "Tests/Help.swift", 7)
    }
    #expect(groups(tests) == [["1", "3"]])
    #expect(FailureGroup.of(tests)[0].words == "2 tests failed at Tests/Help.swift:7")
    let others = tests + [Self.test("x", "XCTAssertTrue failed", "Tests/Help.swift", 7)]
    #expect(groups(others) == [["1", "3"], ["x"]])
  }

  @Test("differences are alike where the same words came and went")
  func differences() {
    func told(_ tool: String, _ new: String) -> String {
      "failed - Actual output does not match:\n–DESCRIPTION: \(tool)\n+\(new): \(tool)\n a\n"
    }
    let tests = [
      Self.test("a", told("one", "Summary")), Self.test("b", told("two", "Summary")),
      Self.test("c", told("one", "Overview")),
    ]
    #expect(groups(tests) == [["a", "b"], ["c"]])
    #expect(FailureGroup.of(tests)[0].words == "2 tests failed with the same difference")
  }

  @Test("another outcome is another cause, and of a limit that passed nothing is known")
  func outcomes() {
    let message = "the answer never arrived"
    #expect(
      groups([Self.test("a", message), Self.test("b", message, outcome: .flaky)]) == [["a"], ["b"]])
    let late = ["a", "b"].map {
      Self.test($0, "Timed out: it ran longer than its limit", outcome: .timedOut, kind: .timeout)
    }
    #expect(groups(late) == [["a"], ["b"]])
    #expect(groups([]) == [])
    #expect(groups([Self.test("a", nil), Self.test("b", nil)]) == [["a"], ["b"]])
  }
}
