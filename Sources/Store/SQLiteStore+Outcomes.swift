import Foundation
public import Model
import SQLite

extension SQLiteStore {
  /// More tests than this have no earlier outcomes.
  static let mostRemembered = 2_000

  /// The outcomes in the last integrations of a branch before one, newest first: of the tests that are named,
  /// and of those that failed in any of these integrations.
  public func earlierOutcomes(
    bot: BotID, branch: BranchName?, before number: IntegrationNumber, tests: [TestID], limit: Int
  ) throws -> [TestID: [EarlierOutcome]] {
    let names = try JSONEncoder().encode(tests.prefix(Self.mostRemembered).map(\.rawValue))
    return try named("reading the earlier outcomes of the tests of \(bot)") {
      let rows = try database.all(
        """
        WITH recent AS MATERIALIZED (
          SELECT integration.id, number FROM integration JOIN bot ON bot.id = integration.bot
          WHERE bot.name = ?1 AND branch = ?2 AND reported = 1 AND number < ?3
          ORDER BY number DESC LIMIT ?4),
        wanted AS MATERIALIZED (
          SELECT test.id, test.name FROM test JOIN bot ON bot.id = test.bot
          WHERE bot.name = ?1 AND test.name IN (
            SELECT value FROM json_each(?5)
            UNION SELECT issue.test FROM recent CROSS JOIN judgement ON judgement.integration = recent.id
              JOIN issue ON issue.id = judgement.issue
              WHERE judgement.seen = 1 AND issue.kind IN ('test-failure', 'flaky') AND issue.test IS NOT NULL)
          LIMIT ?6)
        SELECT name, number, outcome FROM recent CROSS JOIN wanted
        CROSS JOIN outcome ON outcome.integration = recent.id AND outcome.test = wanted.id
        ORDER BY recent.number DESC
        """, bot.rawValue, branch?.rawValue ?? "", number.value, max(0, limit),
        String(decoding: names, as: UTF8.self), Self.mostRemembered
      ) {
        (
          test: TestID($0.text("name")),
          EarlierOutcome(integration: $0.number("number"), outcome: $0.word("outcome") ?? .notRun)
        )
      }
      return Dictionary(grouping: rows, by: \.test).mapValues { $0.map(\.1) }
    }
  }
}
