public import Model

/// What earlier integrations of the same bot left, for the pages to compare with.
public struct Earlier: Sendable {
  /// Of tests that fail or failed lately, newest first.
  public var outcomes: [TestID: [EarlierOutcome]] = [:]
  /// The files of the integration whose coverage is compared.
  public var coverage: [FileLines] = []
  /// The integrations that have pages beside those of this one.
  public var pages: Set<IntegrationNumber> = []

  public init() {}
}
