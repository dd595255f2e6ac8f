public import Model
import SQLite

extension SQLiteStore {
  /// What is silenced for a bot besides what its file says, oldest first.
  public func silences(of bot: BotID) throws -> [Silence] {
    try silences(of: bot, where: "endedIn IS NULL AND origin != 'bot-file'")
  }

  /// What its file says and an integration has resolved since.
  public func endedSilences(ofFileOf bot: BotID) throws -> [Silence] {
    try silences(of: bot, where: "endedIn IS NOT NULL AND origin = 'bot-file'")
  }

  private func silences(of bot: BotID, where condition: String) throws -> [Silence] {
    try reading("what is silenced", of: bot, or: []) { row in
      try database.all(
        "SELECT * FROM silence WHERE bot = ? AND \(condition) ORDER BY id", row, read: Self.silence
      ).compactMap(\.self)
    }
  }

  static func silence(_ row: borrowing Row) -> Silence? {
    guard let subject = Silence.Subject(row.text("subject")), let until = Silence.Until(row.text("until"))
    else { return nil }
    return Silence(
      subject, until: until, reason: row.text("reason"), origin: row.word("origin") ?? .command,
      by: row.maybeText("by"), at: row.maybeDate("made"),
      branch: row.maybeText("branch").map { BranchName($0) })
  }

  /// What the newest integration of each branch left open, and what was flaky in it: the base branch
  /// first, whose word counts, then the newest.
  public func openIssues(of bot: BotID) throws -> [KnownIssue] {
    try reading("what is open", of: bot, or: []) { row in
      let base = try self.base(of: bot)
      let known = try branches(bot: bot).compactMap(\.branch)
      let ordered = known.filter { $0 == base } + known.filter { $0 != base }
      return try (ordered.map(\.rawValue) + [""]).flatMap { branch in
        let newest = try database.first(
          """
          SELECT id, number FROM integration
          WHERE bot = ? AND branch = ? AND reported = 1 AND limited = 0 ORDER BY number DESC LIMIT 1
          """, row, branch
        ) { (row: $0.int(0), number: IntegrationNumber($0.int(1))) }
        guard let newest else { return [KnownIssue]() }
        let lists = try issues(at: newest.row)
        return (lists.open + lists.flaky + lists.silenced.filter { $0.kind == .flaky }).map {
          KnownIssue(
            issue: $0, branch: branch.isEmpty ? nil : BranchName(branch), integration: newest.number)
        }
      }
    }
  }

  private static let mostFlaky = 200

  /// What was flaky at any time, the newest first: no pass says that it is not any more.
  public func everFlaky(of bot: BotID) throws -> [KnownIssue] {
    try reading("what was flaky", of: bot, or: []) { row in
      try database.all(
        """
        SELECT kind, told.message AS now, life.message AS first, target, file, line, test, since, identity,
          told.seen AS seen, life.branch AS branch, number
        FROM issue AS life
        JOIN judgement AS told ON told.issue = life.id AND told.integration = (
          SELECT max(integration) FROM judgement WHERE issue = life.id)
        JOIN integration ON integration.id = told.integration
        WHERE life.bot = ? AND kind = ? ORDER BY life.id DESC LIMIT ?
        """, row, Issue.Kind.flaky.rawValue, Self.mostFlaky
      ) { row in
        let branch = row.text("branch")
        return KnownIssue(
          issue: Self.issue(row), branch: branch.isEmpty ? nil : BranchName(branch),
          integration: row.number("number"))
      }
    }
  }

  /// Takes the place of what was said of the same before.
  public func silence(_ silence: Silence, of bot: BotID) throws {
    try whole("silencing an issue of \(bot)") {
      guard let row = try row(of: bot) else { throw unknown(bot) }
      try end(silence.subject, row, in: IssueStory.Silencing.replaced.value)
      try keep(silence, row)
    }
  }

  /// False where it was not silenced.
  public func unsilence(_ subject: Silence.Subject, of bot: BotID) throws -> Bool {
    try whole("taking a silence of \(bot) back") {
      guard let row = try row(of: bot) else { throw unknown(bot) }
      return try end(subject, row, in: 0)
    }
  }

  /// Whether `silence: all-now` had its first day; a bot file without it asks for another one later.
  public func hasSilencedAll(of bot: BotID, asks: Bool) throws -> Bool {
    try reading("what is silenced", of: bot, or: false) { row in
      let done = try database.first("SELECT allSilencedIn IS NOT NULL FROM bot WHERE id = ?", row) {
        $0.bool(0)
      }
      if done == true, !asks { try database.run("UPDATE bot SET allSilencedIn = NULL WHERE id = ?", row) }
      return done ?? false
    }
  }

  /// What an integration says of silences: which it resolved, and what was there on the first day.
  func keepSilences(_ report: Report, _ row: Int, _ bot: Int) throws {
    if report.silencedAll == true {
      try database.run(
        "UPDATE bot SET allSilencedIn = ? WHERE id = ? AND allSilencedIn IS NULL", report.integration.value,
        bot)
    }
    guard report.limited == nil else { return }
    let branch = try database.first("SELECT branch FROM integration WHERE id = ?", row) { $0.text(0) } ?? ""
    let base = try self.base(of: report.bot)
    for issue in report.issues.resolved {
      guard let silence = issue.silence, silence.ends(with: issue, on: BranchName(branch), base: base) else {
        continue
      }
      if try !end(silence.subject, bot, in: report.integration.value), silence.origin == .botFile {
        try keep(silence, bot, endedIn: report.integration.value)
      }
    }
    for rename in report.comparedWith?.tests?.renamed ?? [] { try follow(rename, bot) }
    for issue in report.issues.silenced {
      guard var silence = issue.silence, silence.origin == .allNow || issue.renamedFrom != nil else {
        continue
      }
      silence.subject = .issue(issue.identity.rawValue)
      if silence.origin == .botFile { silence.origin = .command }
      if try !isKnown(silence, bot) { try keep(silence, bot) }
    }
  }

  /// What is silenced goes on being so under the new name, and where the test has the former one still.
  private func follow(_ rename: TestRename, _ bot: Int) throws {
    let subjects = TestOutcome.allCases.filter(\.wentWrong).flatMap { outcome in
      func both(_ make: (TestID) -> Silence.Subject) -> (from: Silence.Subject, to: Silence.Subject) {
        (make(rename.from), make(rename.to))
      }
      return [
        both { .issue(IssueIdentity.make(test: $0, outcome: outcome).rawValue) },
        both { .test($0, outcome) },
      ]
    }
    for (from, to) in subjects {
      let silences = try database.all(
        "SELECT * FROM silence WHERE bot = ? AND subject = ? AND endedIn IS NULL AND origin != 'bot-file'",
        bot, from.text, read: Self.silence
      ).compactMap(\.self)
      for var silence in silences {
        silence.subject = to
        if try !isKnown(silence, bot) { try keep(silence, bot) }
      }
    }
  }

  /// One that somebody took back since stays so, however often the report is read.
  private func isKnown(_ silence: Silence, _ bot: Int) throws -> Bool {
    try database.first(
      """
      SELECT 1 FROM silence
      WHERE bot = ? AND subject = ? AND (endedIn IS NULL OR endedIn <= 0 AND made IS ?)
      """, bot, silence.subject.text, silence.at?.milliseconds
    ) { _ in true } != nil
  }

  /// With what was kept of it under other names of its test.
  @discardableResult
  private func end(_ subject: Silence.Subject, _ bot: Int, in integration: Int) throws -> Bool {
    let same = try database.all(
      """
      SELECT made, reason FROM silence
      WHERE bot = ? AND subject = ? AND endedIn IS NULL AND origin = 'command' AND made IS NOT NULL
      """, bot, subject.text
    ) { (made: $0.int(0), reason: $0.text(1)) }
    for one in same {
      try database.run(
        """
        UPDATE silence SET endedIn = ?
        WHERE bot = ? AND endedIn IS NULL AND origin = 'command' AND made = ? AND reason = ? AND subject != ?
        """, integration, bot, one.made, one.reason, subject.text)
    }
    return try database.run(
      "UPDATE silence SET endedIn = ? WHERE bot = ? AND subject = ? AND endedIn IS NULL", integration, bot,
      subject.text) > 0
  }

  private func keep(_ silence: Silence, _ bot: Int, endedIn: Int? = nil) throws {
    try database.run(
      """
      INSERT INTO silence (bot, subject, until, reason, origin, "by", made, branch, endedIn)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, bot, silence.subject.text, silence.until.text, silence.reason.bounded, silence.origin.rawValue,
      silence.by?.bounded, silence.at?.milliseconds, silence.branch?.rawValue, endedIn)
  }
}
