import Model
import Testing

@testable import Store

@Suite struct OutcomesTests {
  private func test(_ name: String, _ outcome: TestOutcome) -> TestCase {
    TestCase(
      id: TestID(name), library: .xctest, target: "T", suite: "S", name: name, outcome: outcome)
  }

  private func integrate(
    _ life: BotLife, on branch: BranchName = "main", _ outcomes: [(String, TestOutcome)]
  ) throws {
    let failing = outcomes.filter(\.1.isFailure)
    try life.integrate(branch, failing.isEmpty ? .succeeded : .testFailures) { report in
      report.tests.cases = outcomes.map { test($0.0, $0.1) }
      report.issues.new = failing.map {
        Issue(
          kind: .testFailure, message: "m", target: "T", file: nil, line: nil, test: TestID($0.0),
          since: report.integration, identity: IssueIdentity("\($0.0) \(report.integration)"))
      }
    }
  }

  private func earlier(
    _ life: BotLife, before number: IntegrationNumber, _ tests: [TestID] = [], limit: Int = 20
  ) throws -> [TestID: [EarlierOutcome]] {
    try life.store.earlierOutcomes(
      bot: life.bot, branch: "main", before: number, tests: tests, limit: limit)
  }

  @Test("tests that are asked for, and those that failed lately, have their outcomes, newest first")
  func outcomes() throws {
    let life = try BotLife()
    try integrate(life, [("a", .passed), ("b", .crashed), ("c", .passed)])
    try integrate(life, on: "feature", [("a", .failed), ("b", .failed)])
    try integrate(life, [("a", .skipped), ("b", .passed), ("c", .passed)])
    let found = try earlier(life, before: 4, ["a", "it's \"new\""])
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

  @Test("what a limited integration came to is not among the earlier outcomes")
  func limited() throws {
    let life = try BotLife()
    try integrate(life, [("a", .passed)])
    try life.integrate("main", .testFailures) { report in
      report.tests.cases = [test("a", .failed), test("b", .failed)]
      report.limited = Limitation()
    }
    let found = try earlier(life, before: 3, ["a"])
    #expect(found == ["a": [EarlierOutcome(integration: 1, outcome: .passed)]])
    func isAnyLimited(_ branch: BranchName, _ oldest: IntegrationNumber) throws -> Bool {
      try life.store.isAnyLimited(bot: life.bot, branch: branch, from: oldest, before: 3)
    }
    #expect(try isAnyLimited("main", 1))
    #expect(try !isAnyLimited("main", 2))
    #expect(try !isAnyLimited("other", 1))
  }

  @Test("what runs still is none of those among which failures are counted")
  func among() throws {
    let life = try BotLife()
    try integrate(life, [("a", .failed)])
    try integrate(life, [("a", .passed)])
    _ = try life.begin()
    #expect(try life.store.pastCount(bot: life.bot, most: 9) == 2)
    let often = try life.store.oftenFailingTests(bot: life.bot, among: 2, limit: 9, outcomes: 9)
    #expect(often.map(\.failures) == [1])
  }

  @Test("what failed lately on a branch is known by its newest integrations, each test once")
  func lately() throws {
    let life = try BotLife()
    try integrate(life, [("a", .failed), ("b", .passed), ("c", .passed)])
    try integrate(life, [("a", .passed), ("b", .flaky), ("c", .crashed)])
    try integrate(life, [("a", .passed), ("b", .passed), ("c", .crashed)])
    _ = try life.begin()
    func found(_ among: Int, _ branch: BranchName = "main") throws -> [String] {
      try life.store.failedLately(bot: life.bot, branch: branch, among: among).map { id in
        String(id.rawValue.suffix(1))
      }
    }
    #expect(try found(1) == ["c"])
    #expect(try found(2) == ["b", "c"])
    #expect(try found(3) == ["a", "b", "c"])
    #expect(try found(3, "other").isEmpty)
  }

  @Test("an integration sees only those before it, and only the last of them")
  func bounds() throws {
    let life = try BotLife()
    for n in 1...6 { try integrate(life, [("a", n == 1 ? .failed : .passed)]) }
    #expect(try earlier(life, before: 5, ["a"], limit: 2)["a"]?.map(\.integration) == [4, 3])
    #expect(try earlier(life, before: 5, limit: 2).isEmpty)
    #expect(try earlier(life, before: 5)["a"]?.count == 4)
    #expect(try earlier(life, before: 1, ["a"]).isEmpty)
    #expect(
      try life.store.earlierOutcomes(bot: "other", branch: nil, before: 9, tests: [], limit: 9).isEmpty)
  }

  @Test("a test that failed once is told of after hundreds of integrations without reading them all", .slow)
  func fast() throws {
    let life = try BotLife()
    func steps(before number: IntegrationNumber) throws -> Int {
      var steps = 0
      life.store.database.didRun = { steps += $1 }
      defer { life.store.database.didRun = nil }
      #expect(try earlier(life, before: number, ["t0"])["t0"]?.count == 20)
      return steps
    }
    func integrate(_ numbers: ClosedRange<Int>) throws {
      for n in numbers {
        try self.integrate(life, (0..<40).map { ("t\($0)", n % 50 == $0 ? .failed : .passed) })
      }
    }
    try integrate(1...75)
    let few = try steps(before: 76)
    try integrate(76...300)
    let many = try steps(before: 301)
    #expect(many < 2 * few, "\(few) steps after 75 integrations, \(many) after 300")
  }
}
