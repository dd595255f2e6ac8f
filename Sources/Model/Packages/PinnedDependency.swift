/// A package that this one was built with, as `Package.resolved` pins it.
public struct PinnedDependency: Codable, Equatable, Sendable {
  public var identity: String
  public var location: String
  @Nullable public var version: String?
  @Nullable public var branch: String?
  @Nullable public var revision: String?
  /// The commit pins it so; what it does not pin, a fresh clone may resolve to something else.
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
