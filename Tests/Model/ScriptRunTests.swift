import Foundation
import Testing

@testable import Model

@Suite("Scripts of a bot, as a report tells them")
struct ScriptRunTests {
  private func report(_ statuses: [ScriptRun.Status]) -> Report {
    let now = Date(timeIntervalSince1970: 0)
    var report = Report(
      bot: "b", integration: 1, result: .succeeded, reason: "", commit: nil, toolchain: "",
      configuration: .debug, queued: now, started: now)
    report.triggers = statuses.enumerated().map { ScriptRun(.after, "s\($0.offset)", $0.element) }
    return report
  }

  @Test("what had begun is cut off, what waited was not run, and both are told")
  func close() {
    var report = report([.passed, .running, .waiting, .skipped])
    let wasOpen = report.closeScripts()
    #expect(wasOpen && report.triggers.map(\.status) == [.passed, .cutOff, .notRun, .skipped])
    #expect(report.notes.count == 2 && report.result == .succeeded)
    #expect(report.notes[0].hasPrefix("The script `s1` was cut off"))
    #expect(report.notes[1].hasPrefix("The script `s2` was not run"))
  }

  @Test("what has come to its end is left as it is")
  func closed() {
    let statuses: [ScriptRun.Status] = [.passed, .failed, .timedOut, .canceled, .cutOff, .notRun, .skipped]
    var report = report(statuses)
    let before = report
    let wasOpen = report.closeScripts()
    #expect(!wasOpen && report == before)
  }

  @Test("a script whose conditions do not hold waits for no pages")
  func due() {
    #expect(!report([.skipped]).hasScriptsAfterwards && report([.skipped, .failed]).hasScriptsAfterwards)
  }
}
