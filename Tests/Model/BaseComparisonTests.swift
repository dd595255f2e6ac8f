import Foundation
import Testing

@testable import Model

private typealias Issue = Model.Issue

@Suite("A branch against its base") struct BaseComparisonTests {
  private func tests(_ outcomes: [String: TestOutcome]) -> TestReport {
    TestReport(
      cases: outcomes.sorted { $0.key < $1.key }.map {
        TestCase(
          id: TestID("T.S/\($0.key)"), library: .xctest, target: "T", suite: "S", name: $0.key,
          outcome: $0.value)
      })
  }

  private func issue(_ name: String, since: Int = 1) -> Issue {
    Issue(
      kind: .testFailure, message: "Failed without a message", target: "T", file: nil, line: nil,
      test: TestID("T.S/\(name)"),
      since: IntegrationNumber(since), identity: .make(test: TestID("T.S/\(name)"), outcome: .failed))
  }

  private func base(_ outcomes: [String: TestOutcome], _ result: IntegrationResult, open: [Issue] = [])
    -> BaseLine
  {
    var report = Report(
      bot: "b", integration: 4, result: result, reason: "", commit: nil, toolchain: "Swift 1",
      configuration: .debug, queued: Date(timeIntervalSince1970: 0), started: Date(timeIntervalSince1970: 0))
    report.tests = tests(outcomes)
    report.issues.unresolved = open
    report.coverage = CoverageReport(
      targets: [
        TargetCoverage(
          name: "A",
          files: [
            FileCoverage(
              path: "A.swift", lines: LineCounts(executable: 10, executed: 4, partial: 0),
              regions: PlaceCounts(), functions: PlaceCounts(), llvm: LLVMTotals(), missedLines: [],
              partialLines: [], unusedMessageLines: [])
          ])
      ], notMeasured: [], excluded: [])
    let commit = CommitID(String(repeating: "c", count: 40))
    return BaseLine(branch: "main", commit: commit, report: report, folder: "/i/4", reportPath: "/i/4/r")
  }

  private func evidence(
    _ outcomes: [String: TestOutcome], _ base: BaseLine?, own: [Issue]? = nil, past: [PastIssue] = []
  ) -> Judgement.Evidence {
    var evidence = Judgement.Evidence()
    (evidence.integration, evidence.tests, evidence.base) = (9, tests(outcomes), base)
    evidence.pastIssues = past
    evidence.measuredBy = "Swift 1"
    var order = Order(
      bot: "b", integration: 9, settings: Bot(name: "b", repository: "/r"), repository: "/r",
      source: .workingTree, branch: "feature", checkoutFolder: "", buildFolder: "", toolchainFolder: "",
      clean: false, jobs: nil, queued: Date(), baseline: nil)
    order.baseline = own.map {
      Baseline(
        integration: 7, commit: nil, openIssues: $0, coverage: nil, testCount: 0, phaseSeconds: [:])
    }
    if let base { order.goOn(from: base) }
    evidence.baseline = order.baseline
    return evidence
  }

  @Test("the first integration of a branch is judged against its base")
  func first() throws {
    let base = base(
      ["a": .failed, "b": .failed, "c": .passed], .testFailures, open: [issue("a"), issue("b", since: 3)])
    let judgement = Judgement.of(evidence(["a": .failed, "b": .passed, "c": .failed, "d": .failed], base))
    let lists = judgement.issues
    #expect(lists.new.map(\.test) == ["T.S/c", "T.S/d"])
    #expect(lists.unresolved.map(\.test) == ["T.S/a"] && lists.unresolved.map(\.since) == [1])
    #expect(lists.unresolved.first?.knownOn == "main" && lists.knownOnBase.count == 1)
    #expect(lists.unresolved.first?.age == "known on main, since #1")
    #expect(lists.resolved.map(\.test) == ["T.S/b"] && lists.stillThere.isEmpty)
    let compared = try #require(judgement.comparedWith)
    #expect(compared.integration == 4 && compared.coverage?.lines.executed == 4)
    let there = try #require(compared.base)
    #expect(there.branch == "main" && there.integration == 4 && there.coverage?.lines.executed == 4)
    #expect(
      there.tests
        == .init(total: 3, added: 1, gone: 0, newlyFailing: ["T.S/c", "T.S/d"], mended: ["T.S/b"]))
  }

  @Test("what ran only some of its tests is not held against a base that ran all: none of the others is gone")
  func someTests() {
    let there = base(["a": .passed, "b": .passed, "c": .failed], .testFailures, open: [issue("c")])
    var some = evidence(["a": .passed], there)
    some.selection = TestSelection(filters: [], skips: [])
    some.selection?.affectedSince = 4
    some.isLimited = true
    some.leftOut = ["T.S/b", "T.S/c"]
    let judgement = Judgement.of(some)
    #expect(judgement.comparedWith?.integration == 4 && judgement.comparedWith?.base == nil)
    #expect(judgement.issues.resolved.isEmpty && judgement.issues.knownOnBase.map(\.test) == ["T.S/c"])
    // The same tests without the others are fewer, where all were asked for.
    #expect(Judgement.of(evidence(["a": .passed], there)).comparedWith?.base?.tests?.gone == 2)
  }

  @Test("a later one is judged against its own branch, and what is known on the base is never new")
  func later() throws {
    let base = base(["a": .failed], .testFailures, open: [issue("a", since: 2)])
    let lists = Judgement.of(
      evidence(["a": .failed, "b": .failed, "c": .failed], base, own: [issue("b", since: 6)])
    ).issues
    #expect(lists.new.map(\.test) == ["T.S/c"] && lists.stillThere.map(\.test) == ["T.S/b"])
    #expect(lists.knownOnBase.map(\.test) == ["T.S/a"] && lists.knownOnBase.map(\.since) == [2])
    // Without a base it is new.
    #expect(
      Judgement.of(evidence(["a": .failed], nil, own: [])).issues.new.map(\.test) == ["T.S/a"])
  }

  @Test("where none before it on the branch was tested or measured a later one is compared with the base")
  func unbuilt() {
    func order(_ own: Baseline, completeReport: String? = nil, base: BaseLine) -> Order {
      var order = Order(
        bot: "b", integration: 9, settings: Bot(name: "b", repository: "/r"), repository: "/r",
        source: .workingTree, branch: "feature", checkoutFolder: "", buildFolder: "", toolchainFolder: "",
        clean: false, jobs: nil, queued: Date(), baseline: own)
      order.completeReport = completeReport
      order.measuredFolder = own.coverage.map { "/i/\($0.integration.value)" }
      order.goOn(from: base)
      return order
    }
    var own = Baseline(
      integration: 7, commit: "d", openIssues: [issue("b", since: 7)], coverage: nil, testCount: 0,
      phaseSeconds: [:])
    let built = base(["a": .passed], .succeeded)
    let next = order(own, base: built)
    #expect(next.baseline?.integration == 7 && next.baseline?.commit == "d")
    #expect(next.baseline?.openIssues.map(\.test) == ["T.S/b"])
    #expect(next.completeReport == "/i/4/r" && next.measuredFolder == "/i/4")
    #expect(next.baseline?.coverage?.integration == 4 && next.baseline?.measured?.integration == 4)
    #expect(next.baseline?.testCount == 1 && next.baseline?.testedTargets == ["T"])
    let broken = order(own, base: base([:], .buildErrors))
    #expect(broken.completeReport == nil && broken.baseline?.testCount == 0)
    own.coverage = .init(integration: 6, lines: LineCounts(executable: 9, executed: 3), toolchain: nil)
    own.measured = Changes.Since(integration: 6, commit: "e")
    (own.testCount, own.testedTargets) = (3, ["U"])
    let later = order(own, completeReport: "/i/6/r", base: built)
    #expect(later.baseline == own && later.completeReport == "/i/6/r" && later.measuredFolder == "/i/6")
  }

  @Test("a target that fell silent while the base was red is not forgotten by a branch that left it then")
  func silent() {
    var red = base(["a": .failed], .testFailures)
    var first = evidence(["a": .passed], red)
    let targets = ["T", "U"].map {
      PackageDescription.Target(name: $0, type: "test", path: $0, sources: [])
    }
    first.package = PackageDescription(name: "P", path: "/p", targets: targets)
    #expect(Judgement.of(first).result == .succeeded)
    red.testedBefore = ["U", "Gone"]
    var second = evidence(["a": .passed], red)
    second.package = first.package
    let judgement = Judgement.of(second)
    #expect(judgement.result == .inconclusive)
    #expect(judgement.reason.contains("No test of U ran, though it had tests before"))
    #expect(second.baseline?.testedTargets == ["Gone", "T", "U"])
  }

  @Test("where changed lines are required, a second run of the first commit has those since the base")
  func required() {
    func before(_ isRequired: Bool?, _ own: Changes.Since?) -> IntegrationNumber? {
      var order = Order(
        bot: "b", integration: 9, settings: Bot(name: "b", repository: "/r"), repository: "/r",
        source: .workingTree, branch: "feature", checkoutFolder: "", buildFolder: "", toolchainFolder: "",
        clean: false, jobs: nil, queued: Date(), baseline: nil)
      (order.requiresChanged, order.measuredBefore) = (isRequired, own)
      order.goOn(from: base(["a": .passed], .succeeded))
      return order.measuredBefore?.integration
    }
    #expect(before(true, nil) == 4 && before(nil, nil) == nil)
    #expect(before(true, Changes.Since(integration: 6, commit: "e")) == 6)
  }

  @Test("what the branch had mended itself came back, unless the base had it again after that")
  func cameBack() {
    func lists(lastIn: IntegrationNumber) -> IssueLists {
      let base = base(["a": .failed], .testFailures, open: [issue("a", since: 2)])
      let past = PastIssue(
        identity: .make(test: "T.S/a", outcome: .failed), test: "T.S/a", since: 3, lastIn: lastIn,
        isResolved: true)
      return Judgement.of(evidence(["a": .failed], base, own: [], past: [past])).issues
    }
    #expect(lists(lastIn: 6).cameBack.map(\.lastIn) == [6] && lists(lastIn: 6).cameBack[0].knownOn == nil)
    #expect(lists(lastIn: 3).knownOnBase.count == 1 && lists(lastIn: 3).cameBack.isEmpty)
  }

  @Test("what the base has still came back where it passed on the branch behind that, and only then")
  func passedHere() throws {
    func lists(passed: Bool, _ others: PastIssue...) throws -> IssueLists {
      let base = base(["a": .failed], .testFailures, open: [issue("a", since: 2)])
      let other = PastIssue(
        identity: .make(test: "T.S/a", outcome: .failed), test: "T.S/a", since: 2, lastIn: base.integration,
        lastCommit: "c", isResolved: false, isOfBranch: false)
      let known = try #require(other.known(isAncestor: { _ in true }, passedSince: { _, _ in passed }))
      let past = others + [known]
      return Judgement.of(evidence(["a": .failed], base, own: [], past: past)).issues
    }
    #expect(try lists(passed: true).cameBack.map(\.lastIn) == [4])
    #expect(try lists(passed: false).knownOnBase.count == 1)
    // What it had itself says when that was.
    let own = PastIssue(
      identity: .make(test: "T.S/a", outcome: .failed), test: "T.S/a", since: 2, lastIn: 3, isResolved: true)
    #expect(try lists(passed: true, own).cameBack.map(\.lastIn) == [3])
    // Else where the commit's history had it last, on whichever branch.
    var merged = own
    (merged.isOfBranch, merged.lastIn) = (false, 5)
    #expect(try lists(passed: true, merged).cameBack.map(\.lastIn) == [5])
    merged.lastIn = 2
    #expect(try lists(passed: true, merged).cameBack.map(\.lastIn) == [4])
  }

  @Test("what could not be seen this time is carried on as what came from the base")
  func carried() {
    let base = base(["a": .failed], .testFailures, open: [issue("a")])
    var evidence = evidence([:], base)
    evidence.canceled = "It was ended by hand"
    let judgement = Judgement.of(evidence)
    #expect(judgement.issues.knownOnBase.map(\.seen) == [false])
    #expect(judgement.comparedWith?.base?.tests == nil)
  }

  @Test("tests are compared only where both ran them all")
  func tests() {
    let built = base(["a": .passed], .succeeded)
    #expect(Judgement.of(evidence(["a": .passed], built)).comparedWith?.base?.tests?.total == 1)
    let broken = base([:], .buildErrors)
    #expect(Judgement.of(evidence(["a": .passed], broken)).comparedWith?.base?.tests == nil)
    #expect(Judgement.of(evidence([:], built)).comparedWith?.base?.tests == nil)
    var other = evidence(["a": .passed], built)
    other.measuredBy = "Swift 2"
    #expect(Judgement.of(other).comparedWith?.base?.coverage?.toolchain == "Swift 1")
  }

  @Test("the sentence says what differs")
  func sentence() {
    var report = base(["a": .passed], .succeeded).report
    #expect(Sentence.base(report) == nil)
    var compared = BaseComparison(branch: "main", integration: 4, commit: "c")
    func said() -> String? {
      report.comparedWith = Comparison(integration: 8, coverage: nil)
      report.comparedWith?.base = compared
      return Sentence.base(report)
    }
    #expect(said() == "tests not compared, because not all of them ran in both")
    compared.tests = .init(total: 3, added: 0, gone: 0, newlyFailing: [], mended: [])
    compared.coverage = .init(integration: 4, lines: LineCounts(executable: 9, executed: 3), toolchain: nil)
    #expect(said() == "the same tests fail and pass; as many lines did not run")
    compared.tests = .init(total: 3, added: 2, gone: 1, newlyFailing: ["a"], mended: ["b", "c"])
    compared.coverage?.lines = LineCounts(executable: 9, executed: 4)
    #expect(said() == "1 newly failing, 2 mended, 2 tests more, 1 test gone; 1 more line did not run")
    // How many more "at least 5" is than another number nobody knows.
    compared.coverage?.bound = .tooHigh
    #expect(said()?.hasSuffix("1 test gone; 6 lines did not run, there at least 5") == true)
    compared.coverage?.bound = nil
    compared.coverage?.unequal = .there
    let unequal = "1 more line did not run (unequal runs: some tests failed or did not run in #4)"
    #expect(said()?.hasSuffix(unequal) == true)
    compared.coverage?.toolchain = "Swift 0"
    #expect(said()?.hasSuffix("; lines not compared, Swift 0 measured them there") == true)
  }
}
