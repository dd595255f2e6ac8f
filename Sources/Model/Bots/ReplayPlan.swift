/// Which commits of a history are integrated, so that each stands behind the one before it: what a bot knows
/// in that order already is not integrated again, and nothing ever stands before what it comes after.
public struct ReplayPlan: Equatable, Sendable {
  /// Those that it begins with and that are known already.
  public private(set) var known: [CommitID] = []
  public private(set) var rest: [CommitID] = []
  /// Of the rest: those that were integrated, though not behind what comes before them.
  public private(set) var again: Set<CommitID> = []

  /// - Parameters:
  ///   - commits: oldest first.
  ///   - integrated: in which integrations a bot came to know a commit for good.
  public init(_ commits: [CommitID], integrated: [CommitID: [IntegrationNumber]]) {
    var last = 0
    for commit in commits {
      let next = integrated[commit]?.map(\.value).filter { $0 > last }.min()
      if rest.isEmpty, let next {
        known.append(commit)
        last = next
      } else {
        rest.append(commit)
        if integrated[commit] != nil { again.insert(commit) }
      }
    }
  }

  /// Each of so many, counted from the newest, which is always one of them.
  public static func each(_ step: Int, of commits: [CommitID]) -> [CommitID] {
    let newestFirst = commits.reversed().enumerated()
    return newestFirst.filter { $0.offset % max(1, step) == 0 }.map(\.element).reversed()
  }

  /// How long so many more will take, by how long those before them took. The first one built everything.
  public static func secondsLeft(_ took: [Double], more: Int) -> Double? {
    let like = took.dropFirst().suffix(10)
    guard took.count > 2, !like.isEmpty else { return nil }
    return like.reduce(0, +) / Double(like.count) * Double(more)
  }
}
