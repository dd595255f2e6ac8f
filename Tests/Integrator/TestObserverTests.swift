import Testing

@testable import Integrator

@Suite("What is heard of a process that runs tests")
struct TestObserverTests {
  @Test(
    "what it says last by itself stands behind all that its library says",
    arguments: [
      (
        "A.swift:3: error: A.b : XCTAssertTrue failed - of the test\nTest Case 'A.b' failed (0.0 seconds)\n",
        nil
      ),
      ("of a test\nTest Case 'A.b' passed (0.0 seconds)\nno more room\n\n", "no more room"),
      ("✘ Test b() failed after 0.001 seconds with 1 issue.\n↳ of the test\n", nil), ("early\n", "early"),
      ("", nil), ("no room\nswift-runtime: failed to suspend thread 7\n", "no room"),
    ] as [(String, String?)])
  func lastLine(printed: String, line: String?) throws {
    let bench = try SmallWorld().bench()
    let observer = TestObserver(log: LogPart(bench.log, isItsTurn: true), timeoutSeconds: 9)
    Array(printed.utf8).withUnsafeBytes { observer.received($0, from: .standardOutput) }
    #expect(observer.lastLine == line)
  }
}
