public import Model
import SQLite

extension SQLiteStore {
  /// Integrations whose tests ran to their end.
  static let complete = "('test-failures', 'flaky', 'analyzer-warnings', 'warnings', 'succeeded')"

  func keepRenames(_ changes: TestChanges?, _ row: Int, _ bot: Int) throws {
    func known(_ test: TestID) throws -> Int? {
      try database.first("SELECT id FROM test WHERE bot = ? AND name = ?", bot, test.rawValue) { $0.int(0) }
    }
    for (from, to) in changes?.steps ?? [] {
      guard let former = try known(from) else { continue }
      try database.run(
        "INSERT OR REPLACE INTO renamed VALUES (?, ?, ?, ?)", bot, row, former, try to.flatMap(known))
    }
  }

  /// Of each branch, as its complete integrations saw it; `of`: as that one saw it too, whatever it is.
  func lineages(
    bot: Int, branch: String? = nil, of number: IntegrationNumber? = nil
  ) throws -> [String: TestLineage] {
    let steps = try database.all(
      """
      SELECT integration.branch, integration.number AS number, former.name AS former, test.name AS now
      FROM renamed
      CROSS JOIN integration ON integration.id = renamed.integration
      CROSS JOIN test AS former ON former.id = renamed.former
      LEFT JOIN test ON test.id = renamed.test
      WHERE renamed.bot = ?1 AND (?2 IS NULL OR integration.branch = ?2)
        AND (number = ?3 OR (limited = 0 AND result IN \(Self.complete) AND (?3 IS NULL OR number < ?3)))
      """, bot, branch, number?.value
    ) {
      (
        branch: $0.text(0),
        step: TestLineage.Step(
          integration: $0.number("number"), from: TestID($0.text("former")),
          to: $0.maybeText("now").map { TestID($0) })
      )
    }
    return Dictionary(grouping: steps, by: \.branch).mapValues { TestLineage($0.map(\.step)) }
  }

  /// What became of the names of tests on a branch, as an integration of it saw that.
  public func lineage(
    of bot: BotID, branch: BranchName?, as number: IntegrationNumber
  ) throws -> TestLineage {
    try reading("what was renamed", of: bot, or: TestLineage()) { row in
      let name = branch?.rawValue ?? ""
      return try lineages(bot: row, branch: name, of: number)[name] ?? TestLineage()
    }
  }

  /// What integrations of its other branches found renamed, the newest first.
  public func renames(of bot: BotID, besides branch: BranchName?) throws -> [TestRename]? {
    try renames(of: bot, where: "branch <> ?", branch)
  }

  /// And what those of this one did.
  public func renames(of bot: BotID, on branch: BranchName?) throws -> [TestRename]? {
    try renames(of: bot, where: "branch = ?", branch)
  }

  private func renames(
    of bot: BotID, where isOfBranch: String, _ branch: BranchName?
  ) throws -> [TestRename]? {
    try reading("what was renamed", of: bot, or: nil) { row in
      let found = try database.all(
        """
        SELECT DISTINCT former.name AS former, test.name AS now FROM renamed
        CROSS JOIN integration ON integration.id = renamed.integration
        CROSS JOIN test AS former ON former.id = renamed.former
        CROSS JOIN test ON test.id = renamed.test
        WHERE renamed.bot = ? AND \(isOfBranch) AND limited = 0
        ORDER BY number DESC LIMIT \(Self.mostRenames)
        """, row, branch?.rawValue ?? ""
      ) { TestRename(from: TestID($0.text("former")), to: TestID($0.text("now")), how: .renamed) }
      return found.isEmpty ? nil : found
    }
  }

  private static let mostRenames = 2000

  /// What a branch had once and has not in its newest complete integration, the latest first; not what is
  /// called otherwise since. What its base had, and its own first integration had no more, it had too.
  public func goneTests(
    bot: BotID, branch: BranchName?, in complete: IntegrationNumber
  ) throws -> [GoneTest]? {
    try reading("which tests are gone", of: bot, or: nil) { row in
      let whole = "reported = 1 AND limited = 0"
      let found = try database.all(
        """
        SELECT name, (
          SELECT min(number) FROM integration
          WHERE bot = ?1 AND branch = ?2 AND number > last AND number <= ?3 AND \(whole)
            AND result IN \(Self.complete)
            AND selection IS (SELECT selection FROM integration WHERE bot = ?1 AND number = ?3)
        ) AS since, last
        FROM (
          SELECT test.id AS id, test.name AS name, max(number) AS last FROM test
          CROSS JOIN outcome ON outcome.test = test.id
          CROSS JOIN integration ON integration.id = outcome.integration
          WHERE test.bot = ?1 AND branch = ?2 AND number < ?3 AND \(whole)
            AND NOT EXISTS (
              SELECT 1 FROM outcome AS there WHERE there.test = test.id
                AND there.integration = (SELECT id FROM integration WHERE bot = ?1 AND number = ?3))
          GROUP BY test.id
        ) AS had
        WHERE since IS NOT NULL AND NOT \(Self.isRenamed(test: "had.id", after: "had.last"))
        UNION ALL
        SELECT test.name, first.number, first.baseNumber
        FROM (
          SELECT min(number) AS number, baseNumber, selection FROM integration
          WHERE bot = ?1 AND branch = ?2 AND \(whole) AND result IN \(Self.complete)
        ) AS first
        CROSS JOIN integration AS base ON base.bot = ?1 AND base.number = first.baseNumber
        CROSS JOIN outcome ON outcome.integration = base.id
        CROSS JOIN test ON test.id = outcome.test
        WHERE first.number <= ?3
          AND first.selection IS (SELECT selection FROM integration WHERE bot = ?1 AND number = ?3)
          AND NOT EXISTS (
            SELECT 1 FROM outcome AS own CROSS JOIN integration AS whose ON whose.id = own.integration
            WHERE own.test = test.id AND branch = ?2 AND whose.number <= ?3)
          AND NOT \(Self.isRenamed(test: "test.id", after: "first.baseNumber"))
        ORDER BY last DESC LIMIT \(Self.mostRenames)
        """, row, branch?.rawValue ?? "", complete.value
      ) { GoneTest(TestID($0.text("name")), since: $0.number("since")) }
      let lineage = try lineages(bot: row)[branch?.rawValue ?? ""]
      let known = Set(found.map(\.test))
      // One that comes back may go by a name that it had before.
      let former = found.flatMap { gone in
        (lineage?.formerNames(of: gone.test) ?? []).map { GoneTest($0.id, since: gone.since) }
      }
      return found.isEmpty ? nil : found + former.filter { !known.contains($0.test) }
    }
  }

  /// On whatever branch: one that it came from may have found it.
  private static func isRenamed(test: String, after number: String) -> String {
    """
    EXISTS (SELECT 1 FROM renamed CROSS JOIN integration AS found ON found.id = renamed.integration
      WHERE renamed.bot = ?1 AND renamed.former = \(test) AND found.number > \(number))
    """
  }

  /// Issues as their tests were called in the newest complete integration: what came after it and was not
  /// complete is no step of a lineage.
  func asBefore(
    _ issues: [Issue], bot: Int, branch: String, complete: () throws -> IntegrationNumber?
  ) throws -> [Issue] {
    guard issues.contains(where: { $0.test != nil }) else { return issues }
    let renames = try database.all(
      """
      SELECT former.name AS former, test.name AS now, integration.number AS number FROM renamed
      CROSS JOIN integration ON integration.id = renamed.integration
      CROSS JOIN test AS former ON former.id = renamed.former
      CROSS JOIN test ON test.id = renamed.test
      WHERE renamed.bot = ? AND branch = ? AND reported = 1 AND limited = 0
        AND result NOT IN \(Self.complete)
      """, bot, branch
    ) { (former: TestID($0.text("former")), now: TestID($0.text("now")), number: $0.number("number")) }
    guard !renames.isEmpty, let complete = try complete() else { return issues }
    let later = renames.filter { $0.number > complete }.sorted { $0.number > $1.number }
    return issues.map { issue in
      let former = issue.test.flatMap { test in later.first { $0.now == test }?.former }
      return former.map(issue.of) ?? issue
    }
  }
}
