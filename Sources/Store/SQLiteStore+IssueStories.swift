public import Model
import SQLite

extension SQLiteStore {
  /// The issues that have a page: as long as an integration that leads there is kept.
  public func pagedIssues(bot: BotID) throws -> Set<IssueIdentity> {
    try reading("the issues", of: bot, or: []) { row in
      Set(
        try database.all(
          """
          SELECT identity FROM issue WHERE bot = ?1 AND EXISTS (
            SELECT 1 FROM judgement WHERE judgement.issue = issue.id AND position < ?2)
          """, row, IssueStory.mostPaged
        ) { IssueIdentity($0.text(0)) })
    }
  }

  /// Of which these integrations tell something new; that it is silenced no more is new too.
  public func toldIssues(bot: BotID, in numbers: [IntegrationNumber]) throws -> Set<IssueIdentity> {
    let list = "[" + numbers.map { String($0.value) }.joined(separator: ",") + "]"
    return try reading("the issues", of: bot, or: []) { row in
      let renamed = try database.all(
        """
        SELECT test.name AS name FROM integration
        CROSS JOIN renamed ON renamed.bot = integration.bot AND renamed.integration = integration.id
        CROSS JOIN test ON test.id = renamed.former OR test.id = renamed.test
        WHERE integration.bot = ?1 AND number IN (SELECT value FROM json_each(?2))
        """, row, list
      ) { TestID($0.text("name")) }
      // Whatever they were called before leads to the newest name, and that back.
      let former = renamed.isEmpty ? [] : try lineages(bot: row).values.map { $0.names(of: Set(renamed)) }
      return Set(Set(renamed).union(former.joined()).flatMap(IssueIdentity.all(of:))).union(
        try database.all(
          """
          SELECT issue.identity FROM integration
          CROSS JOIN judgement ON judgement.integration = integration.id
          CROSS JOIN issue ON issue.id = judgement.issue
          WHERE integration.bot = ?1 AND number IN (SELECT value FROM json_each(?2))
            AND position < ?3 AND (list != 'unresolved' OR EXISTS (
              SELECT 1 FROM judgement AS former
              WHERE former.issue = issue.id AND former.integration < integration.id
                AND former.list = 'silenced'))
          """, row, list, IssueStory.mostPaged
        ) { IssueIdentity($0.text(0)) })
    }
  }

  /// What was told last of these branches, and not as resolved: it means something else where they are gone.
  public func issuesLeft(bot: BotID, on branches: Set<BranchName>) throws -> Set<IssueIdentity> {
    guard !branches.isEmpty else { return [] }
    return try reading("the issues", of: bot, or: []) { row in
      let found = try branches.flatMap { branch in
        try database.all(
          """
          SELECT identity, judgement.list AS list, max(number) FROM integration
          CROSS JOIN judgement ON judgement.integration = integration.id
          CROSS JOIN issue ON issue.id = judgement.issue
          WHERE integration.bot = ?1 AND integration.branch = ?2 AND limited = 0 GROUP BY issue.id
          """, row, branch.rawValue
        ) { (IssueIdentity($0.text(0)), $0.text("list")) }
      }
      return Set(found.filter { $0.1 != IssueStory.State.resolved.rawValue }.map(\.0))
    }
  }

  /// All that is known of one issue; nil where the bot never had it.
  public func story(bot: BotID, issue identity: IssueIdentity) throws -> IssueStory? {
    try reading("the history of an issue", of: bot, or: nil) { row in
      let rows = try database.all(
        """
        SELECT kind, judgement.message AS now, issue.message AS first, target, test, since, identity,
          judgement.list AS list, judgement.seen AS seen, judgement.file AS file, judgement.line AS line,
          number, started, integration.branch AS branch, revision, subject, author, limited,
          result = 'canceled' AS isCanceled, comparedWith, baseNumber,
          \(Self.isTestGone) AS isTestGone
        FROM issue CROSS JOIN judgement ON judgement.issue = issue.id
        CROSS JOIN integration ON integration.id = judgement.integration
        WHERE issue.bot = ? AND identity = ?
        """, row, identity.rawValue
      ) { (issue: Self.issue($0), entry: Self.entry($0)) }
      .sorted { $0.entry.integration > $1.entry.integration }
      // Its words are those of the integration that its place is of.
      func saw(_ entry: IssueStory.Entry) -> Bool { entry.isSeen && entry.state != .resolved }
      guard
        let newest = rows.first(where: { saw($0.entry) && !$0.entry.isLimited && !$0.entry.isCanceled })
          ?? rows.first(where: { saw($0.entry) }) ?? rows.first
      else { return nil }
      var story = IssueStory(newest.issue)
      story.entries = rows.map(\.entry)
      story.silencings = try database.all(
        "SELECT *, endedIn FROM silence WHERE bot = ? AND subject = ? ORDER BY id DESC", row,
        Silence.Subject.issue(identity.rawValue).text
      ) { row in
        Self.silence(row).map {
          IssueStory.Silencing($0, endedIn: row.maybeInt("endedIn").map { IntegrationNumber($0) })
        }
      }.compactMap(\.self)
      let deleted = try database.all(
        """
        SELECT branch, seen, gone FROM tip WHERE bot = ?1 AND gone > 0
          AND branch IS NOT (SELECT base FROM bot WHERE id = ?1)
        """, row
      ) { (branch: BranchName($0.text(0)), seen: $0.date("seen"), isThere: $0.int(2) > 1) }
      let branches = Set(story.entries.compactMap(\.branch))
      for one in deleted where branches.contains(one.branch) {
        if one.isThere {
          story.unwatchedBranches[one.branch] = one.seen
        } else {
          story.deletedBranches[one.branch] = one.seen
        }
      }
      if let test = newest.issue.test { try tell(test, in: &story, row) }
      return story
    }
  }

  /// What became of the test that it is of.
  private func tell(_ test: TestID, in story: inout IssueStory, _ bot: Int) throws {
    if story.newest.isEmpty, let last = story.entries.first(where: \.isSeen) {
      story.passedIn = try first(with: test, after: last, bot, only: .passed)
    }
    for index in story.entries.indices where story.entries[index].isTestGone {
      story.entries[index].testBackIn = try first(with: test, after: story.entries[index], bot)
    }
    let lineages = try lineages(of: test, bot)
    let current = Set(story.current.filter { $0.state == .flaky }.map(\.integration))
    for index in story.entries.indices where current.contains(story.entries[index].integration) {
      story.entries[index].testGoneIn = try firstWithout(test, after: story.entries[index], bot)
    }
    for entry in story.newest.isEmpty ? story.newestLimited : story.newest {
      let lineage = lineages[entry.branch?.rawValue ?? ""]
      let renaming = lineage?.renaming(of: test, after: entry.integration)
      // What was mended before it had another name for a while is what it was.
      let isOver = renaming?.back != nil && entry.state == .resolved
      story.renamings[entry.branch] = isOver ? nil : renaming
      // Whole ones learn of a name later than the limited ones did that saw it by that.
      guard !story.newest.isEmpty else { continue }
      story.formerNames += try (lineage?.formerNames(of: test) ?? []).compactMap { former in
        var name = IssueStory.FormerName(
          former.id, since: lineage?.begins(former.id, before: former.until), until: former.until,
          branch: entry.branch)
        guard let outcome = story.issue.outcome else { return name }
        let issue = IssueIdentity.make(test: former.id, outcome: outcome)
        name.wentOn = try wasOpen(issue, before: former.until, bot)
        return try name.wentOn || wasSeen(issue, before: former.until, bot) ? name : nil
      }
    }
    story.formerNames.sort { $0.until > $1.until }
  }

  /// The first whole integration of its branch after it that ran this test, to that end if one is asked for.
  private func first(
    with test: TestID, after entry: IssueStory.Entry, _ bot: Int, only outcome: TestOutcome? = nil
  ) throws -> IntegrationNumber? {
    try database.first(
      """
      SELECT min(number) AS number FROM test CROSS JOIN outcome ON outcome.test = test.id
      CROSS JOIN integration ON integration.id = outcome.integration
      WHERE test.bot = ?1 AND test.name = ?2 AND number > ?3 AND branch = ?4 AND limited = 0
        AND (?5 IS NULL OR outcome.outcome = ?5)
      """, bot, test.rawValue, entry.integration.value, entry.branch?.rawValue ?? "", outcome?.rawValue
    ) { $0.maybeInt("number").map { IntegrationNumber($0) } } ?? nil
  }

  /// The first whole one of its branch that ran all that it did, without this test, which none had since.
  private func firstWithout(
    _ test: TestID, after entry: IssueStory.Entry, _ bot: Int
  ) throws -> IntegrationNumber? {
    try database.first(
      """
      SELECT min(number) AS number FROM integration
      WHERE bot = ?1 AND branch = ?4 AND limited = 0 AND reported = 1 AND result IN \(Self.complete)
        AND selection IS (SELECT selection FROM integration WHERE bot = ?1 AND number = ?3)
        AND number > (
          SELECT max(number) FROM test CROSS JOIN outcome ON outcome.test = test.id
          CROSS JOIN integration AS own ON own.id = outcome.integration
          WHERE test.bot = ?1 AND test.name = ?2 AND own.branch = ?4 AND own.limited = 0)
      """, bot, test.rawValue, entry.integration.value, entry.branch?.rawValue ?? ""
    ) { $0.maybeInt("number").map { IntegrationNumber($0) } } ?? nil
  }

  /// On the branch of an integration, or in what that was compared with, which is where another one left.
  private func wasOpen(_ issue: IssueIdentity, before next: IntegrationNumber, _ bot: Int) throws -> Bool {
    try database.first(
      """
      SELECT EXISTS (SELECT 1 FROM issue CROSS JOIN judgement ON judgement.issue = issue.id
        CROSS JOIN integration ON integration.id = judgement.integration
        CROSS JOIN integration AS next ON next.bot = ?1 AND next.number = ?3
        WHERE issue.bot = ?1 AND identity = ?2 AND integration.number < ?3
          AND judgement.list NOT IN ('resolved', 'flaky')
          AND (integration.branch = next.branch
            OR integration.number IN (next.comparedWith, next.baseNumber)))
      """, bot, issue.rawValue, next.value
    ) { $0.bool(0) } ?? false
  }

  /// On whatever branch.
  private func wasSeen(_ issue: IssueIdentity, before next: IntegrationNumber, _ bot: Int) throws -> Bool {
    try database.first(
      """
      SELECT EXISTS (SELECT 1 FROM issue CROSS JOIN judgement ON judgement.issue = issue.id
        CROSS JOIN integration ON integration.id = judgement.integration
        WHERE issue.bot = ?1 AND identity = ?2 AND integration.number < ?3 AND judgement.seen = 1
          AND limited = 0 AND judgement.list NOT IN ('resolved', 'flaky'))
      """, bot, issue.rawValue, next.value
    ) { $0.bool(0) } ?? false
  }

  private static let isTestGone =
    """
    judgement.list = 'resolved' AND test IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM test AS own CROSS JOIN outcome ON outcome.test = own.id
      WHERE own.bot = issue.bot AND own.name = issue.test AND outcome.integration = integration.id)
    """

  /// Of all branches, where the test is or was called otherwise at all.
  private func lineages(of test: TestID, _ bot: Int) throws -> [String: TestLineage] {
    let isRenamed = try database.first(
      """
      SELECT EXISTS (SELECT 1 FROM test
        CROSS JOIN renamed ON renamed.former = test.id OR renamed.test = test.id
        WHERE test.bot = ? AND test.name = ?)
      """, bot, test.rawValue
    ) { $0.bool(0) }
    return isRenamed == true ? try lineages(bot: bot) : [:]
  }

  private static func entry(_ row: borrowing Row) -> IssueStory.Entry {
    var entry = IssueStory.Entry(
      row.number("number"), started: row.date("started"), row.word("list") ?? .unresolved)
    (entry.isSeen, entry.isLimited, entry.branch) = (row.bool("seen"), row.bool("limited"), row.branch())
    (entry.isTestGone, entry.isCanceled) = (row.bool("isTestGone"), row.bool("isCanceled"))
    entry.comparedWith = ["comparedWith", "baseNumber"].compactMap { name in
      row.maybeInt(name).map { IntegrationNumber($0) }
    }
    entry.commit = row.maybeText("revision").map { CommitID($0) }
    (entry.subject, entry.author) = (row.maybeText("subject"), row.maybeText("author"))
    entry.file = row.maybeText("file").map { PackagePath($0) }
    entry.line = row.maybeInt("line")
    return entry
  }
}
