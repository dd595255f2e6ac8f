import Model
import SQLite

extension SQLiteStore {
  /// The issues of an integration as it left them.
  func issues(at row: Int) throws -> IssueLists {
    let judged = try database.all(
      """
      SELECT list, kind, message, target, file, line, test, since, identity, judgement.seen AS seen
      FROM judgement JOIN issue ON issue.id = judgement.issue
      WHERE judgement.integration = ? ORDER BY judgement.position
      """, row
    ) { (list: $0.text("list"), issue: Self.issue($0)) }
    func list(_ name: String) -> [Issue] { judged.filter { $0.list == name }.map(\.issue) }
    return IssueLists(
      new: list("new"), unresolved: list("unresolved"), resolved: list("resolved"),
      silenced: list("silenced"))
  }

  private static func issue(_ row: borrowing Row) -> Issue {
    Issue(
      kind: row.word("kind") ?? .testFailure, message: row.text("message"), target: row.maybeText("target"),
      file: row.maybeText("file").map { PackagePath($0) }, line: row.maybeInt("line"),
      test: row.maybeText("test").map { TestID($0) }, since: row.number("since"),
      identity: IssueIdentity(row.text("identity")), seen: row.bool("seen"))
  }

  func keepIssues(_ lists: IssueLists, _ row: Int, _ bot: Int) throws {
    let branch = try database.first("SELECT branch FROM integration WHERE id = ?", row) { $0.text(0) } ?? ""
    let named = [
      ("new", lists.new), ("unresolved", lists.unresolved), ("resolved", lists.resolved),
      ("silenced", lists.silenced),
    ]
    var position = 0
    for (list, issues) in named {
      for issue in issues {
        let life = try keptLife(issue, bot, branch)
        try database.run(
          "INSERT INTO judgement VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
          row, life, list, position, issue.seen, issue.file?.rawValue, issue.line)
        position += 1
      }
    }
  }

  private func keptLife(_ issue: Issue, _ bot: Int, _ branch: String) throws -> Int {
    let known = try database.first(
      "SELECT id FROM issue WHERE bot = ? AND branch = ? AND identity = ? AND since = ?",
      bot, branch, issue.identity.rawValue, issue.since.value
    ) { $0.int(0) }
    if let known { return known }
    try database.run(
      """
      INSERT INTO issue (bot, branch, identity, since, kind, message, target, test)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      bot, branch, issue.identity.rawValue, issue.since.value, issue.kind.rawValue, issue.message.bounded,
      issue.target, issue.test?.rawValue)
    return database.lastInsertedRow
  }
}
