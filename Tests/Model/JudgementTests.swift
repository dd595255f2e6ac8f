import Foundation
import Testing

@testable import Model

@Suite struct JudgementTests {
  private func judged(_ change: (inout Judgement.Evidence) -> Void) -> Judgement {
    var evidence = Judgement.Evidence()
    evidence.integration = 7
    evidence.tests = tests((.passed, 3))
    change(&evidence)
    return Judgement.of(evidence)
  }

  private func baseline(_ open: [Model.Issue] = [], toolchain: String? = nil, hasCoverage: Bool = true)
    -> Baseline
  {
    let lines = LineCounts(executable: 10, executed: 5)
    return Baseline(
      integration: 6, commit: nil, openIssues: open,
      coverage: hasCoverage ? Comparison.Coverage(integration: 5, lines: lines, toolchain: toolchain) : nil,
      testCount: 3, phaseSeconds: [:])
  }

  @Test("what ended badly makes a green inconclusive and leaves a red one red")
  func oddEnds() {
    let green = judged { $0.oddEnds = ["it died"] }
    #expect(green.result == .inconclusive && green.reason == "It died")
    let red = judged {
      $0.oddEnds = ["it died"]
      $0.tests = tests((.passed, 2), (.failed, 1))
    }
    #expect(red.result == .testFailures)
  }

  @Test("numbers that contradict each other make also a red one inconclusive")
  func doubts() {
    let red = judged {
      $0.doubts = ["5 were seen", "6 were told"]
      $0.oddEnds = ["it died"]
      $0.tests = tests((.passed, 2), (.failed, 1))
    }
    #expect(red.result == .inconclusive)
    #expect(red.reason == "5 were seen; 6 were told; 1 of 3 tests failed")
  }

  @Test(
    "only what can be trusted closes issues",
    arguments: [
      ("canceled", false), ("checkout", false), ("trigger", false), ("internal", false), ("limit", false),
      ("doubt", false), ("odd", false), ("red", true), ("nothing", true),
    ])
  func closing(what: String, closes: Bool) {
    let old = Model.Issue(
      kind: .warning, message: "gone", target: nil, file: nil, line: nil, test: nil, since: 3,
      identity: IssueIdentity("gone"))
    let judgement = judged {
      $0.baseline = baseline([old])
      switch what {
      case "canceled": $0.canceled = "x"
      case "checkout": $0.checkoutError = "x"
      case "trigger": $0.triggerError = "x"
      case "internal": $0.internalError = "x"
      case "limit": $0.limitReached = "x"
      case "doubt": $0.doubts = ["x"]
      case "odd": $0.oddEnds = ["x"]
      case "red": $0.tests = tests((.failed, 1))
      default: break
      }
    }
    #expect(judgement.issues.resolved.map(\.message) == (closes ? ["gone"] : []))
    #expect(judgement.issues.unresolved.map(\.message) == (closes ? [] : ["gone"]))
  }

  @Test("a warning that is not among those that are told may still be there")
  func cut() {
    let old = Judgement.of(evidence(said(2))).issues.new
    let now = judged {
      $0.diagnostics = said(1)
      $0.baseline = baseline(old)
      $0.isCut = true
    }
    #expect(now.issues.unresolved.map(\.message) == ["m0", "m1"] && now.issues.resolved.isEmpty)
    #expect(now.result == .warnings)
    let none = judged { $0.isCut = true }
    #expect(none.result == .inconclusive && none.reason.contains("`--clean` tells"), "\(none.reason)")
  }

  private func evidence(_ diagnostics: [Diagnostic]) -> Judgement.Evidence {
    var evidence = Judgement.Evidence()
    evidence.diagnostics = diagnostics
    return evidence
  }

  @Test("an analyzer that did not run closes none of its warnings, and one that ran and found none does")
  func analyzer() {
    let found = judged { $0.analyzer = said(1).map(Self.ofLint) }
    #expect(found.result == .analyzerWarnings && found.issues.new.map(\.kind) == [.analyzerWarning])
    #expect(judged { $0.baseline = baseline(found.issues.new) }.issues.unresolved.count == 1)
    let clean = judged {
      ($0.analyzer, $0.analyzed) = ([], ["lint"])
      $0.baseline = baseline(found.issues.new)
    }
    #expect(clean.issues.resolved.count == 1 && clean.result == .succeeded)
  }

  private static func ofLint(_ diagnostic: Diagnostic) -> Diagnostic {
    var copy = diagnostic
    copy.message = Analysis.lead("lint") + diagnostic.message
    return copy
  }

  @Test("an issue belongs to the innermost target that its file lies in")
  func targets() {
    let package = PackageDescription(
      name: "P", path: "/p",
      targets: [("Top", "."), ("A", "Sources/A"), ("AB", "Sources/A/B")].map {
        PackageDescription.Target(name: $0.0, path: $0.1, sources: [])
      })
    for (file, target) in [
      ("Sources/A/x.swift", "A"), ("Sources/A/B/x.swift", "AB"), ("Sources/AB.swift", "Top"),
    ] {
      let judgement = judged {
        $0.package = package
        $0.diagnostics = [Diagnostic(severity: .warning, message: "w", file: file, line: 1, column: 1)]
      }
      #expect(judgement.issues.new.map(\.target) == [target])
    }
    #expect(judged { $0.diagnostics = said(1) }.issues.new.map(\.target) == [nil])
  }

  @Test("it says what it is compared with, and names another toolchain")
  func comparison() {
    #expect(judged { _ in }.comparedWith == nil)
    let unmeasured = judged { $0.baseline = baseline() }.comparedWith
    #expect(unmeasured?.integration == 6 && unmeasured?.coverage == nil)
    func compared(_ old: String?, _ new: String) -> Comparison.Coverage? {
      judged {
        $0.baseline = baseline(toolchain: old)
        $0.measuredBy = new
      }.comparedWith?.coverage
    }
    #expect(compared("Swift 6.3", "Swift 6.3")?.toolchain == nil)
    #expect(compared("Swift 6.3", "Swift 6.3")?.integration == 5)
    #expect(compared("Swift 6.2", "Swift 6.3")?.toolchain == "Swift 6.2")
    #expect(compared(nil, "Swift 6.3")?.toolchain == nil)
  }

  @Test("an order says what was asked for")
  func order() {
    var settings = Bot(name: "b", repository: "/r")
    func evidence() -> Judgement.Evidence {
      Judgement.Evidence(
        Order(
          bot: "b", integration: 4, settings: settings, repository: "/r", source: .workingTree, branch: nil,
          checkoutFolder: "", buildFolder: "", toolchainFolder: "", clean: false, jobs: nil, queued: Date(),
          baseline: baseline()))
    }
    #expect(evidence().testsRequested && evidence().selection == nil && evidence().integration == 4)
    #expect(evidence().baseline?.integration == 6)
    settings.actions = [.archive]
    settings.tests.filters = ["A"]
    #expect(!evidence().testsRequested && evidence().selection?.filters == ["A"])
  }
}

@Suite struct PhaseHeadingTests {
  @Test(
    "each phase is known by the line that it begins with, and nothing else is", arguments: Phase.Kind.allCases
  )
  func headings(kind: Phase.Kind) {
    #expect(kind.heading == "==> \(kind.rawValue)")
    #expect(Phase.Kind(heading: Array(kind.heading.utf8)) == kind)
    for other in [kind.rawValue, "==> ", kind.heading + " ", " " + kind.heading, "==>" + kind.rawValue] {
      #expect(Phase.Kind(heading: Array(other.utf8)) == nil)
    }
  }

  @Test("a green in which a test target is silent that had tests before is inconclusive; red says enough")
  func silentTarget() {
    func judged(
      _ outcome: TestOutcome, _ ran: String, among targets: [String], selection: TestSelection? = nil,
      skipped: DidNotRun.Kind? = nil
    ) -> Judgement {
      var evidence = Judgement.Evidence()
      evidence.selection = selection
      evidence.tests = TestReport(cases: [
        TestCase(id: "x", library: .xctest, target: ran, suite: "S", name: "x", outcome: outcome)
      ])
      if let skipped {
        evidence.tests.cases.append(
          TestCase(id: "y", library: .xctest, target: "B", suite: "S", name: "y", outcome: .skipped))
        evidence.tests.didNotRun = [DidNotRun(skipped, "y", target: "B", why: "w")]
      }
      evidence.package = PackageDescription(
        name: "P", path: "/p",
        targets: targets.map { .init(name: $0, type: "test", path: "Tests/\($0)", sources: []) })
      evidence.baseline = Baseline(
        integration: 1, commit: nil, openIssues: [], coverage: nil, testCount: 2, phaseSeconds: [:])
      evidence.baseline?.testedTargets = ["A", "B"]
      return Judgement.of(evidence)
    }
    let silent = judged(.passed, "A", among: ["A", "B"])
    #expect(silent.result == .inconclusive)
    #expect(silent.reason == "No test of B ran, though it had tests before")
    let unknown = judged(.passed, "", among: ["A", "B"])
    #expect(unknown.result == .inconclusive && !unknown.reason.lowercased().contains("no test of"))
    #expect(judged(.passed, "A", among: ["A"]).result == .succeeded, "it is no target any more")
    #expect(judged(.failed, "A", among: ["A", "B"]).result == .testFailures)
    let own = judged(.passed, "A", among: ["A", "B"], selection: TestSelection(filters: [], skips: ["Slow"]))
    #expect(own.reason == "No test of B ran, though it had tests before", "what a bot selects is its whole")
    let idle = judged(.passed, "A", among: ["A", "B"], skipped: .idle)
    #expect(idle.reason == "No test of B ran, though it had tests before", "nothing called a body there")
    let meant = judged(.passed, "A", among: ["A", "B"], skipped: .skipped)
    #expect(meant.result == .succeeded, "somebody skipped it")
  }
}
