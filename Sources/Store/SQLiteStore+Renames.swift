public import Model
import SQLite

extension SQLiteStore {
  /// Integrations whose tests ran to their end.
  static let complete = "('test-failures', 'flaky', 'analyzer-warnings', 'warnings', 'succeeded')"

  func keepRenames(_ changes: TestChanges?, _ row: Int, _ bot: Int) throws {
    func known(_ test: TestID) throws -> Int? {
      try database.first("SELECT id FROM test WHERE bot = ? AND name = ?", bot, test.rawValue) { $0.int(0) }
    }
    for rename in changes?.renamed ?? [] {
      guard let former = try known(rename.from), let now = try known(rename.to) else { continue }
      try database.run("INSERT OR REPLACE INTO renamed VALUES (?, ?, ?, ?)", bot, row, former, now)
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
