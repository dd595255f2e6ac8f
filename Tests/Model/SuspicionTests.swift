import Foundation
import Testing

@testable import Model

@Suite("Who is suspected")
struct SuspicionTests {
  private let file: PackagePath = "Sources/A/A.swift"

  private func commit(_ digit: String, touching paths: [String] = []) -> Commit {
    var commit = Commit(
      id: CommitID(String(repeating: digit, count: 40)), branch: "main", author: digit, email: "\(digit)@b",
      date: Date(timeIntervalSince1970: 0), subject: digit, changes: false)
    commit.changed = ChangedFiles(
      count: paths.count, files: paths.map { ChangedFiles.File(path: $0, from: nil, kind: .modified) })
    return commit
  }

  private func report(_ commits: [Commit]) -> Report {
    let now = Date(timeIntervalSince1970: 0)
    var report = Report(
      bot: "b", integration: 2, result: .testFailures, reason: "", commit: commits.first, toolchain: "",
      configuration: .debug, queued: now, started: now)
    (report.commits, report.comparedWith) = (commits, Comparison(integration: 1, coverage: nil))
    return report
  }

  private func issue(lineChangedBy digit: String?) -> Model.Issue {
    var issue = Model.Issue(
      kind: .warning, message: "m", target: nil, file: file, line: 7, test: nil, since: 2)
    issue.lineChangedBy = digit.map { CommitID(String(repeating: $0, count: 40)) }
    return issue
  }

  @Test("what a merge brought from where the test passed is not suspected, what merged it is")
  func merged() {
    var base = report([commit("9")])
    base.integration = 24
    base.tests.cases = [
      TestCase(id: "T.S/t", library: .xctest, target: "T", suite: "S", name: "t", outcome: .passed)
    ]
    let line = BaseLine(
      branch: "main", commit: "9", report: base, folder: "/24", reportPath: "/24/report.json")
    func suspected(_ test: TestID, _ commits: [Commit]) -> [Suspicion] {
      var report = report(commits)
      report.issues.new = [
        Model.Issue(
          kind: .testFailure, message: "m", target: "T", file: nil, line: nil, test: test, since: 2)
      ]
      report.issues.tellPassed(on: line, with: [commit("1").id, commit("2").id])
      return Suspicion.of(report.issues.new[0], in: report)
    }
    let found = suspected("T.S/t", [commit("3"), commit("2"), commit("1")])
    #expect(found.map(\.commit.author) == ["3"])
    #expect(
      found.first?.why == "the only new commit that #24 of main does not have, where it passed")
    #expect(suspected("T.S/t", [commit("2"), commit("1")]).isEmpty)
    #expect(suspected("T.S/other", [commit("3"), commit("2")]).count == 2)
  }

  @Test("nobody is suspected of what a test finds that was skipped before: who broke it may have come then")
  func skippedBefore() {
    let report = report([commit("1")])
    var issue = issue(lineChangedBy: nil)
    #expect(Suspicion.of(issue, in: report).map(\.ground) == [.onlyCommit])
    issue.notRunIn = 1
    #expect(Suspicion.of(issue, in: report).isEmpty)
    #expect(issue.notRunWords == "The test did not run in #1: what broke it may have come before.")
  }

  @Test("what was not asked for before did not run either; what is new did")
  func goneBefore() {
    func row(_ test: TestID, _ outcome: TestOutcome) -> TestCase {
      TestCase(id: test, library: .xctest, target: "T", suite: "S", name: "", outcome: outcome)
    }
    var before = report([])
    before.tests = TestReport(cases: [row("T.S/a", .passed), row("T.S/skipped", .skipped)])
    var changes = TestChanges(since: 1)
    changes.added = ["T.S/new"]
    changes.renamed = [TestRename(from: "T.S/a", to: "T.S/b", how: .renamed)]
    func notRun(_ test: TestID, _ changes: TestChanges?) -> IntegrationNumber? {
      var lists = IssueLists()
      lists.cameBack = [
        Model.Issue(kind: .testFailure, message: "m", target: "T", file: nil, line: nil, test: test, since: 2)
      ]
      lists.tellNotRun(in: before, changes)
      return lists.cameBack[0].notRunIn
    }
    for (test, isTold): (TestID, Bool) in [
      ("T.S/a", false), ("T.S/b", false), ("T.S/skipped", true), ("T.S/new", false), ("T.S/notAsked", true),
    ] {
      #expect(notRun(test, changes) == (isTold ? 2 : nil), "\(test)")
    }
    #expect(notRun("T.S/notAsked", nil) == nil)
  }

  @Test("of several commits that touched a file, the one that last changed the line")
  func line() {
    let report = report([commit("1", touching: [file.rawValue]), commit("2", touching: [file.rawValue])])
    let found = Suspicion.of(issue(lineChangedBy: "2"), in: report)
    #expect(found.map(\.commit.author) == ["2"])
    #expect(found.first?.why == "the last to change line 7 of Sources/A/A.swift")
    #expect(found.first?.words == "you were the last to change line 7 of A.swift")
    #expect(Suspicion.of(issue(lineChangedBy: nil), in: report).map(\.commit.author) == ["1", "2"])
  }

  @Test("a file of the same name in another package of the repository accuses nobody")
  func packages() {
    func suspects(in package: String?) -> [String] {
      let paths = [["Lib/Package.swift"], ["Benchmarks/Package.swift"], ["Package.swift"]]
      var report = report(paths.enumerated().map { commit("\($0.offset + 1)", touching: $0.element) })
      report.package = package
      let error = Model.Issue(
        kind: .buildError, message: "m", target: nil, file: "Package.swift", line: 1, test: nil, since: 2)
      return Suspicion.of(error, in: report).map(\.commit.author)
    }
    #expect(suspects(in: nil) == ["3"])
    #expect(suspects(in: "Lib") == ["1"])
  }

  @Test("where the integration before did not build, what it brought is suspected too, and not of its errors")
  func untested() {
    var report = report([commit("1")])
    report.untested = UntestedCommits(
      since: 1, commit: commit("0").id, commits: [commit("2", touching: [file.rawValue]), commit("3")])
    report.comparedWith = Comparison(integration: 3, coverage: nil)
    var issue = issue(lineChangedBy: nil)
    #expect(Suspicion.of(issue, in: report).map(\.commit.author) == ["2"])
    #expect(
      Suspicion.sentence(of: issue, in: report)
        == "Suspected: 2 (22222222, changed A.swift, before tests gave a verdict again)")
    issue.file = nil
    #expect(
      Suspicion.of(issue, in: report).map(\.why) == Array(repeating: "one of 3 commits since #1", count: 3))
    issue.kind = .buildError
    #expect(Suspicion.of(issue, in: report).map(\.why) == ["the only commit since #3"])
    issue.cameFrom = 1
    #expect(Suspicion.of(issue, in: report).isEmpty)
    issue.cameFrom = nil
    report.untested = nil
    issue.kind = .testFailure
    #expect(Suspicion.of(issue, in: report).map(\.words) == ["yours is the only commit since #3"])
  }

  @Test("the only commit is it, whatever it changed; a line of none of them says nothing")
  func others() {
    let only = Suspicion.of(issue(lineChangedBy: "1"), in: report([commit("1")]))
    #expect(only.map(\.ground) == [.onlyCommit])
    let none = Suspicion.of(issue(lineChangedBy: "9"), in: report([commit("1"), commit("2")]))
    #expect(none.map(\.ground) == [.among(2), .among(2)])
  }

  @Test("nobody is suspected of what was flaky and fails where it was not repeated")
  func cutOff() {
    var report = report([commit("1")])
    var issue = issue(lineChangedBy: nil)
    (issue.kind, issue.test, issue.flakyIn) = (.testFailure, "T.S/a", 1)
    #expect(Suspicion.of(issue, in: report).count == 1)
    report.result = .canceled
    #expect(Suspicion.of(issue, in: report).isEmpty)
    issue.flakyIn = nil
    #expect(Suspicion.of(issue, in: report).count == 1)
  }

  @Test("whom a search between several commits cleared nobody suspects, whatever they changed")
  func searched() {
    let commits = ["1", "2", "3"].map { commit($0, touching: [file.rawValue]) }
    let report = report(commits)
    func suspected(_ answer: CommitSearch.Answer) -> [String] {
      var issue = issue(lineChangedBy: "1")
      issue.culprit = CommitCulprit(answer, of: [commit("0")] + commits, by: [3])
      return Suspicion.of(issue, in: report).map { "\($0.commit.author): \($0.why)" }
    }
    #expect(suspected(.failsBefore).isEmpty)
    #expect(suspected(.likely(2)) == ["2: the only one that a search between them left"])
    #expect(
      suspected(.unclear(2...3))
        == ["2", "3"].map { "\($0): one of 2 commits that a search between them left" })
    #expect(suspected(.sometimes(3)) == ["1: the last to change line 7 of Sources/A/A.swift"])
  }

  private let test = TestID("ATests.AllTests/testA")
  private let ownFile = "Tests/ATests/AllTests.swift"

  /// A test fails that one commit renamed, another changed a source, and a third what is no source.
  private func suspected(_ sources: ChangedSources?, both: Bool = false) -> [Suspicion] {
    let report = report([
      commit("1", touching: both ? [ownFile, "Sources/A/B.swift"] : [ownFile]),
      commit("2", touching: [file.rawValue]), commit("3", touching: ["README.md"]),
    ])
    var issue = Model.Issue(
      kind: .testFailure, message: "m", target: nil, file: PackagePath(ownFile), line: 7, test: test, since: 2
    )
    issue.mayExecute = sources
    return Suspicion.of(issue, in: report)
  }

  @Test("nobody where something is not committed, or where nobody knows what came")
  func unknown() {
    var report = report([commit("1")])
    #expect(Suspicion.of(issue(lineChangedBy: nil), in: report).count == 1)
    report.lacksCommits = true
    #expect(Suspicion.of(issue(lineChangedBy: nil), in: report).isEmpty)
    report.lacksCommits = nil
    report.commit?.changes = true
    #expect(Suspicion.of(issue(lineChangedBy: nil), in: report).isEmpty)
    // Who was found is suspected no more.
    var found = issue(lineChangedBy: nil)
    found.culprit = CommitCulprit(.found(0), of: [commit("1"), commit("2")], by: [3])
    #expect(
      Suspicion.sentence(of: found, in: report)
        == "Broken by 1 (11111111, it fails at this commit, and not before)")
    // It never passed there.
    found.culprit = CommitCulprit(.came(1), of: [commit("1"), commit("2")], by: [3])
    #expect(
      Suspicion.sentence(of: found, in: report)
        == "Came with a commit of 2 (22222222, it failed there already)")
    let came = Suspicion.of(found, in: report)
    #expect(came.map(\.why) == ["it came with this one, and failed there already"])
    #expect(came.first?.ground.isFound == true)
  }

  @Test("who changed a test's own file alone does not clear who changed what the test executes")
  func executed() {
    let mapped = suspected(ChangedSources(files: [file.rawValue], isMapped: true))
    #expect(mapped.map(\.commit.author) == ["1", "2"])
    #expect(
      mapped.map(\.why) == [
        "it changed \(ownFile)", "it changed Sources/A/A.swift, which this test executes",
      ])
    #expect(mapped.last?.words == "you changed A.swift, which this test executes")
    let unmapped = suspected(ChangedSources(files: [file.rawValue, "Sources/A/B.swift"], isMapped: false))
    #expect(unmapped.map(\.why) == ["it changed \(ownFile)", "it changed Sources/A/A.swift"])
  }

  @Test("nor who changed a helper or a file beside it, or the manifest")
  func beside() {
    func suspects(_ path: String, besides: [String]? = nil) -> [String] {
      let report = report([commit("1", touching: [ownFile]), commit("2", touching: [path])])
      var issue = Model.Issue(
        kind: .testFailure, message: "m", target: nil, file: PackagePath(ownFile), line: 7, test: test,
        since: 2)
      issue.mayExecute = ChangedSources(files: [], isMapped: true)
      issue.mayExecute?.besides = besides
      return Suspicion.of(issue, in: report).map(\.commit.author)
    }
    for path in [
      "Tests/ATests/Help.swift", "Tests/ATests/a.md", "Tests/Shared/a.json", ".bothy.yaml", "Package.swift",
    ] {
      #expect(suspects(path) == ["1", "2"], "\(path)")
    }
    let mapped = ChangedSources(files: [file.rawValue], isMapped: true)
    let both = report([
      commit("1", touching: [file.rawValue]), commit("2", touching: ["Tests/ATests/a.json"]),
      commit("3", touching: ["README.md"]),
    ])
    #expect(crashing(in: "Sources/Z/Z.swift", both, mapped) == ["1", "2"], "also of no one's file")
    #expect(suspects("Packages/D/D.swift", besides: ["Packages/D/D.swift"]) == ["1", "2"])
    for path in ["Tests/BTests/Help.swift", "README.md", ".github/ci.yml", "Sources/B/B.swift"] {
      #expect(suspects(path) == ["1"], "\(path)")
    }
  }

  @Test("however many changed the test's own file, who changed a source that it executes is named")
  func namedSource() throws {
    let commits =
      (1...4).map { commit("\($0)", touching: [ownFile]) } + [commit("5", touching: [file.rawValue])]
    let report = report(commits)
    var issue = Model.Issue(
      kind: .testFailure, message: "m", target: nil, file: PackagePath(ownFile), line: 7, test: test, since: 2
    )
    issue.mayExecute = ChangedSources(files: [file.rawValue], isMapped: true)
    let words = try #require(Suspicion.sentence(of: issue, in: report))
    #expect(
      words.hasSuffix("5 (55555555, changed A.swift, which this test executes), 2 more commits"), "\(words)")
    #expect(words.contains("1 (11111111") && words.contains("2 (22222222") && !words.contains("3 (33333333"))
  }

  @Test("where nobody changed what the test executes, who changed its file is suspected alone")
  func alone() {
    #expect(suspected(ChangedSources(files: [], isMapped: true)).map(\.commit.author) == ["1"])
    #expect(suspected(nil).map(\.commit.author) == ["1"])
    let both = ChangedSources(files: [file.rawValue, "Sources/A/B.swift"], isMapped: false)
    #expect(suspected(both, both: true).map(\.commit.author) == ["1", "2"], "a source besides clears nobody")
    let inSource = ChangedSources(files: [ownFile, file.rawValue], isMapped: true)
    #expect(suspected(inSource).map(\.commit.author) == ["1"], "it shows in a source that it changed")
  }

  @Test("where nobody touched the test's file, who changed nothing that it may execute is not suspected")
  func mattering() {
    func suspects(_ touched: [[String]], with sources: ChangedSources?) -> [String] {
      let commits = touched.enumerated().map { commit("\($0.offset + 1)", touching: $0.element) }
      var issue = Model.Issue(
        kind: .testFailure, message: "m", target: nil, file: PackagePath(ownFile), line: 7, test: test,
        since: 2)
      issue.mayExecute = sources
      return Suspicion.of(issue, in: report(commits)).map { $0.commit.author + " " + $0.why }
    }
    let sources = ChangedSources(files: [file.rawValue], isMapped: false)
    let others = [["README.md"], [file.rawValue, "x.json"], ["Tests/BTests/B.swift", "Sources/B/B.swift"]]
    #expect(suspects(others, with: sources) == ["2 it changed Sources/A/A.swift"])
    let mattering = [["Package.swift"], ["Tests/ATests/Help.swift"], ["fixture.json"]]
    #expect(
      suspects(others + mattering, with: sources) == [
        "2 it changed Sources/A/A.swift", "4 it changed Package.swift",
        "5 it changed Tests/ATests/Help.swift", "6 it changed fixture.json",
      ])
    let crash = report([
      commit("1", touching: ["README.md"]), commit("2", touching: ["Tests/ATests/Help.swift"]),
    ])
    #expect(crashing(in: "Sources/Z/Z.swift", crash, sources) == ["2"], "the test's own folder counts too")
    #expect(suspects(others, with: nil).count == 3, "what it may execute is not known")
    #expect(suspects([["README.md"], ["A.md"]], with: sources).count == 2, "one of them it must be")
  }

  @Test("who changed comments alone broke nothing that others may have")
  func comments() {
    func suspects(_ first: String, _ second: String, comments: [Int]) -> [String] {
      var commits = [commit("1", touching: [first]), commit("2", touching: [second])]
      for place in comments { commits[place].changed?.files[0].isSameCode = true }
      var issue = Model.Issue(
        kind: .testFailure, message: "m", target: nil, file: PackagePath(ownFile), line: 7, test: test,
        since: 2)
      issue.mayExecute = ChangedSources(files: [file.rawValue], isMapped: false)
      return Suspicion.of(issue, in: report(commits)).map(\.commit.author)
    }
    #expect(suspects(file.rawValue, file.rawValue, comments: []) == ["1", "2"])
    #expect(suspects(file.rawValue, file.rawValue, comments: [0]) == ["2"])
    #expect(suspects(ownFile, file.rawValue, comments: [0]) == ["2"])
    let all = suspects(file.rawValue, file.rawValue, comments: [0, 1])
    #expect(all == ["1", "2"], "one of them it must be")
  }

  private func crashing(in file: String, _ told: Report, _ sources: ChangedSources) -> [String] {
    var report = told
    var row = TestCase(
      id: test, library: .xctest, target: "ATests", suite: "AllTests", name: "testA", outcome: .crashed)
    row.file = PackagePath(ownFile)
    report.tests.cases = [row]
    var issue = Model.Issue(
      kind: .testFailure, message: "m", target: nil, file: PackagePath(file), line: 7, test: test, since: 2)
    issue.mayExecute = sources
    return Suspicion.of(issue, in: report).map(\.commit.author)
  }

  @Test("what a test may execute is what the map says, else every source that is no test")
  func sources() throws {
    let changed = ["README.md", "Sources/A/A.swift", "Sources/A/B.swift"]
    let all: Set = ["Sources/A/A.swift", "Sources/A/B.swift"]
    let mapped = ChangedSources(changed, executed: ["Sources/A/B.swift", "Sources/A/C.swift"], sources: all)
    #expect(mapped == ChangedSources(files: ["Sources/A/B.swift"], isMapped: true))
    let unmapped = ChangedSources(changed, executed: nil, sources: all)
    #expect(unmapped == ChangedSources(files: all.sorted(), isMapped: false))
    #expect(ChangedSources(changed, executed: nil, sources: nil) == nil)
  }

  @Test("without a map that is a source that its target is linked with, or what a program is made of")
  func reached() {
    func target(_ name: String, _ path: String, type: String = "library", with others: [String] = [])
      -> PackageDescription.Target
    {
      var target = PackageDescription.Target(name: name, type: type, path: path, sources: ["\(name).swift"])
      target.dependencies = others
      return target
    }
    var package = PackageDescription(
      name: "A", path: "/a",
      targets: [
        target("A", "."), target("Other", "Sources/Other"), target("Core", "Sources/Core"),
        target("tool", "Sources/tool", type: "executable", with: ["Core"]),
        target("ATests", "Tests/ATests", type: "test", with: ["A"]),
      ])
    func isReached(_ file: PackagePath, by tests: String = "ATests") -> Bool {
      package.isSource(file, thatMayRunIn: tests)
    }
    #expect(isReached("Gone.swift") && !isReached("README.md"))
    #expect(!isReached("Tests/ATests/Gone.swift"))
    #expect(!isReached("Sources/Other/Other.swift"))
    #expect(isReached("Sources/Other/Other.swift", by: "NobodyKnowsThese"))
    #expect(isReached("Sources/tool/main.swift") && isReached("Sources/Core/Core.swift"))
    package.targets.removeFirst()
    #expect(!isReached("Gone.swift"))
  }

  @Test("whose it is that all is red is who was found, else who is suspected, and of many nobody")
  func authors() throws {
    var report = report((1...3).map { commit("\($0)") })
    report.issues.new = [
      Model.Issue(kind: .testFailure, message: "m", target: nil, file: nil, line: nil, test: test, since: 2)
    ]
    #expect(report.authorsOfRed == nil)
    report.issues.new[0].mayExecute = ChangedSources(files: [file.rawValue], isMapped: true)
    report.commits[1].changed = commit("2", touching: [file.rawValue]).changed
    #expect(report.authorsOfRed == "2")
    report.commits[2].changed = report.commits[1].changed
    #expect(report.authorsOfRed == "2 or 3")
    report.issues.new[0].culprit = CommitCulprit(.found(1), of: [commit("0"), commit("3")], by: [])
    #expect(report.authorsOfRed == "3")
  }
}
