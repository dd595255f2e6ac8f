/// Tests that were added, removed or renamed.
public struct TestChanges: Codable, Equatable, Sendable {
  /// The integration to compare with.
  public var integration: IntegrationNumber
  /// New tests.
  public var added: [TestID] = []
  /// New tests that the branch had once before. Left out when there are none.
  public var returned: [GoneTest]?
  /// Tests that no longer exist.
  public var gone: [TestID] = []
  /// Tests that ran there and were skipped here.
  public var skipped: [TestID] = []
  /// Tests with another name.
  public var renamed: [TestRename] = []
  /// Suites and targets that were renamed with several tests.
  public var suites: [SuiteRename] = []

  public init(since integration: IntegrationNumber) { self.integration = integration }

  public var isNone: Bool { self == TestChanges(since: integration) }

  /// Those that a person would call renamed or moved.
  public var told: [TestRename] { renamed.filter { $0.how != .numbered } }

  /// Of these, those that no line about a suite tells of.
  public var alone: [TestRename] { told.filter { !$0.isInSuite } }
}

/// A test that a branch had once.
public struct GoneTest: Codable, Equatable, Sendable {
  /// The test.
  public var test: TestID
  /// The first integration without it.
  public var since: IntegrationNumber

  public init(_ test: TestID, since: IntegrationNumber) { (self.test, self.since) = (test, since) }

  /// Of one that returned.
  public var words: String { "there again, gone since \(since)" }
}

/// A test that has another name now.
public struct TestRename: Codable, Equatable, Sendable {
  /// How a name changed.
  public enum How: String, Codable, Sendable {
    /// The test or its suite has another name.
    case renamed
    /// The test is in another suite or target.
    case moved
    /// The test has another number among tests of the same name.
    case numbered
  }

  /// The earlier name.
  public var from: TestID
  /// The name now.
  public var to: TestID
  /// What changed.
  public var how: How
  /// It is counted in `suites` too.
  public var isInSuite = false

  public init(from: TestID, to: TestID, how: How) { (self.from, self.to, self.how) = (from, to, how) }

  /// "renamed from T.S/old"
  public var words: String { "\(how == .moved ? "moved" : "renamed") from \(from)" }
}

/// A suite or target that has another name now.
public struct SuiteRename: Codable, Equatable, Sendable {
  /// The earlier name.
  public var from: String
  /// The name now.
  public var to: String
  /// How many tests it has.
  public var tests: Int
  /// Whether the suite was renamed or its tests were moved.
  public var how: TestRename.How

  public init(from: String, to: String, tests: Int, how: TestRename.How) {
    (self.from, self.to, self.tests, self.how) = (from, to, tests, how)
  }
}
