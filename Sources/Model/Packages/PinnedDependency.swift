/// A package that this one was built with, from Package.resolved.
public struct PinnedDependency: Codable, Equatable, Sendable {
  /// The name that Swift Package Manager uses.
  public var identity: String
  /// Its address or path.
  public var location: String
  /// The version, if it is pinned by one.
  @Nullable public var version: String?
  /// The branch, if it is pinned by one.
  @Nullable public var branch: String?
  /// The commit.
  @Nullable public var revision: String?
  /// The commit that was integrated pins it the same way.
  public var committed = false

  public init(identity: String, location: String, version: String?, branch: String?, revision: String?) {
    (self.identity, self.location) = (identity, location)
    (self.version, self.branch, self.revision) = (version, branch, revision)
  }

  /// `yams 5.1.0`, `parser main (1a2b3c4)`
  public var shown: String {
    let short = revision.map { String($0.prefix(7)) }
    if let version { return "\(identity) \(version)" }
    if let branch { return "\(identity) \(branch)" + (short.map { " (\($0))" } ?? "") }
    return identity + (short.map { " \($0)" } ?? "")
  }
}
