import Git
import Model

/// Which commits may have brought what is new in the tests, besides those since the integration before: where
/// that did not build, or came to no end, nobody could see what its commits did.
struct TellUntestedCommits: Step {
  let phase = Phase.Kind.report

  private static let most = 200

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    let order = workbench.order
    let fresh = facts.report.issues.new + facts.report.issues.cameBack
    guard fresh.contains(where: { $0.seen && !$0.kind.isBuildError }), let last = order.baseline?.commit,
      let before = order.baselineReport.flatMap({ workbench.earlier.report(at: $0) }),
      !before.result.isConclusive,
      let complete = complete(facts, workbench), complete.integration < before.integration,
      let since = complete.commit, since.id != last
    else { return }
    // A history that is gone or damaged tells nothing.
    guard let path = try? Repository.find(from: order.repository), let repository = try? Repository(at: path),
      let records = try? repository.commits(
        after: since.id.rawValue, upTo: last.rawValue, limit: Self.most)
    else { return }
    let known = Set(facts.report.commits.map(\.id))
    let commits = records.map { Commit($0, branch: order.branch, changes: false) }
      .filter { !known.contains($0.id) }
      .enumerated().map {
        $0.offset < GitCheckout.mostLookedAt ? $0.element.withFiles(in: repository) : $0.element
      }
    guard !commits.isEmpty else { return }
    facts.report.untested = UntestedCommits(
      since: complete.integration, commit: since.id, commits: commits)
  }

  /// Of a branch that has none, what it is compared with where it left its base.
  private func complete(_ facts: Facts, _ workbench: Workbench) -> Report? {
    let own = workbench.order.completeReport.flatMap { workbench.earlier.report(at: $0) }
    let isOwn = own.map { $0.commit?.branch == workbench.order.branch } ?? false
    return isOwn ? own : facts.evidence.base?.report
  }
}
