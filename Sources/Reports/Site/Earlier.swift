public import Model

/// What earlier integrations of the same bot left, for the pages to compare with.
public struct Earlier: Sendable {
  /// A file as it was measured.
  public struct File: Equatable, Sendable {
    public var target: String
    public var path: PackagePath
    public var lines: LineCounts

    public init(target: String, path: PackagePath, lines: LineCounts) {
      self.target = target
      self.path = path
      self.lines = lines
    }
  }

  /// Of tests that fail or failed lately, newest first.
  public var outcomes: [TestID: [EarlierOutcome]]
  /// The files of the integration whose coverage is compared.
  public var coverage: [File]
  /// The integrations that have pages beside those of this one.
  public var pages: Set<IntegrationNumber>

  public init(
    outcomes: [TestID: [EarlierOutcome]] = [:], coverage: [File] = [],
    pages: Set<IntegrationNumber> = []
  ) {
    self.outcomes = outcomes
    self.coverage = coverage
    self.pages = pages
  }
}
