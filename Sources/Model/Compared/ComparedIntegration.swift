/// An integration as it is compared with another one: what it reported, and what it was asked for.
public struct ComparedIntegration: Equatable, Sendable {
  public var report: Report
  /// Absent where what was ordered cannot be read any more.
  public var settings: Bot?

  public init(_ report: Report, settings: Bot?) { (self.report, self.settings) = (report, settings) }
}

/// What is known of the sources of two integrations besides their reports.
public struct ComparedSources: Equatable, Sendable {
  /// Absent where the two commits cannot be looked at any more.
  public var commits: CommitRelation?
  /// Both measured these files, and they are the same to the last byte.
  public var sameFiles: Set<PackagePath> = []
  /// Lines of these that only one of the two ran, told from the earlier one.
  public var otherLines: [OtherLines.File] = []

  public init() {}
}

/// How one commit stands to another.
public enum CommitRelation: Equatable, Sendable {
  case same
  /// So many commits behind the other one, which it comes from.
  case later(Int)
  /// The other one comes from it.
  case earlier(Int)
  /// Each has so many commits that the other has not.
  case diverged(own: Int, others: Int)

  public init(ahead: Int, behind: Int) {
    switch (ahead, behind) {
    case (0, 0): self = .same
    case (_, 0): self = .later(ahead)
    case (0, _): self = .earlier(behind)
    default: self = .diverged(own: ahead, others: behind)
    }
  }
}

/// What may have caused what differs, as far as that is known.
public enum DifferenceCause: String, Sendable {
  /// The same sources, settings and toolchain: whatever differs is chance, or comes from elsewhere.
  case chance
  /// The same sources and settings: whatever differs is the toolchain's, or chance.
  case toolchain
  /// Both the toolchain and something else are others.
  case toolchainOrElse = "toolchain-or-else"
  /// The same commit by the same toolchain, otherwise asked for or with other dependencies.
  case settings
  /// The toolchain is the same, the sources are not.
  case sources
  /// Nothing is known of one of the two sides that would tell.
  case unknown
}
