import Model
import Testing

@testable import Store

@Suite struct OutcomesTests {
  private func test(_ name: String, _ outcome: TestOutcome) -> TestCase {
    TestCase(
      id: TestID(name), library: .xctest, target: "T", suite: "S", name: name, outcome: outcome)
  }

  private func integrate(
    _ world: World, on branch: BranchName = "main", _ outcomes: [(String, TestOutcome)]
  ) throws {
    let failing = outcomes.filter(\.1.isFailure)
    try world.integrate(branch, failing.isEmpty ? .succeeded : .testFailures) { report in
      report.tests.cases = outcomes.map { test($0.0, $0.1) }
      report.issues.new = failing.map {
        Issue(
          kind: .testFailure, message: "m", target: "T", file: nil, line: nil, test: TestID($0.0),
          since: report.integration, identity: IssueIdentity("\($0.0) \(report.integration)"))
      }
    }
  }

  private func earlier(
    _ world: World, before number: IntegrationNumber, _ tests: [TestID] = [], limit: Int = 20
  ) throws -> [TestID: [EarlierOutcome]] {
    try world.store.earlierOutcomes(
      bot: world.bot, branch: "main", before: number, tests: tests, limit: limit)
  }

  @Test("tests that are asked for, and those that failed lately, have their outcomes, newest first")
  func outcomes() throws {
    let world = try World()
    try integrate(world, [("a", .passed), ("b", .crashed), ("c", .passed)])
    try integrate(world, on: "feature", [("a", .failed), ("b", .failed)])
    try integrate(world, [("a", .skipped), ("b", .passed), ("c", .passed)])
    let found = try earlier(world, before: 4, ["a", "it's \"new\""])
    #expect(
      found == [
        "a": [
          EarlierOutcome(integration: 3, outcome: .skipped), EarlierOutcome(integration: 1, outcome: .passed),
        ],
        "b": [
          EarlierOutcome(integration: 3, outcome: .passed), EarlierOutcome(integration: 1, outcome: .crashed),
        ],
      ])
  }

  @Test("an integration sees only those before it, and only the last of them")
  func bounds() throws {
    let world = try World()
    for n in 1...6 { try integrate(world, [("a", n == 1 ? .failed : .passed)]) }
    #expect(try earlier(world, before: 5, ["a"], limit: 2)["a"]?.map(\.integration) == [4, 3])
    #expect(try earlier(world, before: 5, limit: 2).isEmpty)
    #expect(try earlier(world, before: 5)["a"]?.count == 4)
    #expect(try earlier(world, before: 1, ["a"]).isEmpty)
    #expect(
      try world.store.earlierOutcomes(bot: "other", branch: nil, before: 9, tests: [], limit: 9).isEmpty)
  }

  @Test("a test that failed once is told of after hundreds of integrations without reading them all")
  func fast() throws {
    let world = try World()
    for n in 1...300 { try integrate(world, (0..<40).map { ("t\($0)", n % 50 == $0 ? .failed : .passed) }) }
    var found: [TestID: [EarlierOutcome]] = [:]
    let spent = try ContinuousClock().measure { found = try earlier(world, before: 301, ["t0"]) }
    #expect(found["t0"]?.count == 20)
    #expect(spent < .milliseconds(100))
  }
}
