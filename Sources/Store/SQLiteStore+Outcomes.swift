import Foundation
public import Model
import SQLite

extension SQLiteStore {
  /// More tests than this have no earlier outcomes.
  static let mostRemembered = 2_000

  /// The newest integrations of committed files, of one commit where it is known which.
  public func earlierReports(
    bot: BotID, of source: Order.Source, configuration: Configuration, before number: IntegrationNumber,
    folder: (IntegrationNumber) -> String
  ) throws -> [EarlierReport] {
    var commit: String?
    if case .commit(let id) = source { commit = id.rawValue }
    return try reading("the earlier integrations", of: bot, or: []) { row in
      let found = try database.all(
        """
        SELECT id, number, revision, toolchain FROM integration
        WHERE bot = ?1 AND number < ?2 AND number > ?2 - 1000 AND reported = 1 AND changes = 0
          AND revision IS NOT NULL
          AND toolchain IS NOT NULL AND configuration = ?3 AND testsPassed IS NOT NULL
          AND (?4 IS NULL OR revision = ?4)
        ORDER BY number DESC LIMIT ?5
        """, row, number.value, configuration.rawValue, commit, Self.mostEarlier
      ) {
        (
          id: $0.int(0), number: IntegrationNumber($0.int(1)), commit: CommitID($0.text(2)),
          toolchain: $0.text(3)
        )
      }
      return try found.map { one in
        let failed = try database.all(
          """
          SELECT test.name FROM outcome INDEXED BY outcomeFailing
          CROSS JOIN test ON test.id = outcome.test
          WHERE outcome.integration = ? AND outcome.outcome != 'flaky'
            AND outcome.outcome IN ('failed', 'crashed', 'timed-out', 'flaky') LIMIT 100
          """, one.id
        ) { TestID($0.text(0)) }
        return EarlierReport(
          integration: one.number, commit: one.commit, toolchain: one.toolchain, failed: failed,
          folder: folder(one.number))
      }
    }
  }

  private static let mostEarlier = 10

  /// The newest limited ones of a branch between two, of commits as they are.
  public func limited(
    bot: BotID, branch: BranchName, since: IntegrationNumber, before number: IntegrationNumber,
    folder: (IntegrationNumber) -> String
  ) throws -> [EarlierReport] {
    try reading("the limited integrations", of: bot, or: []) { row in
      try database.all(
        """
        SELECT number, revision, toolchain FROM integration
        WHERE bot = ? AND branch = ? AND number > ? AND number < ? AND reported = 1 AND limited > 0
          AND changes = 0 AND revision IS NOT NULL AND testsPassed IS NOT NULL
        ORDER BY number DESC LIMIT ?
        """, row, branch.rawValue, since.value, number.value, Self.mostEarlier
      ) {
        let number = $0.number("number")
        return EarlierReport(
          integration: number, commit: CommitID($0.text("revision")), toolchain: $0.text("toolchain"),
          failed: [], folder: folder(number))
      }
    }
  }

  /// The outcomes in the last whole integrations of a branch before one, the newest first: of the tests that
  /// are named, and of those that failed in any of these integrations.
  public func earlierOutcomes(
    bot: BotID, branch: BranchName?, before number: IntegrationNumber, tests: [TestID], limit: Int
  ) throws -> [TestID: [EarlierOutcome]] {
    try reading("the earlier outcomes of the tests", of: bot, or: [:]) { row in
      let lineage = try lineages(bot: row, branch: branch?.rawValue ?? "", of: number).values.first
      var wanted = Set(tests.prefix(Self.mostRemembered))
      if let lineage {
        // Those that failed under other ids.
        let failing = try failingTests(bot: row, branch: branch, before: number, limit: limit)
        wanted = lineage.names(
          of: wanted.union(failing.compactMap { lineage.now($0.test, of: $0.integration) }))
      }
      let names = try JSONEncoder().encode(wanted.map(\.rawValue).sorted())
      let rows = try database.all(
        """
        WITH recent AS MATERIALIZED (
          SELECT integration.id, number, revision FROM integration JOIN bot ON bot.id = integration.bot
          WHERE bot.name = ?1 AND branch = ?2 AND reported = 1 AND limited = 0 AND number < ?3
          ORDER BY number DESC LIMIT ?4),
        wanted AS MATERIALIZED (
          SELECT test.id, test.name FROM test JOIN bot ON bot.id = test.bot
          WHERE bot.name = ?1 AND test.name IN (
            SELECT value FROM json_each(?5)
            UNION SELECT issue.test FROM recent CROSS JOIN judgement ON judgement.integration = recent.id
              JOIN issue ON issue.id = judgement.issue
              WHERE judgement.seen = 1 AND issue.kind IN ('test-failure', 'flaky') AND issue.test IS NOT NULL)
          LIMIT ?6)
        SELECT name, number, outcome, revision FROM recent CROSS JOIN wanted
        CROSS JOIN outcome ON outcome.integration = recent.id AND outcome.test = wanted.id
        ORDER BY recent.number DESC
        """, bot.rawValue, branch?.rawValue ?? "", number.value, max(0, limit),
        String(decoding: names, as: UTF8.self), Self.mostRemembered
      ) {
        (
          test: TestID($0.text("name")),
          outcome: EarlierOutcome(
            integration: $0.number("number"), outcome: $0.word("outcome") ?? .notRun),
          commit: $0.maybeText("revision")
        )
      }
      let older = Self.ofOlderCommits(rows.map { ($0.outcome.integration, $0.commit) })
      let told = rows.compactMap { name, outcome, _ -> (test: TestID, EarlierOutcome)? in
        var outcome = outcome
        outcome.isOfOlderCommit = older.contains(outcome.integration)
        guard let lineage, let now = lineage.now(name, of: outcome.integration) else {
          return lineage == nil ? (name, outcome) : nil
        }
        return (now, outcome.called(name, now: now))
      }
      return Dictionary(grouping: told, by: \.test).mapValues { $0.map(\.1) }
    }
  }

  /// Of integrations, newest first and each as often as it likes, those whose commit came before another one.
  private static func ofOlderCommits(
    _ newestFirst: [(integration: IntegrationNumber, commit: String?)]
  ) -> Set<IntegrationNumber> {
    var known: Set<String> = []
    var newest: String?
    var older: Set<IntegrationNumber> = []
    for (integration, commit) in newestFirst.reversed() {
      guard let commit, commit != newest, !older.contains(integration) else { continue }
      if known.insert(commit).inserted { newest = commit } else { older.insert(integration) }
    }
    return older
  }

  /// Limited ones are among none of these outcomes; whether there were any on the branch since the oldest.
  public func isAnyLimited(
    bot: BotID, branch: BranchName?, from oldest: IntegrationNumber, before number: IntegrationNumber
  ) throws -> Bool {
    try reading("the limited integrations", of: bot, or: false) { row in
      try database.first(
        """
        SELECT 1 FROM integration
        WHERE bot = ? AND branch = ? AND number > ? AND number < ? AND limited > 0 LIMIT 1
        """, row, branch?.rawValue ?? "", oldest.value, number.value
      ) { _ in true } ?? false
    }
  }

  private func failingTests(
    bot: Int, branch: BranchName?, before number: IntegrationNumber, limit: Int
  ) throws -> [(test: TestID, integration: IntegrationNumber)] {
    try database.all(
      """
      SELECT test.name, recent.number FROM
        (SELECT id, number FROM integration
          WHERE bot = ? AND branch = ? AND reported = 1 AND limited = 0 AND number < ?
          ORDER BY number DESC LIMIT ?) AS recent
        CROSS JOIN outcome INDEXED BY outcomeFailing ON outcome.integration = recent.id
        CROSS JOIN test ON test.id = outcome.test
      WHERE outcome.outcome IN ('failed', 'crashed', 'timed-out', 'flaky') LIMIT ?
      """, bot, branch?.rawValue ?? "", number.value, max(0, limit), Self.mostRemembered
    ) { (TestID($0.text(0)), IntegrationNumber($0.int(1))) }
  }
}
