package import Git
package import Model

/// Which commit that is asked for by hand is an older one: what is integrated as the next of its branch is
/// not, also where newer ones wait behind it.
package enum OlderCommit {
  /// - Parameter newest: the one that the branch was integrated up to.
  package static func isOlder(
    _ commit: CommitID, on branch: BranchName?, newest: CommitID?, in repository: Repository
  ) throws -> Bool {
    if try repository.isTip(commit.rawValue, of: branch?.rawValue) { return false }
    guard let branch, let tip = try repository.branch(called: branch.rawValue),
      try repository.isAncestor(commit.rawValue, of: tip.commit)
    else { return true }
    guard let newest, newest != commit else { return false }
    return try repository.isAncestor(commit.rawValue, of: newest.rawValue)
  }

  /// Whether its branch has it no more, as one that was put back or deleted; nil where it has it.
  package static func isOff(
    _ commit: CommitID, _ branch: BranchName?, in repository: Repository
  ) throws -> Bool? {
    guard let branch else { return nil }
    guard let tip = try repository.branch(called: branch.rawValue) else { return true }
    return try repository.isAncestor(commit.rawValue, of: tip.commit) ? nil : true
  }

  /// Of one that waited: whether its branch has what was integrated meanwhile, and came to it after that one.
  package static func isPassed(
    _ commit: CommitID, by newest: CommitID, on branch: BranchName, in repository: Repository
  ) throws -> Bool {
    guard let tip = try repository.branch(called: branch.rawValue),
      try isBehind(commit, newest, on: branch, in: repository)
    else { return false }
    return try repository.isAncestor(newest.rawValue, of: tip.commit)
  }

  /// Of one that a branch of another repository is to end in: whether its branch here has gone on, and was
  /// integrated further than that.
  package static func isBehind(
    _ commit: CommitID, _ newest: CommitID, on branch: BranchName, in repository: Repository
  ) throws -> Bool {
    guard let tip = try repository.branch(called: branch.rawValue),
      tip.commit != commit.rawValue, newest != commit
    else { return false }
    return try repository.isAncestor(commit.rawValue, of: newest.rawValue)
  }
}
