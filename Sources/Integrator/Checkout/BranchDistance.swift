import Git
package import Model

/// How far a branch is from its base.
package enum BranchDistance {
  /// nil where the bot's own clone does not have both commits any more.
  package static func of(
    _ commit: CommitID, from base: CommitID, clone: String
  ) -> (ahead: Int, behind: Int)? {
    if commit == base { return (0, 0) }
    return CommitFiles.distance(of: commit.rawValue, from: base.rawValue, in: OwnClone(folder: clone))
  }

  /// nil where a repository that is not the bot's own does not have both.
  package static func of(
    _ commit: CommitID, from base: CommitID, repository: String
  ) -> (ahead: Int, behind: Int)? {
    guard let place = try? Repository.find(from: repository) else { return nil }
    return try? Repository(at: place).distance(of: commit.rawValue, from: base.rawValue)
  }
}
