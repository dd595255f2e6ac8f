import Files
import Formats
import Foundation
import Kit
import Model
import Testing

@testable import Integrator

@Suite("Tests that an earlier integration had")
struct FormerTestsTests {
  private func report(_ number: Int, _ tests: [(id: TestID, body: String)]) -> Report {
    var report = Report(
      bot: "b", integration: IntegrationNumber(number), result: .testFailures, reason: "", commit: nil,
      toolchain: "", configuration: .debug, queued: Date(timeIntervalSince1970: 0),
      started: Date(timeIntervalSince1970: 0))
    report.tests.cases = tests.map { id, body in
      var row = TestCase(
        id: id, library: .xctest, target: "T", suite: "S", name: id.rawValue, outcome: .failed)
      row.body = TestBody(body)
      return row
    }
    return report
  }

  @Test("a test that came after the newest complete integration and was renamed then keeps its issue")
  func late() throws {
    let scratch = try ScratchFolder("former")
    var order = Order(
      bot: "b", integration: 9, settings: Bot(name: "b", repository: "/r"), repository: "/r",
      source: .workingTree, branch: "main", checkoutFolder: "", buildFolder: "", toolchainFolder: "",
      clean: false, jobs: nil, queued: Date(), baseline: nil)
    // #7 was complete; #8 had one more, and not all of its tests ran.
    try publish(ReportJSON.encode(report(7, [("T.S/testA", "a")])), as: scratch.path + "/7")
    try publish(
      ReportJSON.encode(report(8, [("T.S/testA", "a"), ("T.S/testB", "b"), ("T.S/testC", "c")])),
      as: scratch.path + "/8")
    order.completeReport = scratch.path + "/7"
    func open(_ path: String?) -> [TestID?] {
      order.baselineReport = path
      var evidence = Judgement.Evidence()
      evidence.tests = report(9, [("T.S/testA", "a"), ("T.S/testNew", "b"), ("T.S/testC", "c")]).tests
      let issues = ["testA", "testB", "testC"].map { name in
        Model.Issue(
          kind: .testFailure, message: "m", target: "T", file: nil, line: nil, test: TestID("T.S/\(name)"),
          since: 8, identity: .make(test: TestID("T.S/\(name)"), outcome: .failed))
      }
      evidence.baseline = Baseline(
        integration: 8, commit: nil, openIssues: issues, coverage: nil, testCount: 3, phaseSeconds: [:],
        hadChanges: false, measured: nil)
      FormerTests(order: order, places: TestPlaces([]), earlier: EarlierReports(), isWhole: true)
        .compare(&evidence)
      return evidence.baseline?.openIssues.map(\.test) ?? []
    }
    #expect(open(scratch.path + "/8") == ["T.S/testA", "T.S/testNew", "T.S/testC"])
    #expect(open(nil) == ["T.S/testA", "T.S/testB", "T.S/testC"])
    #expect(open(scratch.path + "/none") == ["T.S/testA", "T.S/testB", "T.S/testC"])
  }

  @Test("a branch's own steps lead from what the base calls a test to its name now, not its body")
  func steps() {
    var order = Order(
      bot: "b", integration: 9, settings: Bot(name: "b", repository: "/r"), repository: "/r",
      source: .workingTree, branch: "side", checkoutFolder: "", buildFolder: "", toolchainFolder: "",
      clean: false, jobs: nil, queued: Date(), baseline: nil)
    func told() -> TestMatch {
      var evidence = Judgement.Evidence()
      evidence.tests = report(9, [("T.S/testC", "a"), ("T.S/testCopy", "a")]).tests
      evidence.base = BaseLine(
        branch: "main", commit: "c", report: report(5, [("T.S/testA", "a")]), folder: "", reportPath: "/5")
      FormerTests(order: order, places: TestPlaces([]), earlier: EarlierReports(), isWhole: true)
        .compare(&evidence)
      return evidence.baseMatch
    }
    #expect(told().gone == ["T.S/testA"] && told().added.count == 2)
    order.renamedHere = [
      TestRename(from: "T.S/testB", to: "T.S/testC", how: .renamed),
      TestRename(from: "T.S/testA", to: "T.S/testB", how: .renamed),
    ]
    #expect(told().gone == [] && told().added == ["T.S/testCopy"])
    #expect(told().renamed.map(\.to) == ["T.S/testC"])
  }
}
