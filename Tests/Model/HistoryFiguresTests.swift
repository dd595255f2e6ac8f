import Foundation
import Kit
import Model
import Testing

@Suite("A history as numbers") struct HistoryFiguresTests {
  private func made(_ number: Int, _ result: IntegrationResult?, minute: Double) -> PastIntegration {
    var past = PastIntegration(
      number: IntegrationNumber(number), started: Date(timeIntervalSince1970: minute * 60), processID: 1)
    past.result = result
    past.ended = result.map { _ in Date(timeIntervalSince1970: minute * 60 + 30) }
    return past
  }

  @Test(
    "red counts what speaks of the code and is not flaky, and time to green runs from the first red end on"
  )
  func redness() {
    let past = [
      made(9, .buildErrors, minute: 100), made(8, nil, minute: 90), made(7, .succeeded, minute: 60),
      made(6, .canceled, minute: 50), made(5, .testFailures, minute: 40), made(4, .warnings, minute: 30),
      made(3, .flaky, minute: 15), made(2, .testFailures, minute: 10), made(1, .succeeded, minute: 0),
    ]
    let redness = past.redness
    #expect(redness.total == 7 && redness.red == 3)
    #expect(redness.untilGreen == [1200, 1200] && redness.redSince == 9)
    #expect(
      redness.words()
        == "Red in 3 of 7 (42.9 %), flaky in 1, beside 1 without a verdict; green again after 20 min 00 s in "
        + "the median, 20 min 00 s at most; "
        + "red since #9."
    )
    // Whose bot lets flaky tests pass is green with them.
    func flaky(isTolerated: Bool) -> PastIntegration {
      var past = made(2, .flaky, minute: 10)
      past.isTolerated = isTolerated
      return past
    }
    let red = made(1, .testFailures, minute: 0)
    #expect([flaky(isTolerated: false), red].redness.redSince == 1)
    #expect([flaky(isTolerated: true), red].redness.redSince == nil)
    // The first of a red run may be gone.
    let kept = Array(past.prefix(5)).redness
    #expect(kept.untilGreen == [] && !kept.isRedLonger && kept.redSince == 9)
    #expect(past.prefix(1).redness.words() == "Red in 1 of 1 (100.0 %); red since #9 or before.")
    #expect([PastIntegration]().redness.words() == nil)
    let apart = [past[0], past[2]]
    #expect(apart.redness(among: [7, 9]).words()?.hasSuffix("; red since #9 or before.") == true)
    #expect(apart.redness(among: [7, 8, 9]) == apart.redness)
    #expect([past[8]].redness.words(of: "main") == "Red in 0 of 1 of main (0.0 %).")
    var limited = past[0]
    limited.isLimited = true
    #expect([limited].redness.total == 0)
  }

  @Test("CSV is quoted as RFC 4180 has it, and no text of others is a formula")
  func csv() {
    #expect(CSV.line(["a", "b,c", "d\"e", "f\r\ng", ""]) == "a,\"b,c\",\"d\"\"e\",\"f\r\ng\",\r\n")
    for text in JoinedSign.texts("\"") {
      let inner = CSV.quoted("a,\(text)").utf8.dropFirst().dropLast()
      #expect(inner.count { $0 == UInt8(ascii: "\"") } == 2, "\(text)")
    }
    for text in ["=1+1", "+1", "-1", "@a", "\ta", "\ra"] { #expect(CSV.text(text) == "'" + text) }
    for text in ["a=1", "", " =1", "Ada", "ünï"] { #expect(CSV.text(text) == text) }
    #expect(CSV.field(.count(-3)) == "-3" && CSV.field(.count(nil)) == "" && CSV.field(.text("=a")) == "'=a")
    #expect(CSV.field(.seconds(1.5)) == "1.5" && CSV.field(.flag(true)) == "true")
  }

  @Test("each column has a name of its own, and what is not known is empty")
  func columns() {
    let bare = HistoryFigures(made(1, nil, minute: 0))
    let names = bare.columns.map(\.name)
    #expect(Set(names).count == names.count && names.first == "integration")
    #expect(bare.columns.first { $0.name == "failing" }?.value == .count(nil))
    #expect(bare.columns.first { $0.name == "started" }?.value == .text("1970-01-01T00:00:00Z"))
    var full = made(2, .testFailures, minute: 1)
    var tests = OutcomeCounts()
    (tests[.passed], tests[.failed], tests[.crashed], tests[.flaky]) = (5, 1, 1, 1)
    (full.tests, full.lines) = (tests, LineCounts(executable: 10, executed: 7, partial: 1))
    let figures = HistoryFigures(
      full,
      phases: [
        Phase(name: .test, status: .failed, seconds: 2), Phase(name: .build, status: .skipped, seconds: 9),
      ])
    func value(_ name: String) -> HistoryValue? { figures.columns.first { $0.name == name }?.value }
    #expect(value("failing") == .count(2) && value("tests") == .count(8) && value("flaky") == .count(1))
    #expect(value("linesNotExecuted") == .count(3) && value("testSeconds") == .seconds(2))
    #expect(value("buildSeconds") == .seconds(nil) && value("green") == .flag(false))
    #expect(value("linesNotExecutedBound") == .text(nil))
    full.linesBound = .tooHigh
    let bounded = HistoryFigures(full).columns.first { $0.name == "linesNotExecutedBound" }
    #expect(bounded?.value == .text("at least"))
  }
}
