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

  /// Never stops an integration: why there is none, or one of another branch, is told in a sentence.
  func find() -> (found: BaseLine?, why: String?) {
    do {
      let (found, why) = isBase ? (nil, nil) : try search()
      if let found { return (found, nil) }
      guard let other = try elsewhere() else {
        return (nil, why.map { "Not compared with \(choice.branch): \($0)." })
      }
      let told =
        "Compared with \(other.integration) of \(other.branch), which this branch comes from: "
        + "none of its own is complete yet"
      return (other, told + (why.map { "; not with \(choice.branch): \($0)." } ?? "."))
    } catch {
      // What keeps the repository from being read is told by the checkout.
      return (nil, isBase ? nil : "Not compared with \(choice.branch): \(Explanation(error).wrong).")
    }
  }

  /// What the commit comes from, where no branch is named for it.
  func nearest() -> Report? { (try? elsewhere())?.report }

  private var isBase: Bool { choice.branch == order.branch }

  private func search() throws -> (BaseLine?, String?) {
    let base = choice.branch
    let repository = try Repository(at: try Repository.find(from: order.repository))
    guard let tip = try repository.tip(of: base.rawValue) else {
      return (nil, "there is no branch \(base) in the repository")
    }
    guard !choice.candidates.isEmpty else {
      return (nil, choice.otherwise.map(why(not:)) ?? "\(base) has no complete integration of a commit yet")
    }
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
    let line = try first(of: choice.candidates) { isWanted in
      try repository.nearest(to: forks, limit: Self.mostCommits, where: isWanted)
    }
    if let line { return (line, nil) }
    let place = CommitID(fork).short
    let like = choice.otherwise == nil ? "" : ", with the tests and the configuration of this one,"
    return (
      nil,
      "\(base) has no complete integration of a commit\(like) at or before \(place), the newest that both "
        + "have"
    )
  }

  /// Why what was integrated of the base branch is nothing to compare with.
  private func why(not candidate: BaseChoice.Candidate) -> String {
    let number = candidate.integration
    let folder = IntegrationFolder("\(choice.integrations)/\(number.value)")
    let settings = order.settings
    guard let report = folder.report(of: order.bot, number) else {
      return "\(number), the newest of it, had other tests or another configuration"
    }
    if report.configuration != settings.configuration {
      return "\(number), the newest of it, was built for \(report.configuration.rawValue), and this one for "
        + settings.configuration.rawValue
    }
    return "\(number), the newest of it, "
      + TestSelection.ran(report.selection, here: TestSelection.of(settings.tests))
  }

  /// What the branch comes from, whichever branch that was integrated for: along first parents, else along
  /// any.
  private func elsewhere() throws -> BaseLine? {
    guard let candidates = choice.elsewhere, !candidates.isEmpty else { return nil }
    let repository = try Repository(at: try Repository.find(from: order.repository))
    guard let commit = try commit(in: repository) else { return nil }
    return try first(of: candidates) { isWanted in
      try repository.firstParent(of: commit, limit: Self.mostCommits, where: isWanted)
        ?? repository.nearest(to: [commit], limit: Self.mostCommits, where: isWanted)
    }
  }

  private func first(
    of candidates: [BaseChoice.Candidate], nearest: ((String) -> Bool) throws -> String?
  ) throws -> BaseLine? {
    // The newest of those with one commit.
    var known = Dictionary(candidates.map { ($0.commit.rawValue, $0.integration) }) { first, _ in first }
    while !known.isEmpty, let found = try nearest({ known[$0] != nil }), let number = known[found] {
      let folder = IntegrationFolder("\(choice.integrations)/\(number.value)")
      if let report = folder.report(of: order.bot, number) {
        var line = BaseLine(
          branch: report.commit?.branch ?? choice.branch, commit: CommitID(found), report: report,
          folder: folder.path, reportPath: folder.report)
        line.testedBefore = testedBefore(report, among: candidates)
        return line
      }
      // Its files are gone: one before it does as well.
      known[found] = nil
    }
    return nil
  }

  private static let mostRed = 20

  /// A target that fell silent where its branch was red must not be forgotten by those that left it then: of
  /// what came before on that branch, up to the newest that was asked, where this one has none of its own.
  private func testedBefore(_ report: Report, among candidates: [BaseChoice.Candidate]) -> Set<String> {
    guard report.leavesTargetsOpen, order.baseline?.testedTargets?.isEmpty ?? true else { return [] }
    var found: Set<String> = []
    let before = candidates.filter { $0.integration < report.integration }
      .sorted { $0.integration > $1.integration }
    for candidate in before.prefix(Self.mostRed) {
      let folder = IntegrationFolder("\(choice.integrations)/\(candidate.integration.value)")
      guard let former = folder.report(of: order.bot, candidate.integration),
        former.commit?.branch == report.commit?.branch
      else { continue }
      found.formUnion(former.testedTargets)
      if !former.leavesTargetsOpen { break }
    }
    return found
  }

  private func commit(in repository: Repository) throws -> String? {
    switch order.source {
    case .commit(let commit): commit.rawValue
    case .workingTree: try repository.head().commit
    case .folder: nil
    }
  }
}
