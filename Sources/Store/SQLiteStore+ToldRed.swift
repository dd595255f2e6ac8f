public import Model
import SQLite

/// Whom a mail told that a branch is red, until one told that it is green again, whatever becomes of mails.
extension SQLiteStore {
  public struct ToldRed: Equatable, Sendable {
    public var recipient: String
    /// The last one that they were told of.
    public var integration: IntegrationNumber
    /// The mail is on its way still.
    public var isOnItsWay: Bool
  }

  /// Who is to be told that a branch is green, or was told so by that integration.
  public func toldRed(
    of bot: BotID, branch: BranchName?, before number: IntegrationNumber
  ) throws -> [ToldRed] {
    try reading("who was told", of: bot, or: []) { row in
      try database.all(
        """
        WITH told AS (
          SELECT recipient, max(number) AS number FROM toldRed
          WHERE bot = ?1 AND branch = ?2 AND number < ?3 AND (green IS NULL OR green = ?3)
          GROUP BY lower(recipient))
        SELECT recipient, number, EXISTS (
          SELECT 1 FROM message WHERE bot = ?1 AND message.number = told.number
            AND lower(message.recipient) = lower(told.recipient) AND topic = 'issues'
            AND state IN ('waiting', 'sending')) AS isOnItsWay
        FROM told ORDER BY recipient
        """, row, branch?.rawValue ?? "", number.value
      ) {
        ToldRed(
          recipient: $0.text("recipient"), integration: $0.number("number"), isOnItsWay: $0.bool("isOnItsWay")
        )
      }
    }
  }

  /// Who was told last that a branch is green, before an integration, and in which.
  public func toldGreen(
    of bot: BotID, branch: BranchName?, before number: IntegrationNumber
  ) throws -> [(recipient: String, red: IntegrationNumber, green: IntegrationNumber)] {
    try reading("who was told", of: bot, or: []) { row in
      try database.all(
        """
        SELECT recipient, max(number) AS number, max(green) AS green FROM toldRed
        WHERE bot = ?1 AND branch = ?2 AND number < ?3
        GROUP BY lower(recipient) HAVING count(*) = count(CASE WHEN green < ?3 THEN 1 END)
        ORDER BY recipient
        """, row, branch?.rawValue ?? "", number.value
      ) { (recipient: $0.text("recipient"), red: $0.number("number"), green: $0.number("green")) }
    }
  }

  /// What the whole integration of a branch before this one had, and nobody was to hear of.
  public func silencedBefore(
    of bot: BotID, branch: BranchName?, before number: IntegrationNumber
  ) throws -> Set<IssueIdentity> {
    try reading("what was silenced", of: bot, or: []) { row in
      Set(
        try database.all(
          """
          SELECT identity FROM judgement CROSS JOIN issue ON issue.id = judgement.issue
          WHERE judgement.list = 'silenced' AND judgement.integration = (
            SELECT id FROM integration WHERE bot = ?1 AND branch = ?2 AND number < ?3 AND limited = 0
              AND reported = 1 ORDER BY number DESC LIMIT 1)
          """, row, branch?.rawValue ?? "", number.value
        ) { IssueIdentity($0.text(0)) })
    }
  }

  /// Which of these issues mails of the branch told to whom before an integration, by addresses in small
  /// letters; tests go by what they are called there. Of what is kept no more nobody is known to be told.
  public func issuesTold(
    _ issues: [Issue], of bot: BotID, branch: BranchName?, before number: IntegrationNumber
  ) throws -> [String: [IssueIdentity: ToldIssue]] {
    guard !issues.isEmpty else { return [:] }
    return try reading("who was told of what", of: bot, or: [:]) { row in
      let name = branch?.rawValue ?? ""
      let lineage = try lineages(bot: row, branch: name, of: number)[name] ?? TestLineage()
      let names = lineage.names(of: Set(issues.compactMap(\.test)))
      let all = Set(issues.map(\.identity)).union(names.flatMap(IssueIdentity.all(of:)))
      let told = try database.all(
        """
        SELECT DISTINCT lower(recipient) AS reader, message.number AS number, identity, test,
          list = 'resolved' AS isGone FROM issue
        CROSS JOIN judgement ON judgement.issue = issue.id
        CROSS JOIN integration ON integration.id = judgement.integration
        CROSS JOIN message ON message.bot = issue.bot AND message.number = integration.number
        WHERE issue.bot = ?1 AND issue.branch = ?2 AND identity IN (SELECT value FROM json_each(?4))
          AND list IN ('new', 'came-back', 'unresolved', 'resolved') AND judgement.seen = 1
          AND message.number < ?3 AND message.branch = ?2 AND topic IN ('issues', 'warnings')
          AND message.state NOT IN ('refused', 'dropped')
        """, row, name, number.value, Self.list(all)
      ) {
        (
          reader: $0.text("reader"), number: $0.number("number"),
          identity: IssueIdentity($0.text("identity")), test: $0.maybeText("test").map { TestID($0) },
          isGone: $0.bool("isGone")
        )
      }
      return told.reduce(into: [:]) { found, one in
        var identity = one.identity
        if let test = one.test {
          // Another test may have its name by now.
          guard let now = lineage.now(test, of: one.number) else { return }
          identity = one.identity.followed(from: test, to: now)
        }
        found[one.reader, default: [:]][identity, default: ToldIssue()].hear(one.number, isGone: one.isGone)
      }
    }
  }

  /// What mails of a branch told somebody of since they were told last that it is green, and was resolved
  /// after that and before an integration, with where.
  public func resolvedSinceGreen(
    of bot: BotID, branch: BranchName?, toldTo recipient: String, before number: IntegrationNumber
  ) throws -> [(identity: IssueIdentity, number: IntegrationNumber)] {
    try reading("what was resolved", of: bot, or: []) { row in
      try database.all(
        """
        WITH mine AS (
          SELECT number, topic FROM message
          WHERE bot = ?1 AND branch = ?2 AND number < ?3 AND lower(recipient) = lower(?4)
            AND state NOT IN ('refused', 'dropped')),
        news AS (
          SELECT judgement.issue, min(mine.number) AS told FROM mine
          CROSS JOIN integration ON integration.bot = ?1 AND integration.number = mine.number
          CROSS JOIN judgement ON judgement.integration = integration.id
          WHERE topic = 'issues' AND list IN ('new', 'came-back', 'unresolved') AND judgement.seen = 1
            AND mine.number > (SELECT coalesce(max(number), 0) FROM mine WHERE topic = 'green')
          GROUP BY judgement.issue)
        SELECT identity, max(number) AS number FROM news
        CROSS JOIN issue ON issue.id = news.issue
        CROSS JOIN judgement ON judgement.issue = issue.id AND list = 'resolved'
        CROSS JOIN integration ON integration.id = judgement.integration AND limited = 0 AND number < ?3
          AND number > told
        GROUP BY identity ORDER BY 2 DESC, issue.id
        """, row, branch?.rawValue ?? "", number.value, recipient
      ) { (identity: IssueIdentity($0.text("identity")), number: $0.number("number")) }
    }
  }

  private static func list(_ identities: Set<IssueIdentity>) -> String {
    "[" + identities.map { "\"\($0.rawValue)\"" }.sorted().joined(separator: ",") + "]"
  }

  /// As a message is now. Whom none reached was not told.
  func rememberTold(_ message: Message, isNew: Bool) throws {
    let isLost = message.state == .refused || message.state == .dropped
    guard message.topic == .issues || message.topic == .green, let bot = try row(of: message.bot) else {
      return
    }
    let (branch, number) = (message.branch?.rawValue ?? "", message.integration.value)
    // However a trigger or a commit writes the address.
    let isOfReader = "bot = ?1 AND branch = ?2 AND lower(recipient) = lower(?3)"
    switch (message.topic, isLost) {
    case (.issues, false):
      if isNew {
        try database.run(
          "INSERT OR IGNORE INTO toldRed VALUES (?, ?, ?, ?, NULL)", bot, branch, message.recipient, number)
      }
      // Only as long as one is on its way the one before may be the last that they were told of.
      guard message.state == .taken else { return }
      try database.run(
        "DELETE FROM toldRed WHERE \(isOfReader) AND number < ?4 AND green IS NULL", bot, branch,
        message.recipient, number)
    case (.issues, true):
      try database.run(
        "DELETE FROM toldRed WHERE \(isOfReader) AND number = ?4", bot, branch, message.recipient, number)
    case (_, false):
      try database.run(
        "UPDATE toldRed SET green = ?4 WHERE \(isOfReader) AND number < ?4 AND green IS NULL", bot, branch,
        message.recipient, number)
    case (_, true):
      try database.run(
        "UPDATE toldRed SET green = NULL WHERE \(isOfReader) AND green = ?4", bot, branch, message.recipient,
        number)
    }
  }

  /// Who was told of green by an integration that is forgotten is told so no more.
  func forgetToldRed(_ integration: Int) throws {
    try database.run(
      """
      DELETE FROM toldRed WHERE (bot, green) = (SELECT bot, number FROM integration WHERE id = ?)
      """, integration)
  }
}
