import Foundation
import Testing

@testable import Model

@Suite("Notes of a report")
struct ReportNotesTests {
  @Test("what the reason says is not said once more, but what only begins like it is")
  func besideReason() {
    var report = Report(
      bot: "b", integration: 1, result: .inconclusive, reason: "It stood still; the end is odd; it said: no",
      commit: nil, toolchain: "", configuration: .debug, queued: .distantPast, started: .distantPast)
    report.notes = ["it stood still", "the end is odd", "the end", "It stood", "it said: no", "another"]
    #expect(report.notesBesideReason == ["the end", "It stood", "another"])
    report.reason = "The end is odd"
    #expect(report.notesBesideReason == ["it stood still", "the end", "It stood", "it said: no", "another"])
  }
}
