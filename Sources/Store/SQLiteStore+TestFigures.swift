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
        WHERE outcome.integration = ? AND outcome.seconds >= 0.01 ORDER BY outcome.seconds DESC LIMIT ?
        """, try row(of: integration, bot: bot), max(0, limit)
      ) {
        TimedTest(
          id: TestID($0.text(0)), library: TestLibrary(rawValue: $0.text(1)) ?? .xctest, target: $0.text(2),
          seconds: $0.double(3))
      }
    }
  }

  /// The tests that failed, crashed or hung most often in the newest `among` integrations, with their newest
  /// `outcomes`.
  public func oftenFailingTests(bot: BotID, among: Int, limit: Int, outcomes: Int) throws -> [FailingTest] {
    try reading("the failing tests", of: bot, or: []) { row in
      // Left to itself SQLite reads every outcome of these integrations.
      let tests = try database.all(
        """
        SELECT test.name, test.library, test.target, failing.times FROM (
          SELECT outcome.test, count(*) AS times, max(recent.number) AS newest FROM
            (SELECT id, number FROM integration WHERE bot = ? AND limited = 0
              ORDER BY number DESC LIMIT ?) AS recent
            CROSS JOIN outcome INDEXED BY outcomeFailing ON outcome.integration = recent.id
          WHERE outcome.outcome IN ('failed', 'crashed', 'timed-out', 'flaky')
          GROUP BY outcome.test ORDER BY times DESC, newest DESC, outcome.test LIMIT ?) AS failing
        CROSS JOIN test ON test.id = failing.test
        ORDER BY failing.times DESC, failing.newest DESC, test.name
        """, row, among, max(0, limit)
      ) {
        FailingTest(
          id: TestID($0.text(0)), library: TestLibrary(rawValue: $0.text(1)) ?? .xctest, target: $0.text(2),
          failures: $0.int(3), outcomes: [])
      }
      return try tests.map { test in
        var test = test
        test.outcomes = try testHistory(bot: bot, test: test.id, limit: outcomes)
        return test
      }
    }
  }
}
