import Git
package import Model

extension BaseBranch {
  /// As the repository's HEAD is now.
  package static func of(_ settings: Bot) -> BranchName? {
    of(settings, head: refs(settings.repository)?.head)
  }

  /// As the refs of a package are now that somebody works on.
  package static func ofWorkplace(_ settings: Bot, before: BranchName?) -> BranchName? {
    ofWorkplace(settings, refs(settings.repository) ?? Refs(), before: before)
  }

  private static func refs(_ path: String) -> Refs? {
    guard let place = try? Repository.find(from: path), let repository = try? Repository(at: place),
      case .success(let head) = Result(catching: { try repository.headBranch() })
    else { return nil }
    var refs = Refs()
    refs.head = head.map { BranchName($0) }
    refs.branches = Set(((try? repository.branches()) ?? []).map { BranchName($0.name) })
    refs.remote = ((try? repository.remoteHead()) ?? nil).map { BranchName($0) }
    refs.initial = ((try? repository.initialBranch()) ?? nil).map { BranchName($0) }
    refs.isBare = place.workingTree == nil
    return refs
  }
}
