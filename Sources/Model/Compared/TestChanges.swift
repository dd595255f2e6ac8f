/// Tests that were added, removed or renamed.
public struct TestChanges: Codable, Equatable, Sendable {
  /// The integration to compare with.
  public var integration: IntegrationNumber
  /// New tests.
  public var added: [TestID] = []
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

  /// Renamed tests that are not counted in `suites`.
  public var alone: [TestRename] { renamed.filter { !$0.isInSuite } }
}

/// A test that has another name now.
public struct TestRename: Codable, Equatable, Sendable {
  /// How a name changed.
  public enum How: String, Codable, Sendable {
    /// The test has another name.
    case renamed
    /// The test has its name in another suite or target.
    case moved
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

/// Tests that went from one suite or target to another.
public struct SuiteRename: Codable, Equatable, Sendable {
  /// The earlier name.
  public var from: String
  /// The name now.
  public var to: String
  /// How many tests went there.
  public var tests: Int

  public init(from: String, to: String, tests: Int) {
    (self.from, self.to, self.tests) = (from, to, tests)
  }
}
