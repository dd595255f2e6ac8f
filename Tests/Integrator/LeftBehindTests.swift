import Testing

@testable import Integrator

@Suite("What the processes of tests leave behind")
struct LeftBehindTests {
  @Test("what processes leave behind is noted once")
  func leftBehind() throws {
    let run = try PlayedRun { TestRunTests.both($0, leftBehind: 1) }
    defer { run.scratch.remove() }
    _ = run.perform()
    let (first, rest) = (run.workbench.notes.all.first, run.workbench.notes.all.dropFirst())
    #expect(first == "1 process was left behind by debug.xctest, and ended.")
    // It may have meant what one of these tests printed.
    #expect(rest.count == 1 && rest.first?.hasPrefix("GeoTests.LiarTests/testCFakeError passed") == true)
    #expect(run.logText.components(separatedBy: "[1 process was left behind").count == 2)
  }
}
