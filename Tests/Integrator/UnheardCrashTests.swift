import Testing

@testable import Integrator

@Suite("A process that ends well while a thread of it dies")
struct UnheardCrashTests {
  private static func scene(_ arguments: [String], report: [UInt8]) -> PlayedProcesses.Scene {
    if arguments == ["--list-tests"] {
      return PlayedProcesses.Scene(printed: Captured.list(["M.A/testOne", "M.A/testTwo"]))
    }
    guard !arguments.contains("swift-testing") else { return PlayedProcesses.Scene() }
    return PlayedProcesses.Scene(printed: Array(SmallWorld.console.utf8), report: report)
  }

  @Test("what the runtime left of the crash makes a green doubtful, and names it", arguments: [true, false])
  func unheard(crashed: Bool) throws {
    let report = crashed ? Captured.bytes("crash-testFatal.json") : []
    let run = try PlayedRun { Self.scene($0.arguments, report: report) }
    defer { run.scratch.remove() }
    let ledger = run.perform().ledger
    #expect(ledger.cases.map(\.outcome) == [.passed, .passed])
    let words = "the test process exited with status 0 although one of its threads had crashed: "
    #expect(ledger.oddEnds.count == (crashed ? 1 : 0))
    #expect(ledger.oddEnds.allSatisfy { $0.hasPrefix(words) })
  }
}
