public import Model
import SQLite

/// A test as one integration had it.
public struct TestThere: Equatable, Sendable {
  public var test: KnownTest
  public var outcome: TestOutcome
  public var seconds: Double?
}

extension SQLiteStore {
  /// The newest integration of each branch that ran all its tests, newest first.
  public func newestComplete(bot: BotID) throws -> [(branch: BranchName?, number: IntegrationNumber)] {
    try reading("the newest integrations", of: bot, or: []) { row in
      try database.all(
        """
        SELECT branch, max(number) AS number FROM integration
        WHERE bot = ? AND reported = 1 AND limited = 0 AND result IN \(Self.complete)
        GROUP BY branch ORDER BY 2 DESC
        """, row
      ) { row in
        let branch = row.text("branch")
        return (branch.isEmpty ? nil : BranchName(branch), row.number("number"))
      }
    }
  }

  /// All tests of an integration.
  public func tests(bot: BotID, in number: IntegrationNumber) throws -> [TestThere] {
    try reading("the tests of \(bot)\(number)", of: bot, or: []) { row in
      try database.all(
        """
        SELECT \(Self.testParts), outcome.outcome AS became, outcome.seconds AS took FROM outcome
        CROSS JOIN test ON test.id = outcome.test
        WHERE outcome.integration = (SELECT id FROM integration WHERE bot = ? AND number = ?)
        ORDER BY test.name
        """, row, number.value
      ) {
        TestThere(
          test: Self.knownTest($0), outcome: $0.word("became") ?? .notRun, seconds: $0.maybeDouble("took"))
      }
    }
  }

  /// Those of the newest complete integration of each branch that is there.
  public func standingTests(bot: BotID) throws -> Set<TestID> {
    let branches = try branches(bot: bot).compactMap(\.branch?.rawValue) + [""]
    return try reading("the tests", of: bot, or: []) { row in
      Set(
        try branches.flatMap { branch in
          try database.all(
            """
            SELECT name FROM outcome CROSS JOIN test ON test.id = outcome.test
            WHERE outcome.integration = (
              SELECT id FROM integration WHERE bot = ? AND branch = ? AND reported = 1 AND limited = 0
                AND result IN \(Self.complete) ORDER BY number DESC LIMIT 1)
            """, row, branch
          ) { TestID($0.text(0)) }
        })
    }
  }

  /// The tests that an integration which is kept tells of.
  public func namedTests(bot: BotID) throws -> Set<TestID> {
    try reading("the tests", of: bot, or: []) { row in
      Set(
        try database.all(
          """
          SELECT name FROM test WHERE bot = ?
            AND EXISTS (SELECT 1 FROM outcome WHERE outcome.test = test.id)
          """, row
        ) { TestID($0.text(0)) })
    }
  }

  public func test(bot: BotID, _ id: TestID) throws -> KnownTest? {
    try reading("the test \(id)", of: bot, or: nil) { try test(id, bot: $0) }
  }
}
