import Words

/// A commit that was to be integrated and never was.
public struct LeftCommit: Codable, Equatable, Sendable {
  public var commit: CommitID
  public var reason: String

  public init(commit: CommitID, reason: String) { (self.commit, self.reason) = (commit, reason) }

  private static let mostNamed = 5

  /// "Not integrated: 5fa3c21. The history of main was rewritten before it was integrated.", a note for each
  /// reason.
  public static func notes(_ left: [LeftCommit]) -> [String] {
    Dictionary(grouping: left, by: \.reason).sorted { $0.key < $1.key }.map { reason, left in
      let named = left.prefix(mostNamed).map(\.commit.short).joined(separator: ", ")
      let more = left.count > mostNamed ? " and \(Figures.grouped(left.count - mostNamed)) more" : ""
      return "Not integrated: \(named)\(more). \(reason.ended)"
    }
  }
}
