import Foundation
public import Model
import SQLite

extension SQLiteStore {
  static let pastColumns = """
    number, branch, revision, subject, changes, started, process, result, ended, seconds, reason,
      coalesce(sentence, reason) AS sentence, toolchain, linesExecutable, linesExecuted, linesPartial,
      linesBound, pinned, limited, tolerated, author, clean, testsAdded, testsGone, newIssues, linesMore,
      linesUnequal, warnings, analyzerWarnings, search IS NOT NULL AS isOfSearch, selection,
      (SELECT other.branch FROM integration AS other
        WHERE other.bot = integration.bot AND other.number = integration.baseNumber) AS baseBranch,
      baseNumber, baseAdded, baseGone, baseFailing, baseMended, baseLinesMore, baseUnequal,
      \(testColumns.map(\.value).joined(separator: ", "))
    """

  static let past = "SELECT \(pastColumns) FROM integration"

  /// Where it stands how many tests ended how.
  static let testColumns: KeyValuePairs<TestOutcome, String> = [
    .passed: "testsPassed", .failed: "testsFailed", .crashed: "testsCrashed", .timedOut: "testsTimedOut",
    .flaky: "testsFlaky", .skipped: "testsSkipped", .expectedFailure: "testsExpected", .notRun: "testsNotRun",
  ]

  /// The newest integrations of a bot, newest first, from before `before` on.
  public func past(
    bot: BotID, limit: Int, before: IntegrationNumber? = nil, isWhole: Bool = false
  ) throws -> [PastIntegration] {
    try reading("the history", of: bot, or: []) { row in
      let limitation = isWhole ? "AND limited = 0" : ""
      return try database.all(
        "\(Self.past) WHERE bot = ? AND number < ? \(limitation) ORDER BY number DESC LIMIT ?",
        row, before?.value ?? Int.max, max(0, limit), read: Self.pastIntegration)
    }
  }

  /// Whether Swift itself changed before it, so that a commit was integrated once more.
  public func isOfUpgrade(bot: BotID, number: IntegrationNumber) throws -> Bool {
    try reading("the history", of: bot, or: false) { row in
      try database.first(
        "SELECT coalesce(source, '') = 'upgrade' AS wanted FROM integration WHERE bot = ? AND number = ?",
        row,
        number.value
      ) { $0.bool("wanted") } ?? false
    }
  }

  /// The newest integrations of one branch, newest first; `isWhole`: without the limited ones, however many
  /// of these are newer.
  public func past(
    bot: BotID, branch: BranchName, limit: Int, isWhole: Bool = false
  ) throws -> [PastIntegration] {
    try reading("the history", of: bot, or: []) { row in
      let limitation = isWhole ? "AND limited = 0" : ""
      return try database.all(
        "\(Self.past) WHERE bot = ? AND branch = ? \(limitation) ORDER BY number DESC LIMIT ?",
        row, branch.rawValue, max(0, limit), read: Self.pastIntegration)
    }
  }

  /// In which integrations of a branch it came to be known what each commit is, as its bot would have it;
  /// that something was in the way says nothing of one.
  public func integrations(
    bot: BotID, branch: BranchName, configuration: Configuration
  ) throws -> [CommitID: [IntegrationNumber]] {
    try reading("the history", of: bot, or: [:]) { row in
      let known = try database.all(
        """
        SELECT number, revision FROM integration
        WHERE bot = ?1 AND branch = ?2 AND configuration = ?3 AND reported = 1 AND limited = 0
          AND changes = 0 AND revision IS NOT NULL
          AND result NOT IN ('canceled', 'checkout-error', 'trigger-error', 'internal-error')
        """, row, branch.rawValue, configuration.rawValue
      ) { ($0.number("number"), CommitID($0.text("revision"))) }
      return Dictionary(grouping: known, by: \.1).mapValues { $0.map(\.0) }
    }
  }

  /// The newest that ended of each branch beside the bot's base branch, newest first: of branches that are
  /// there, as far as that is known.
  public func besideBase(bot: BotID) throws -> [PastIntegration] {
    guard let base = try base(of: bot) else { return [] }
    return try branches(bot: bot).filter { $0.branch != base }
  }

  /// The newest that ended of each branch that is there, as far as that is known, newest first.
  public func branches(bot: BotID) throws -> [PastIntegration] {
    try reading("the branches", of: bot, or: []) { row in
      // From branch to branch, so that only one integration of each is looked at.
      try database.all(
        """
        WITH RECURSIVE line (branch) AS (
          SELECT min(branch) FROM integration WHERE bot = ?1 AND reported = 1 AND limited = 0
          UNION ALL
          SELECT (SELECT min(branch) FROM integration
            WHERE bot = ?1 AND reported = 1 AND limited = 0 AND branch > line.branch)
          FROM line WHERE line.branch IS NOT NULL)
        \(Self.past) WHERE bot = ?1 AND number IN (
          SELECT (SELECT max(number) FROM integration
            WHERE bot = ?1 AND branch = line.branch AND reported = 1 AND limited = 0)
          FROM line WHERE line.branch != ''
            AND NOT EXISTS (SELECT 1 FROM tip WHERE tip.bot = ?1 AND tip.branch = line.branch AND gone > 0
              AND line.branch IS NOT (SELECT base FROM bot WHERE id = ?1)))
        ORDER BY number DESC
        """, row, read: Self.pastIntegration)
    }
  }

  /// The integrations with these numbers, newest first.
  public func past(bot: BotID, numbers: ClosedRange<Int>) throws -> [PastIntegration] {
    try reading("the history", of: bot, or: []) { row in
      try database.all(
        "\(Self.past) WHERE bot = ? AND number BETWEEN ? AND ? ORDER BY number DESC",
        row, numbers.lowerBound, numbers.upperBound, read: Self.pastIntegration)
    }
  }

  /// The whole integrations of these commits as they are, newest first.
  public func past(bot: BotID, commits: [CommitID]) throws -> [PastIntegration] {
    let list = "[" + commits.map { "\"\($0.rawValue)\"" }.joined(separator: ",") + "]"
    return try reading("the history", of: bot, or: []) { row in
      try database.all(
        """
        \(Self.past) WHERE bot = ? AND revision IN (SELECT value FROM json_each(?)) AND limited = 0
          AND changes = 0
        ORDER BY number DESC
        """, row, list, read: Self.pastIntegration)
    }
  }

  /// Which blocks of `size` numbers hold an integration that is still known: block 0 begins with 1.
  public func pastBlocks(bot: BotID, size: Int) throws -> [Int] {
    try reading("the history", of: bot, or: []) { row in
      // From block to block, so that only one number of each is looked at.
      return try database.all(
        """
        WITH RECURSIVE block (place) AS (
          SELECT (min(number) - 1) / ?2 FROM integration WHERE bot = ?1
          UNION ALL
          SELECT (SELECT (min(number) - 1) / ?2 FROM integration
            WHERE bot = ?1 AND number > (place + 1) * ?2)
          FROM block WHERE place IS NOT NULL)
        SELECT place FROM block WHERE place IS NOT NULL
        """, row, size
      ) { $0.int(0) }
    }
  }

  /// How many integrations of a bot are known, counted up to `most`.
  public func pastCount(bot: BotID, most: Int) throws -> Int {
    try reading("the history", of: bot, or: 0) { row in
      try database.first(
        """
        SELECT count(*) FROM (SELECT 1 FROM integration
          WHERE bot = ? AND limited = 0 AND result IS NOT NULL LIMIT ?) AS recent
        """, row, max(0, most)
      ) { $0.int(0) } ?? 0
    }
  }

  /// The newest of the base branch that ended well.
  public func latestGreen(bot: BotID) throws -> IntegrationNumber? {
    try reading("the history", of: bot, or: nil) { row in
      try database.first(
        """
        SELECT number FROM integration
        WHERE bot = ?1 AND (result IN ('succeeded', 'warnings', 'analyzer-warnings') OR tolerated = 1)
          AND limited = 0 AND branch = coalesce((SELECT base FROM bot WHERE id = ?1), branch)
        ORDER BY number DESC LIMIT 1
        """, row
      ) { IntegrationNumber($0.int(0)) }
    }
  }

  /// The phases of the integrations with these numbers.
  public func phases(bot: BotID, numbers: [IntegrationNumber]) throws -> [IntegrationNumber: [Phase]] {
    let list = "[" + numbers.map { String($0.value) }.joined(separator: ",") + "]"
    return try reading("the phases", of: bot, or: [:]) { row in
      let rows = try database.all(
        """
        SELECT number, phase.name AS name, phase.status AS status, phase.seconds AS seconds FROM integration
        CROSS JOIN phase ON phase.integration = integration.id
        WHERE bot = ? AND number IN (SELECT value FROM json_each(?)) ORDER BY number, phase.position
        """, row, list
      ) { (number: $0.number("number"), phase: $0.phase()) }
      return Dictionary(grouping: rows, by: \.number).mapValues { $0.compactMap(\.phase) }
    }
  }

  private static func baseFigures(_ row: borrowing Row) -> PastIntegration.BaseFigures? {
    guard let number = row.maybeInt("baseNumber") else { return nil }
    var base = PastIntegration.BaseFigures(integration: IntegrationNumber(number))
    base.branch = row.maybeText("baseBranch").map { BranchName($0) }
    (base.testsAdded, base.testsGone) = (row.maybeInt("baseAdded"), row.maybeInt("baseGone"))
    (base.newlyFailing, base.mended) = (row.maybeInt("baseFailing"), row.maybeInt("baseMended"))
    (base.linesMore, base.isUnequal) = (row.maybeInt("baseLinesMore"), row.bool("baseUnequal"))
    return base
  }

  static func pastIntegration(_ row: borrowing Row) -> PastIntegration {
    var past = PastIntegration(
      number: row.number("number"), started: row.date("started"), processID: row.process("process"))
    past.branch = row.branch()
    past.commit = row.maybeText("revision").map { CommitID($0) }
    past.subject = row.maybeText("subject")
    past.changes = row.bool("changes")
    past.isPinned = row.bool("pinned")
    past.isLimited = row.bool("limited")
    past.isTolerated = row.bool("tolerated")
    past.isOfSearch = row.bool("isOfSearch")
    past.result = row.word("result")
    past.ended = row.maybeDate("ended")
    past.seconds = row.maybeDouble("seconds")
    past.sentence = row.maybeText("sentence")
    past.reason = row.maybeText("reason")
    past.toolchain = row.maybeText("toolchain")
    // What some tests ran says nothing of what all would have.
    past.lines = past.isLimited && !row.isNull("selection") ? nil : row.lines()
    past.linesBound = row.word("linesBound") ?? .exact
    past.author = row.maybeText("author")
    past.isClean = row.bool("clean")
    (past.testsAdded, past.testsGone) = (row.maybeInt("testsAdded"), row.maybeInt("testsGone"))
    // What a search finds again is nothing new.
    (past.newIssues, past.linesMore) = (
      past.isOfSearch ? nil : row.maybeInt("newIssues"), past.lines == nil ? nil : row.maybeInt("linesMore")
    )
    past.isUnequal = row.bool("linesUnequal")
    (past.warnings, past.analyzerWarnings) = (row.maybeInt("warnings"), row.maybeInt("analyzerWarnings"))
    past.base = baseFigures(row)
    guard !row.isNull("testsPassed") else { return past }
    var tests = OutcomeCounts()
    for (outcome, column) in testColumns {
      let count = row.int(.named(column))
      if count > 0 { tests[outcome] = count }
    }
    past.tests = tests
    return past
  }
}
