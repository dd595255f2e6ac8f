import Coverage
import Formats
import Foundation
import Model
import State
import Testing

@testable import Integrator

@Suite("Which changed sources a failing test may execute")
struct ChangedSourcesTests {
  private let world: SmallWorld
  private let test = TestID("M.A/testOne")
  private let former = TestID("M.A/testFormer")

  init() throws { world = try SmallWorld() }

  private func commit(_ letter: String, _ files: [String]) -> Commit {
    var commit = Commit(
      id: CommitID(String(repeating: letter, count: 40)), branch: "main", author: letter, email: "a@b",
      date: Date(timeIntervalSince1970: 0), subject: "Change it")
    commit.changed = ChangedFiles(count: files.count, files: files.map { .init(path: $0, kind: .modified) })
    return commit
  }

  /// A map in which one test executes one function.
  private func map(of test: TestID, in file: PackagePath) -> TestMap {
    var map = TestMap(commit: nil, mark: "m")
    map.functions = [TestMap.Function(path: file, symbol: "f", name: "f()", line: 1, mark: "m")]
    map.traces = [TestMap.Trace(function: 0, lines: [])]
    map.tests = [TestMap.Test(id: test, outcome: .passed, mark: "m", traces: [0], measuredAt: nil)]
    return map
  }

  private func told(
    _ map: TestMap?, package: String = ".", _ change: (inout Report) -> Void = { _ in }
  ) throws -> ChangedSources? {
    let order = world.order {
      $0.settings.package = package
      if map != nil { $0.testMap = world.root + "/map.json" }
    }
    if let map { try Data(TestMapJSON.encode(map)).write(to: URL(fileURLWithPath: world.root + "/map.json")) }
    let workbench = Workbench(
      order: order, folder: world.folder, log: try Log(folder: world.folder, limitMegabytes: 1),
      cancellation: world.cancellation, secrets: .none, surroundings: world.surroundings)
    var report = Report(
      bot: "b", integration: 7, result: .testFailures, reason: "", commit: nil, toolchain: "",
      configuration: .debug, queued: Date(), started: Date())
    let folder = package == "." ? "" : package + "/"
    report.commits = [
      commit("1", [folder + "Tests/MTests/A.swift", "README.md"]),
      commit("2", [folder + "Sources/M/One.swift"]), commit("3", [folder + "Sources/M/Two.swift"]),
    ]
    report.comparedWith = Comparison(integration: 6, coverage: nil)
    report.issues.new = [
      Model.Issue(kind: .testFailure, message: "m", target: "M", file: nil, line: nil, test: test, since: 7)
    ]
    change(&report)
    var evidence = Judgement.Evidence()
    evidence.package = PackageDescription(
      name: "P", path: "/p",
      targets: [
        .init(name: "M", path: "Sources/M", sources: ["One.swift", "Two.swift"]),
        .init(name: "MTests", type: "test", path: "Tests/MTests", sources: ["A.swift"]),
      ])
    var facts = Facts(report: report, evidence: evidence)
    try TellChangedSources().carryOut(&facts, at: workbench)
    return facts.report.issues.new.first?.mayExecute
  }

  @Test("by the map where it knows the test, by whichever of its names", arguments: [".", "Deep/Package"])
  func mapped(package: String) throws {
    let folder = package == "." ? "" : package + "/"
    let expected = ChangedSources(files: [folder + "Sources/M/Two.swift"], isMapped: true)
    #expect(try told(map(of: test, in: "Sources/M/Two.swift"), package: package) == expected)
    let renamed = try told(map(of: former, in: "Sources/M/Two.swift"), package: package) { report in
      report.comparedWith?.tests = TestChanges(since: 6)
      report.comparedWith?.tests?.renamed = [TestRename(from: former, to: test, how: .renamed)]
    }
    #expect(renamed == expected)
  }

  @Test("without a map, or where that does not know the test, all that are no tests")
  func unmapped() throws {
    let all = ChangedSources(files: ["Sources/M/One.swift", "Sources/M/Two.swift"], isMapped: false)
    #expect(try told(nil) == all)
    #expect(try told(map(of: former, in: "Sources/M/Two.swift")) == all)
    let deep = ChangedSources(
      files: ["Deep/Package/Sources/M/One.swift", "Deep/Package/Sources/M/Two.swift"], isMapped: false)
    #expect(try told(nil, package: "Deep/Package") == deep)
  }

  @Test("of one commit alone nothing is told")
  func only() throws {
    #expect(try told(nil) { $0.commits.removeLast(2) } == nil)
  }
}
