public import Model
import SQLite

extension SQLiteStore {
  /// The issues of an integration as it left them.
  func issues(at row: Int) throws -> IssueLists {
    let judged = try database.all(
      """
      SELECT list, kind, judgement.message AS now, issue.message AS first, target, file, line, test, since,
        identity, judgement.seen AS seen, setAsideIn
      FROM judgement JOIN issue ON issue.id = judgement.issue
      WHERE judgement.integration = ? ORDER BY judgement.position
      """, row
    ) { row in
      var issue = Self.issue(row)
      issue.setAsideIn = row.maybeInt("setAsideIn").map { IntegrationNumber($0) }
      return (list: row.text("list"), issue: issue)
    }
    func list(_ name: String) -> [Issue] { judged.filter { $0.list == name }.map(\.issue) }
    return IssueLists(
      new: list("new"), cameBack: list("came-back"), unresolved: list("unresolved"),
      resolved: list("resolved"),
      silenced: list("silenced"), flaky: list("flaky"))
  }

  /// More than the warnings that a build keeps.
  private static let mostPast = 3000

  /// The newest of each kind of what the bot knew and what is not open on this branch: many of one kind, or
  /// of other branches, take no place from others.
  /// - Parameter isOlder: for a commit behind which the branch has gone on.
  public func pastIssues(bot: BotID, branch: BranchName?, isOlder: Bool = false) throws -> [PastIssue] {
    let here = branch?.rawValue ?? ""
    return try reading("earlier issues", of: bot, or: []) { row in
      let lives = try lives(of: row, here: here, isOlder: isOlder)
      let lineages = try lineages(bot: row)
      var known: Set<[String]> = []
      func names(of life: Life) -> [PastIssue] {
        life.issue.names(there: lineages[life.branch], here: lineages[here])
      }
      // What was renamed and mended at once was seen by a former name, and resolved by this one: by both in
      // one life where this one was seen too.
      var mended: [[String]: Life] = [:]
      for life in lives where life.issue.isResolved {
        let since = life.isSeen ? "\(life.issue.since)" : ""
        for issue in life.isSeen ? names(of: life) : [life.issue] {
          let key = [life.branch, issue.identity.rawValue, since]
          mended[key] = mended[key] ?? life
        }
      }
      return lives.filter(\.isSeen).flatMap { life in
        names(of: life).map { issue in
          var issue = issue
          if life.branch != here, let end = mended[[here, issue.identity.rawValue, ""]] {
            issue.mendedHere = end.issue.resolvedCommit
          }
          let ends = ["", "\(issue.since)"].compactMap {
            mended[[life.branch, issue.identity.rawValue, $0]]
          }
          guard life.isOpen, let end = ends.max(by: { $0.toldIn < $1.toldIn }), end.toldIn > life.toldIn
          else { return (branch: life.branch, isOpen: life.isOpen, issue: issue) }
          (issue.isResolved, issue.resolvedCommit) = (true, end.issue.resolvedCommit)
          return (branch: life.branch, isOpen: false, issue: issue)
        }
      }
      // One that a rewritten history left open hides none that was resolved before.
      .filter { !$0.issue.isOfBranch || !$0.isOpen }.seenLastFirst { $0.issue.lastIn }
      // A branch may have left another one between two of its lives there.
      .filter { one in
        let life = one.issue.isOfBranch ? "" : "\(one.issue.since)"
        return known.insert([one.branch, one.issue.identity.rawValue, life]).inserted
      }.map(\.issue)
    }
  }

  private func lives(of bot: Int, here: String, isOlder: Bool) throws -> [Life] {
    // The first is where the life was last told, the second where it was last seen. What only a canceled
    // integration saw was told to nobody, and files that were not committed are on no other branch.
    try database.all(
      """
      SELECT identity, life.kind AS kind, test, since,
        substr(life.message, 1, \(MessageWords.most)) AS message,
        (SELECT substr(seenThen.message, 1, \(MessageWords.most)) FROM judgement AS seenThen
          WHERE seenThen.issue = life.id AND seenThen.integration = seenAt.id) AS lastMessage,
        life.branch AS branch, told.list AS list, toldAt.revision AS toldCommit, toldAt.number AS toldIn,
        seenAt.number AS lastIn, seenAt.revision AS lastCommit,
        CASE WHEN life.branch != ?3 OR ?4 THEN \(Self.sightings) END AS earlier, \(Self.beganOn) AS beganOn
      FROM (
        SELECT *, row_number() OVER (PARTITION BY branch = ?3, kind ORDER BY id DESC) AS place
        FROM issue WHERE bot = ?1) AS life
      JOIN judgement AS told ON told.issue = life.id AND told.integration = (
        SELECT max(integration) FROM judgement JOIN integration AS whole ON whole.id = integration
        WHERE issue = life.id AND limited = 0 AND result != 'canceled'
          AND (changes = 0 OR life.branch = ?3))
      JOIN integration AS toldAt ON toldAt.id = told.integration
      LEFT JOIN integration AS seenAt ON seenAt.id = (
        SELECT integration FROM judgement JOIN integration AS whole ON whole.id = integration
        WHERE issue = life.id AND seen = 1 AND list != 'resolved' AND limited = 0 AND result != 'canceled'
          AND (changes = 0 OR life.branch = ?3)
        ORDER BY integration DESC LIMIT 1)
      WHERE life.place <= ?2
      ORDER BY life.id DESC
      """, bot, Self.mostPast, here, isOlder
    ) { Self.life($0, branch: here) }
  }

  private static let beganOn = "(SELECT branch FROM integration WHERE bot = ?1 AND number = life.since)"

  private static let mostSightings = 20

  /// "12 1a2b…,9 3c4d…" of a life: those before the newest, and the very first.
  private static let sightings =
    """
    (SELECT group_concat(number || ' ' || revision, ',') FROM (
      SELECT number, revision, row_number() OVER (ORDER BY number DESC) AS place, count(*) OVER () AS total
      FROM (
        SELECT DISTINCT number, revision FROM judgement JOIN integration ON integration.id = integration
        WHERE issue = life.id AND seen = 1 AND list != 'resolved' AND limited = 0 AND result != 'canceled'
          AND revision IS NOT NULL AND (changes = 0 OR life.branch = ?3))
      ORDER BY number DESC)
    WHERE place > 1 AND (place <= \(mostSightings) OR place = total))
    """

  private static func sightings(_ text: String?) -> [PastIssue.Sighting]? {
    text?.split(separator: ",").compactMap { entry in
      let parts = entry.split(separator: " ")
      guard parts.count == 2, let number = Int(parts[0]) else { return nil }
      return PastIssue.Sighting(IntegrationNumber(number), CommitID(String(parts[1])))
    }
  }

  private struct Life {
    var branch: String
    var isOpen: Bool
    /// Nowhere, where it was only ever resolved: its test had another name.
    var isSeen: Bool
    var toldIn: IntegrationNumber
    var issue: PastIssue
  }

  private static func life(_ row: borrowing Row, branch: String) -> Life {
    Life(
      branch: row.text("branch"), isOpen: !["resolved", "flaky"].contains(row.text("list")),
      isSeen: row.maybeInt("lastIn") != nil, toldIn: row.number("toldIn"),
      issue: pastIssue(row, branch: branch))
  }

  private static func pastIssue(_ row: borrowing Row, branch: String) -> PastIssue {
    let isResolved = row.text("list") == "resolved"
    var issue = PastIssue(
      identity: IssueIdentity(row.text("identity")), test: row.maybeText("test").map { TestID($0) },
      since: row.number("since"), lastIn: IntegrationNumber(row.maybeInt("lastIn") ?? 0),
      lastCommit: row.maybeText("lastCommit").map { CommitID($0) },
      resolvedCommit: isResolved ? row.maybeText("toldCommit").map { CommitID($0) } : nil,
      isResolved: isResolved, isOfBranch: row.text("branch") == branch, message: row.maybeText("message"))
    if !issue.isOfBranch {
      issue.otherBranch = row.branch()
      issue.beganHere = row.maybeText("beganOn") == branch ? true : nil
    }
    issue.kind = row.word("kind")
    issue.seenBefore = sightings(row.maybeText("earlier"))
    issue.lastMessage = row.maybeText("lastMessage")
    return issue
  }

  static func issue(_ row: borrowing Row) -> Issue {
    let now = row.maybeText("now")
    var issue = Issue(
      kind: row.word("kind") ?? .testFailure, message: now ?? row.text("first"),
      target: row.maybeText("target"),
      file: row.maybeText("file").map { PackagePath($0) }, line: row.maybeInt("line"),
      test: row.maybeText("test").map { TestID($0) }, since: row.number("since"),
      identity: IssueIdentity(row.text("identity")), seen: row.bool("seen"))
    issue.firstMessage = now == nil ? nil : row.text("first")
    return issue
  }

  func keepIssues(_ lists: IssueLists, _ row: Int, _ bot: Int) throws {
    let branch = try database.first("SELECT branch FROM integration WHERE id = ?", row) { $0.text(0) } ?? ""
    let named = [
      ("new", lists.new), ("came-back", lists.cameBack), ("unresolved", lists.unresolved),
      ("resolved", lists.resolved),
      ("silenced", lists.silenced), ("flaky", lists.flaky),
    ]
    var position = 0
    for (list, issues) in named {
      for issue in issues {
        let life = try keptLife(issue, bot, branch)
        try database.run(
          """
          INSERT INTO judgement (integration, issue, list, position, seen, file, line, message, setAsideIn)
          VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, nullif(?8, (SELECT message FROM issue WHERE id = ?2)), ?9)
          ON CONFLICT DO NOTHING
          """,
          row, life, list, position, issue.seen, issue.file?.rawValue, issue.line, issue.message.bounded,
          issue.setAsideIn?.value)
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
      bot, branch, issue.identity.rawValue, issue.since.value, issue.kind.rawValue, issue.toldFirst.bounded,
      issue.target, issue.test?.rawValue)
    return database.lastInsertedRow
  }
}

extension Array {
  /// By its other names an issue may have been seen before or later; those alike stay in their order.
  fileprivate func seenLastFirst(_ number: (Element) -> IntegrationNumber) -> [Element] {
    enumerated().sorted { (number($1.element), $0.offset) < (number($0.element), $1.offset) }.map(\.element)
  }
}
