import Foundation
import Model
import Testing

@Suite("Coverage that counts other files")
struct CountedOtherwiseTests {
  private func coverage(_ counted: [PackagePath], out: [PackagePath] = [], rule: String = "Gen/**")
    -> CoverageReport
  {
    let files = counted.map {
      FileCoverage(
        path: $0, lines: LineCounts(executable: 10, executed: 4), regions: PlaceCounts(),
        functions: PlaceCounts(), llvm: LLVMTotals(), missedLines: [], partialLines: [],
        unusedMessageLines: [])
    }
    return CoverageReport(
      targets: [TargetCoverage(name: "A", files: files)], notMeasured: [],
      excluded: out.map { Excluded(path: $0, rule: rule, lines: 10) })
  }

  private func report(_ number: IntegrationNumber, _ coverage: CoverageReport) -> Report {
    var report = Report(
      bot: "b", integration: number, result: .succeeded, reason: "", commit: nil, toolchain: "Swift",
      configuration: .debug, queued: Date(timeIntervalSince1970: 0), started: Date(timeIntervalSince1970: 0))
    report.coverage = coverage
    return report
  }

  /// Compared with #4, and with #3 of its base.
  private func compared(_ now: CoverageReport, _ former: CoverageReport, _ base: CoverageReport)
    -> (report: Report, notes: [String])
  {
    var report = report(5, now)
    report.comparedWith = Comparison(
      integration: 4, coverage: .init(integration: 4, lines: former.lines, toolchain: nil))
    var there = BaseComparison(branch: "main", integration: 3, commit: "c")
    there.coverage = .init(integration: 3, lines: base.lines, toolchain: nil)
    report.comparedWith?.base = there
    let notes = report.withdrawUnlikeCoverage(former: self.report(4, former), base: self.report(3, base))
    return (report, notes)
  }

  @Test("is compared with none of these, neither before nor on the base, and says why")
  func withdrawn() {
    let (report, notes) = compared(
      coverage(["A.swift"], out: ["Gen/B.swift", "Gen/C.swift"]),
      coverage(["A.swift", "Gen/B.swift", "Gen/C.swift"]), coverage(["A.swift", "Gen/B.swift"]))
    #expect(report.comparedWith?.coverage == nil && report.comparedWith?.base?.coverage == nil)
    #expect(report.comparedWith?.integration == 4 && report.comparedWith?.base?.integration == 3)
    #expect(
      notes == [
        "Coverage is not compared with that of #4: `coverage: exclude` leaves out 20 lines of 2 files here "
          + "(Gen/**), which count in #4.",
        "Coverage is not compared with that of #3: `coverage: exclude` leaves out 10 lines of 1 file here "
          + "(Gen/**), which count in #3.",
      ])
    #expect(Sentence.whole(report).hasSuffix("6 lines did not run."))
    #expect(Sentence.base(report) == "tests not compared, because not all of them ran in both")
  }

  @Test("goes the other way round too, and each side is told")
  func otherWay() throws {
    let now = coverage(["A.swift", "Old/D.swift"], out: ["Gen/B.swift"])
    let before = coverage(["A.swift", "Gen/B.swift"], out: ["Old/D.swift"], rule: "Old/**")
    #expect(
      try #require(CountedOtherwise(now, before: before)).words(before: "in #4")
        == "`coverage: exclude` leaves out 10 lines of 1 file here (Gen/**), which count in #4, and "
        + "10 lines of 1 file in #4 (Old/**), which count here")
  }

  @Test("so does what no test links any more, or newly links, where both have it")
  func unmeasured() throws {
    var now = coverage(["A.swift", "New.swift"])
    now.notMeasured = ["B.swift", "C.swift", "Far.swift"].map {
      NotMeasured(path: PackagePath($0), why: "no test links this target")
    }
    let before = coverage(["A.swift", "B.swift", "C.swift"])
    let unlike = try #require(CountedOtherwise(now, before: before))
    #expect(
      unlike.words(before: "in #4")
        == "20 lines of 2 files count in #4, and not here (no test links this target)")
    #expect(
      try #require(CountedOtherwise(before, before: now)).words(before: "in #4")
        == "20 lines of 2 files count here, and not in #4 (no test links this target)")
    now.notMeasured.removeFirst(2)
    #expect(CountedOtherwise(now, before: before) == nil)
  }

  @Test("is compared where the same is left out, in other words too, or what the other never had")
  func alike() {
    let before = coverage(["A.swift"], out: ["Gen/B.swift"])
    let now = coverage(["A.swift", "New.swift"], out: ["Gen/B.swift", "Gen/New.swift"], rule: "Gen/*")
    #expect(CountedOtherwise(now, before: before) == nil)
    let (report, notes) = compared(now, before, before)
    #expect(notes.isEmpty && report.comparedWith?.coverage != nil)
    #expect(report.comparedWith?.base?.coverage != nil)
  }

  @Test("says so once where its base is what it is compared with")
  func once() {
    var report = report(5, coverage(["A.swift"], out: ["Gen/B.swift"]))
    let base = self.report(3, coverage(["A.swift", "Gen/B.swift"]))
    report.comparedWith = Comparison(
      integration: 3, coverage: .init(integration: 3, lines: LineCounts(), toolchain: nil))
    report.comparedWith?.base = BaseComparison(branch: "main", integration: 3, commit: "c")
    let coverage = report.comparedWith?.coverage
    report.comparedWith?.base?.coverage = coverage
    #expect(report.withdrawUnlikeCoverage(former: base, base: base).count == 1)
  }
}
