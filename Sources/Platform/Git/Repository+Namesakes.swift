import CGit2
import Words

/// Names that a branch and a tag share.
extension Repository {
  /// Throws where a revision begins with the name of a branch and of a tag, and these are two commits.
  public func refuseNamesakes(of revision: String) throws {
    guard let (name, branch, tag) = namesakes(of: revision) else { return }
    let rest = revision.dropFirst(name.count)
    func word(_ kind: String) -> String { "`\(ShellWord.quoted("\(kind)/\(name)\(rest)"))`" }
    throw GitError(
      .unknownRevision, doing: "looking for \(revision) in \(folder)",
      wrong: "\(name) is a branch (\(branch.hex.prefix(8))) and a tag (\(tag.hex.prefix(8)))",
      advice: "say \(word("heads")) for the branch, or \(word("tags")) for the tag")
  }

  /// The branch that a revision names, as `main` or whole: `heads/main`, `refs/heads/main`.
  public func branch(named revision: String) throws -> (name: String, commit: String)? {
    let all = try branches()
    for prefix in ["", "heads/", "refs/heads/"] where revision.hasPrefix(prefix) {
      let wanted = ExactText(String(revision.dropFirst(prefix.count)))
      if let found = all.first(where: { ExactText($0.name) == wanted }) { return found }
    }
    return nil
  }

  /// A revision that means the branch, whatever else has its name.
  public func revision(ofBranch branch: String) -> String {
    namesakes(of: branch) == nil ? branch : "refs/heads/" + branch
  }

  private func namesakes(of revision: String) -> (name: String, branch: ObjectID, tag: ObjectID)? {
    let end = revision.firstIndex { "~^:".contains($0) } ?? revision.endIndex
    let name = String(revision[..<(revision.firstRange(of: "@{").map { min($0.lowerBound, end) } ?? end)])
    // An id is an id, whatever is called so.
    guard !name.isEmpty, ObjectID(hex: name) == nil, let branch = commit(of: "refs/heads/" + name),
      let tag = commit(of: "refs/tags/" + name), branch != tag
    else { return nil }
    return (name, branch, tag)
  }

  private func commit(of reference: String) -> ObjectID? {
    use { repository in
      var id = git_oid()
      guard git_reference_name_to_id(&id, repository, reference) == 0 else { return nil }
      var found: OpaquePointer?
      guard git_object_lookup(&found, repository, &id, GIT_OBJECT_ANY) == 0 else { return nil }
      defer { git_object_free(found) }
      var peeled: OpaquePointer?
      guard git_object_peel(&peeled, found, GIT_OBJECT_COMMIT) == 0 else { return nil }
      defer { git_object_free(peeled) }
      return ObjectID(git_object_id(peeled))
    }
  }
}
