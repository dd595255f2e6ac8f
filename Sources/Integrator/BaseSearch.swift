import Explaining
import Git
import Model
import State

/// Looks for what a branch is compared with: the nearest complete integration of its base branch at or before
/// the commit where it left that. The base branch may have come there by a merge, so that any parent counts.
struct BaseSearch {
  let order: Order
  let choice: BaseChoice

  private static let mostCommits = 100_000

  /// Never stops an integration: why there is none is told in a sentence.
  func find() -> (found: BaseLine?, why: String?) {
    do {
      let (found, why) = try search()
      return (found, why.map { "Not compared with \(choice.branch): \($0)." })
    } catch {
      // What keeps the repository from being read is told by the checkout.
      return (nil, "Not compared with \(choice.branch): \(Explanation(error).wrong).")
    }
  }

  private func search() throws -> (BaseLine?, String?) {
    let base = choice.branch
    let repository = try Repository(at: try Repository.find(from: order.repository))
    guard let tip = try repository.branches().first(where: { $0.name == base.rawValue })?.commit else {
      return (nil, "there is no branch \(base) in the repository")
    }
    guard !choice.candidates.isEmpty else { return (nil, "nothing of it was integrated yet") }
    guard let commit = try commit(in: repository) else { return (nil, "there is no commit here") }
    let forks = try repository.mergeBases(commit, tip)
    guard let fork = forks.first else {
      return (
        nil,
        repository.isShallow
          ? "the repository is shallow, and ends before both meet"
          : "it has no commit in common with this branch"
      )
    }
    // The newest of those with one commit.
    var known = Dictionary(choice.candidates.map { ($0.commit.rawValue, $0.integration) }) { first, _ in first
    }
    while !known.isEmpty,
      let found = try repository.nearest(to: forks, limit: Self.mostCommits, where: { known[$0] != nil }),
      let number = known[found]
    {
      let folder = IntegrationFolder("\(choice.integrations)/\(number.value)")
      if let report = folder.report(of: order.bot, number) {
        let line = BaseLine(
          branch: base, commit: CommitID(found), report: report, folder: folder.path,
          reportPath: folder.report)
        return (line, nil)
      }
      // Its files are gone: one before it does as well.
      known[found] = nil
    }
    let place = CommitID(fork).short
    return (nil, "nothing of it was integrated at or before \(place), where this branch left it")
  }

  private func commit(in repository: Repository) throws -> String? {
    switch order.source {
    case .commit(let commit): commit.rawValue
    case .workingTree: try repository.head().commit
    case .folder: nil
    }
  }
}
