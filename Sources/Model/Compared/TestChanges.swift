/// Which tests came, went, or are called otherwise since the branch's newest complete integration, or that of
/// its base.
public struct TestChanges: Codable, Equatable, Sendable {
  /// The one that is compared with.
  public var integration: IntegrationNumber
  public var added: [TestID] = []
  /// Those of `added` that the branch had before and then had not; absent where there are none, and in the
  /// reports of former versions.
  public var returned: [GoneTest]?
  public var gone: [TestID] = []
  /// They ran there, and were skipped here.
  public var skipped: [TestID] = []
  public var renamed: [TestRename] = []
  /// Suites and targets of which several tests went the same way.
  public var suites: [SuiteRename] = []

  public init(since integration: IntegrationNumber) { self.integration = integration }

  public var isNone: Bool { self == TestChanges(since: integration) }

  /// Those that a person would call renamed or moved.
  public var told: [TestRename] { renamed.filter { $0.how != .numbered } }

  /// Of these, those that no line about a suite tells of.
  public var alone: [TestRename] { told.filter { !$0.isInSuite } }
}

/// A test that a branch had, and has no longer.
public struct GoneTest: Codable, Equatable, Sendable {
  public var test: TestID
  /// The first whole integration without it.
  public var since: IntegrationNumber

  public init(_ test: TestID, since: IntegrationNumber) { (self.test, self.since) = (test, since) }

  /// Of one that returned.
  public var words: String { "there again, gone since \(since)" }
}

/// A test that goes on under another id.
public struct TestRename: Codable, Equatable, Sendable {
  public enum How: String, Codable, Sendable {
    /// It, or what it stands in, is called otherwise.
    case renamed
    /// It stands in another suite or target, which was there before or did not take all.
    case moved
    /// It has another number among its namesakes, or it has some now, or no more.
    case numbered
  }

  public var from: TestID
  public var to: TestID
  public var how: How
  /// One of those that `suites` counts.
  public var isInSuite = false

  public init(from: TestID, to: TestID, how: How) { (self.from, self.to, self.how) = (from, to, how) }

  /// "renamed from T.S/old"
  public var words: String { "\(how == .moved ? "moved" : "renamed") from \(from)" }
}

/// Tests that went together from one suite or target to another.
public struct SuiteRename: Codable, Equatable, Sendable {
  public var from: String
  public var to: String
  public var tests: Int
  /// `renamed`: nothing is left of the one, and nothing was there of the other.
  public var how: TestRename.How

  public init(from: String, to: String, tests: Int, how: TestRename.How) {
    (self.from, self.to, self.tests, self.how) = (from, to, tests, how)
  }
}
