import Foundation
import Model
import Testing

@Suite("Changed lines that are required to run")
struct RequiredLinesTests {
  private static func report(
    changed: [[Int]], missed: [[Int]], notKnown: [[Int]] = [], note: String? = nil, since: Bool = true
  ) -> Report {
    var report = Report(
      bot: "b", integration: 5, result: .succeeded, reason: "", commit: nil, toolchain: "",
      configuration: .debug, queued: Date(), started: Date())
    var file = FileCoverage(
      path: "Sources/A.swift", lines: LineCounts(), regions: PlaceCounts(), functions: PlaceCounts(),
      llvm: LLVMTotals(), missedLines: missed, partialLines: [], unusedMessageLines: [])
    file.notKnownLines = notKnown
    report.coverage = CoverageReport(
      targets: [TargetCoverage(name: "A", files: [file])],
      notMeasured: [NotMeasured(path: "Sources/main.swift", why: "no test links this target")], excluded: [])
    report.changes = Changes(
      since: since ? .init(integration: 4, commit: "c") : nil,
      files: [ChangedFile(path: "Sources/A.swift", lines: changed)], note: note)
    return report
  }

  @Test("lines that changed and did not run are named in one piece, those behind a crash too")
  func missed() {
    let required = RequiredLines(
      Self.report(changed: [[2, 5], [9, 9]], missed: [[1, 3], [9, 20]], notKnown: [[4, 4]]))
    #expect(required.missed.map(\.lines) == [2...4, 9...9])
    #expect(required.exitStatus == 1)
    #expect(required.sentence == "4 changed lines since #4 did not run:")
  }

  @Test("what the compiler counts before it is known whether it runs is named, and what is left out told")
  func uncertain() {
    var report = Self.report(changed: [[6, 8]], missed: [[1, 3]])
    report.coverage?.targets[0].files[0].atMostLines = [[5, 6], [8, 9]]
    let required = RequiredLines(report)
    #expect(required.exitStatus == 0 && required.places.map(\.lines) == [6...6, 8...8])
    #expect(required.sentence == "Every line that changed since #4 ran, 2 of them as far as is known:")
    report.coverage?.excluded = [Excluded(path: "made.swift", rule: "made*", lines: 9)]
    report.changes?.files.append(ChangedFile(path: "made.swift", lines: [[1, 1]]))
    report.coverage?.tooHigh = ["A function that a crash left counts as executed."]
    let all = "Every counted line that changed since #4 ran, as far as is known."
    #expect(RequiredLines(report).sentence == all && RequiredLines(report).places.isEmpty)
    report.changes?.files[0].lines = [[2, 8]]
    #expect(RequiredLines(report).places.map(\.lines) == [2...3])
  }

  @Test("where some of what counts as executed may not have been, as many did not run at least")
  func bounds() {
    var report = Self.report(changed: [[2, 5]], missed: [[1, 3]])
    report.coverage?.tooHigh = ["A function that a crash left counts as executed."]
    #expect(RequiredLines(report).sentence == "At least 2 changed lines since #4 did not run:")
    report.changes?.files[0].lines = [[7, 8]]
    #expect(RequiredLines(report).sentence == "Every line that changed since #4 ran, as far as is known.")
    report.coverage?.tooLow = ["A process left nothing."]
    report.changes?.files[0].lines = [[2, 5]]
    #expect(RequiredLines(report).sentence == "2 changed lines since #4 did not run:")
  }

  @Test("where only some tests were asked for nobody is told, because the others may run them")
  func someTests() {
    var report = Self.report(changed: [[2, 5]], missed: [[1, 3]])
    let trigger = Bot.Trigger(act: .after(script: "x"), when: [.uncoveredChanges])
    #expect(trigger.applies(to: report))
    var limited = Limitation()
    limited.tests = TestSelection(filters: ["A"], skips: [])
    report.limited = limited
    #expect(!trigger.applies(to: report) && RequiredLines(report).exitStatus == 1)
    report.limited?.tests?.affectedSince = 4
    #expect(trigger.applies(to: report), "the tests that were left out cannot run them")
  }

  @Test("what ran or did not change is no reason")
  func ran() {
    let required = RequiredLines(Self.report(changed: [[4, 8]], missed: [[1, 3], [9, 20]]))
    #expect(required.exitStatus == 0)
    #expect(required.sentence == "Every line that changed since #4 ran, as far as it can run.")
    var report = Self.report(changed: [[4, 8]], missed: [[1, 3]])
    report.coverage?.targets[0].files[0].partialLines = [3, 5, 8]
    #expect(
      RequiredLines(report).sentence == "Every line that changed since #4 ran, 2 of them only in part.")
    report.changes?.files[0].lines = [[3, 8]]
    report.coverage?.targets[0].files[0].partialLines = [5, 8]
    #expect(
      RequiredLines(report).sentence
        == "1 changed line since #4 did not run, and 2 ran only in part:")
  }

  @Test("lines of comments and blanks alone need not run, in files that are not measured either")
  func withoutCode() {
    var report = Self.report(changed: [[2, 9]], missed: [[1, 12]])
    report.changes?.files[0].withoutCode = [[2, 3], [5, 5], [8, 9]]
    #expect(RequiredLines(report).missed.map(\.lines) == [4...4, 6...7])
    report.changes?.files[0].withoutCode = [[2, 9]]
    let nothing = "No line that is measured is new or different since #4."
    #expect(RequiredLines(report).exitStatus == 0 && RequiredLines(report).sentence == nothing)
    var other = ChangedFile(path: "Sources/main.swift", lines: [[1, 2]])
    report.changes?.files.append(other)
    #expect(RequiredLines(report).exitStatus == 4)
    #expect(UnmeasuredChanges.note(report)?.hasPrefix("2 changed lines are in files") == true)
    other.withoutCode = [[1, 2]]
    report.changes?.files[1] = other
    #expect(RequiredLines(report).exitStatus == 0)
    #expect(UnmeasuredChanges.note(report) == nil)
  }

  @Test("where nothing changed, that is said, and nothing is required")
  func nothing() {
    var report = Self.report(changed: [], missed: [[1, 3]])
    #expect(RequiredLines(report).exitStatus == 0)
    #expect(RequiredLines(report).sentence == "No line is new or different since #4.")
    report.changes?.files = [ChangedFile(path: "README.md", lines: [[1, 1]])]
    #expect(RequiredLines(report).exitStatus == 0)
    #expect(RequiredLines(report).sentence == "No line that is measured is new or different since #4.")
    report.changes?.since?.integration = nil
    #expect(RequiredLines(report).sentence.hasSuffix(" since the commit."))
  }

  @Test("a comment in a measured file and a line that is marked as unreachable are none that is measured")
  func notExecutable() {
    var report = Self.report(changed: [[5, 5]], missed: [[1, 3]])
    let nothing = "No line that is measured is new or different since #4."
    report.changes?.files[0].executable = 0
    #expect(RequiredLines(report).sentence == nothing)
    report.changes?.files[0].executable = 1
    #expect(RequiredLines(report).sentence.hasPrefix("Every line that changed since #4 ran"))
    // What a former Bothy reported tells of marks alone.
    report.changes?.files[0].executable = nil
    report.coverage?.targets[0].files[0].unreachable = [
      UnreachableLine(line: 5, reason: "why", found: .unreachable)
    ]
    #expect(RequiredLines(report).sentence == nothing)
    report.changes?.files[0].lines = [[4, 5]]
    #expect(RequiredLines(report).sentence.hasPrefix("Every line that changed since #4 ran"))
  }

  @Test("on a branch that has only just left its base nothing is new")
  func justLeft() {
    var report = Self.report(changed: [], missed: [[1, 3]])
    report.commit = Commit(
      id: "c", branch: "feature", author: "", email: "", date: Date(), subject: "", changes: false)
    report.comparedWith = Comparison(integration: 4, coverage: nil)
    #expect(RequiredLines(report).exitStatus == 4)
    report.comparedWith?.base = BaseComparison(branch: "main", integration: 4, commit: "c")
    #expect(RequiredLines(report).exitStatus == 0)
    #expect(RequiredLines(report).sentence == "No line is new or different since #4.")
  }

  @Test("a commit is not compared with itself, a working tree is")
  func itself() {
    var report = Self.report(changed: [], missed: [])
    report.commit = Commit(
      id: "c", branch: nil, author: "", email: "", date: Date(), subject: "", changes: false)
    #expect(RequiredLines(report).exitStatus == 4)
    #expect(
      RequiredLines(report).sentence
        == "There is nothing to compare with yet: #4 was of this commit too, and no whole one of another was "
        + "measured.")
    report.commit?.changes = true
    report.changes?.since?.hadChanges = true
    #expect(RequiredLines(report).exitStatus == 0)
    #expect(RequiredLines(report).sentence == "No line is new or different since the commit of #4.")
  }

  @Test("what cannot be told is inconclusive, with the reason")
  func doubt() {
    var report = Self.report(changed: [], missed: [], note: "There is no earlier one.", since: false)
    #expect(RequiredLines(report).exitStatus == 4)
    #expect(
      RequiredLines(report).sentence == "There is nothing to compare with yet: There is no earlier one.")
    report = Self.report(changed: [], missed: [])
    report.changes?.files = [ChangedFile(path: "Sources/main.swift", lines: [[1, 1]])]
    #expect(RequiredLines(report).exitStatus == 4)
    #expect(RequiredLines(report).sentence.contains("main.swift changed and is not measured"))
    report.coverage?.notMeasured[0].why = NewTestSupport.why
    #expect(RequiredLines(report).sentence.contains("main.swift changed and is not counted: test support"))
    (report.coverage, report.coverageNote) = (nil, "the disk is full")
    #expect(RequiredLines(report).exitStatus == 4)
    #expect(RequiredLines(report).sentence.contains("not measured: the disk is full."))
  }

  @Test("what was measured of the same commit is no base, with changes or without")
  func again() {
    func since(_ measured: CommitID?, before: CommitID?, _ hasChanges: Bool) -> CommitID? {
      let measured = measured.map { Changes.Since(integration: 3, commit: $0, hadChanges: true) }
      var order = Order(
        bot: "b", integration: 4, settings: Bot(name: "b", repository: "/r"), repository: "/r",
        source: .workingTree, branch: nil, checkoutFolder: "", buildFolder: "", toolchainFolder: "",
        clean: false, jobs: nil, queued: Date(),
        baseline: Baseline(
          integration: 3, commit: "m", openIssues: [], coverage: nil, testCount: 1, phaseSeconds: [:],
          measured: measured))
      order.measuredBefore = before.map { Changes.Since(integration: 1, commit: $0) }
      return order.changedSince("c", hasChanges: hasChanges)?.commit
    }
    for hasChanges in [false, true] {
      #expect(since("c", before: "b", hasChanges) == "b")
      #expect(since("b", before: "a", hasChanges) == "b")
      #expect(since("c", before: nil, hasChanges) == "c")
    }
    #expect(since(nil, before: nil, true) == "c" && since(nil, before: nil, false) == nil)
  }

  @Test("where neither the branch nor its base has one, the newest of another commit is the base")
  func elsewhere() {
    var order = Order(
      bot: "b", integration: 4, settings: Bot(name: "b", repository: "/r"), repository: "/r",
      source: .workingTree, branch: "main", checkoutFolder: "", buildFolder: "", toolchainFolder: "",
      clean: false, jobs: nil, queued: Date(), baseline: nil)
    order.measuredElsewhere = [
      Changes.Since(integration: 3, commit: "c"), Changes.Since(integration: 2, commit: "b"),
    ]
    #expect(order.changedSince("c", hasChanges: false)?.commit == "b")
    #expect(order.changedSince("d", hasChanges: true)?.commit == "c")
  }
}
