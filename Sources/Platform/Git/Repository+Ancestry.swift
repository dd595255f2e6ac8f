import CGit2

extension Repository {
  /// Whether the first commit is the second one or lies in its history.
  public func isAncestor(_ commit: String, of tip: String) throws -> Bool {
    if commit == tip { return true }
    let doing = "comparing commits of \(folder)"
    return try use { repository in
      var older = git_oid()
      var newer = git_oid()
      try check(git_oid_fromstr(&older, commit), doing)
      try check(git_oid_fromstr(&newer, tip), doing)
      let answer = git_graph_descendant_of(repository, &newer, &older)
      try check(answer, doing)
      return answer == 1
    }
  }
}
