import Model

/// What somebody was told of an issue by mail until now.
public struct ToldIssue: Equatable, Sendable {
  private var there: IntegrationNumber?
  private var gone: IntegrationNumber?

  public init() {}

  mutating func hear(_ number: IntegrationNumber, isGone: Bool) {
    if isGone { gone = max(gone ?? number, number) } else { there = max(there ?? number, number) }
  }

  public var wasThere: Bool { there != nil }
  /// They heard last that it is resolved.
  public var isGone: Bool { there.flatMap { there in gone.map { $0 > there } } ?? false }
}
