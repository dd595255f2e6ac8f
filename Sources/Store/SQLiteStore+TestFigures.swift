public import Foundation
public import Model
import SQLite

extension SQLiteStore {
  /// The tests of an integration that took longest.
  public func slowestTests(bot: BotID, integration: IntegrationNumber, limit: Int) throws -> [TimedTest] {
    try named("reading the tests of \(bot)\(integration)") {
      try database.all(
        """
        SELECT test.name, test.library, test.target, outcome.seconds FROM outcome
        CROSS JOIN test ON test.id = outcome.test
        WHERE outcome.integration = ? AND outcome.seconds >= 0.1 ORDER BY outcome.seconds DESC LIMIT ?
        """, try row(of: integration, bot: bot), max(0, limit)
      ) {
        TimedTest(
          id: TestID($0.text(0)), library: TestLibrary(rawValue: $0.text(1)) ?? .xctest, target: $0.text(2),
          seconds: $0.double(3))
      }
    }
  }

  /// How many tests of an integration ran, and of how many of them it is known how long they took.
  public func knownTimes(bot: BotID, integration: IntegrationNumber) throws -> KnownTimes {
    try named("counting the tests of \(bot)\(integration)") {
      try database.first(
        """
        SELECT count(*), count(seconds), total(
          seconds IS NULL AND outcome = 'passed'
            AND EXISTS (SELECT 1 FROM test WHERE test.id = outcome.test AND library = 'swift-testing')) > 0
        FROM outcome
        WHERE integration = ? AND (seconds IS NOT NULL OR outcome NOT IN ('skipped', 'not-run'))
        """, try row(of: integration, bot: bot)
      ) { KnownTimes(tests: $0.int(0), timed: $0.int(1), isCrowded: $0.bool(2)) }
        ?? KnownTimes(tests: 0, timed: 0)
    }
  }

  /// The tests that failed, crashed, hung or were flaky most often in the newest `among` integrations; the
  /// first `inFull` with their newest `outcomes`.
  public func oftenFailingTests(
    bot: BotID, among: Int, limit: Int, outcomes: Int, inFull: Int = .max
  ) throws -> [FailingTest] {
    try reading("the failing tests", of: bot, or: []) { row in
      let lineages = try lineages(bot: row)
      if !lineages.isEmpty {
        return try oftenFailing(row, lineages, among: among, limit: limit).enumerated().map { place, test in
          var test = test
          if place < inFull { test.outcomes = try history(row, test.id, outcomes, lineages) }
          return test
        }
      }
      // Left to itself SQLite reads every outcome of these integrations.
      let tests = try database.all(
        """
        SELECT test.name, test.library, test.target, failing.times, failing.crashes, failing.timeouts FROM (
          SELECT outcome.test, count(*) AS times, max(recent.number) AS newest,
            sum(outcome.outcome = 'crashed') AS crashes, sum(outcome.outcome = 'timed-out') AS timeouts FROM
            (SELECT id, number FROM integration
              WHERE bot = ? AND limited = 0 AND result IS NOT NULL
              ORDER BY number DESC LIMIT ?) AS recent
            CROSS JOIN outcome INDEXED BY outcomeFailing ON outcome.integration = recent.id
          WHERE outcome.outcome IN ('failed', 'crashed', 'timed-out', 'flaky')
          GROUP BY outcome.test ORDER BY times DESC, newest DESC, outcome.test LIMIT ?) AS failing
        CROSS JOIN test ON test.id = failing.test
        ORDER BY failing.times DESC, failing.newest DESC, test.name
        """, row, among, max(0, limit)
      ) {
        var test = FailingTest(
          id: TestID($0.text(0)), library: TestLibrary(rawValue: $0.text(1)) ?? .xctest, target: $0.text(2),
          failures: $0.int(3), outcomes: [])
        (test.crashes, test.timeouts) = ($0.int(4), $0.int(5))
        return test
      }
      return try tests.enumerated().map { place, test in
        var test = test
        if place < inFull { test.outcomes = try testHistory(bot: bot, test: test.id, limit: outcomes) }
        return test
      }
    }
  }

  private static let mostFailures = 100_000

  /// When the newest integration of a branch began that ran its tests and was not limited.
  public func newestWhole(bot: BotID, branch: BranchName?, configuration: Configuration) throws -> Date? {
    try reading("the newest integration", of: bot, or: nil) { row in
      try database.first(
        """
        SELECT started FROM integration
        WHERE bot = ? AND branch = ? AND reported = 1 AND limited = 0 AND configuration = ?
          AND result IN ('succeeded', 'warnings', 'analyzer-warnings', 'test-failures', 'flaky')
        ORDER BY number DESC LIMIT 1
        """, row, branch?.rawValue ?? "", configuration.rawValue
      ) { $0.date("started") }
    }
  }

  /// Tests that failed, crashed, hung or were flaky in the newest `among` integrations of a branch.
  public func failedLately(bot: BotID, branch: BranchName?, among: Int) throws -> [TestID] {
    try reading("the failing tests", of: bot, or: []) { row in
      let names = try database.all(
        """
        SELECT test.name FROM
          (SELECT id FROM integration WHERE bot = ? AND branch = ? AND result IS NOT NULL
            ORDER BY number DESC LIMIT ?) AS recent
          CROSS JOIN outcome INDEXED BY outcomeFailing ON outcome.integration = recent.id
          CROSS JOIN test ON test.id = outcome.test
        WHERE outcome.outcome IN ('failed', 'crashed', 'timed-out', 'flaky') LIMIT ?
        """, row, branch?.rawValue ?? "", among, Self.mostFailures
      ) { $0.text(0) }
      return Set(names).sorted().map { TestID($0) }
    }
  }

  /// Where tests were renamed, by what they are called now on the branch of each failure.
  private func oftenFailing(
    _ bot: Int, _ lineages: [String: TestLineage], among: Int, limit: Int
  ) throws -> [FailingTest] {
    let failures = try database.all(
      """
      SELECT test.name, test.library, test.target, recent.number, recent.branch, outcome.outcome FROM
        (SELECT id, number, branch FROM integration
          WHERE bot = ? AND limited = 0 AND result IS NOT NULL
          ORDER BY number DESC LIMIT ?) AS recent
        CROSS JOIN outcome INDEXED BY outcomeFailing ON outcome.integration = recent.id
        CROSS JOIN test ON test.id = outcome.test
      WHERE outcome.outcome IN ('failed', 'crashed', 'timed-out', 'flaky')
      ORDER BY recent.number DESC LIMIT ?
      """, bot, among, Self.mostFailures
    ) {
      (
        test: FailingTest(
          id: TestID($0.text(0)), library: TestLibrary(rawValue: $0.text(1)) ?? .xctest, target: $0.text(2),
          failures: 0, outcomes: []), number: IntegrationNumber($0.int(3)), branch: $0.text(4),
        outcome: TestOutcome(rawValue: $0.text(5)) ?? .failed
      )
    }
    var found: [TestID: (test: FailingTest, newest: IntegrationNumber)] = [:]
    for failure in failures {
      let lineage = lineages[failure.branch] ?? TestLineage()
      guard let id = lineage.now(failure.test.id, of: failure.number) else { continue }
      var known = found[id] ?? (failure.test, failure.number)
      known.test.id = id
      known.test.failures += 1
      if failure.outcome == .crashed { known.test.crashes += 1 }
      if failure.outcome == .timedOut { known.test.timeouts += 1 }
      found[id] = known
    }
    let order = found.values.sorted {
      ($1.test.failures, $1.newest, $0.test.id) < ($0.test.failures, $0.newest, $1.test.id)
    }
    return order.prefix(max(0, limit)).map(\.test)
  }
}
