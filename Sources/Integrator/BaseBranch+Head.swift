import Git
package import Model

extension BaseBranch {
  /// As the repository's HEAD is now.
  package static func of(_ settings: Bot) -> BranchName? {
    let place = try? Repository.find(from: settings.repository)
    let head = place.flatMap { try? Repository(at: $0).head().branch }
    return of(settings, head: head.map { BranchName($0) })
  }
}
