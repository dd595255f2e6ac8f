/// A dependency that differs.
public struct DependencyDifference: Codable, Equatable, Sendable {
  /// The name of the package.
  public var identity: String
  /// How it was pinned. Null when it was not there.
  @Nullable public var before: PinnedDependency?
  /// How it is pinned. Null when it is no longer there.
  @Nullable public var now: PinnedDependency?

  public init(identity: String, before: PinnedDependency?, now: PinnedDependency?) {
    (self.identity, self.before, self.now) = (identity, before, now)
  }

  /// By their names; nil where it is not known what one of them was built with.
  public static func between(_ before: [PinnedDependency]?, _ now: [PinnedDependency]?) -> [Self]? {
    guard let before, let now else { return nil }
    func pins(_ list: [PinnedDependency]) -> [String: PinnedDependency] {
      Dictionary(list.map { ($0.identity, $0) }) { first, _ in first }
    }
    let (old, new) = (pins(before), pins(now))
    return Set(old.keys).union(new.keys).sorted().compactMap { identity in
      let (one, other) = (old[identity], new[identity])
      return isSame(one, other) ? nil : Self(identity: identity, before: one, now: other)
    }
  }

  private static func isSame(_ one: PinnedDependency?, _ other: PinnedDependency?) -> Bool {
    guard let one, let other else { return false }
    return (one.location, one.version, one.branch, one.revision)
      == (other.location, other.version, other.branch, other.revision)
  }
}

extension DependencyDifference {
  /// "yams 5.1.0 instead of yams 5.0.1", "yams 5.1.0, new", "yams 5.0.1, gone".
  public var words: String {
    switch (before, now) {
    case (let before?, let now?):
      // The version alone does not tell one repository from another, nor a tag that was moved.
      let isAlike = before.shown == now.shown
      let places =
        before.location == now.location ? "" : " (\(now.location) instead of \(before.location))"
      let revisions =
        isAlike && places.isEmpty
        ? " at \(now.revision?.prefix(8) ?? "?") instead of \(before.revision?.prefix(8) ?? "?")" : ""
      return (isAlike ? now.shown + revisions : "\(now.shown) instead of \(before.shown)") + places
    case (nil, let now?): return "\(now.shown), new"
    case (let before?, nil): return "\(before.shown), gone"
    case (nil, nil): return identity
    }
  }
}
