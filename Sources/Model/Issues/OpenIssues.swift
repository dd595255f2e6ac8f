/// What is open on one branch, as its newest whole integration left it.
public struct OpenIssues: Equatable, Sendable {
  public var branch: BranchName?
  public var integration: IntegrationNumber
  public var issues: [Issue] = []
  /// All of it is in the base branch.
  public var isMerged = false
  /// How many more the base branch has as well, which are told there.
  public var onBase = 0

  public var count: Int { issues.count + onBase }
  public var silenced: Int { issues.count { $0.silence != nil } }

  /// A branch each, in the order in which they are known: the base branch first.
  public static func byBranch(
    _ known: [KnownIssue], base: BranchName?, merged: Set<BranchName> = []
  ) -> [OpenIssues] {
    let there = Set(known.filter { $0.branch == base }.map(\.issue.identity))
    var found: [OpenIssues] = []
    for one in known {
      if found.last?.branch != one.branch || found.last?.integration != one.integration {
        var next = OpenIssues(branch: one.branch, integration: one.integration)
        next.isMerged = one.branch.map(merged.contains) ?? false
        found.append(next)
      }
      if one.branch != base, there.contains(one.issue.identity) {
        found[found.count - 1].onBase += 1
      } else {
        found[found.count - 1].issues.append(one.issue)
      }
    }
    return found
  }

  /// Of what was flaky at any time, the newest first: each test once of which nothing is open.
  public static func flakyEarlier(_ known: [KnownIssue], open: [KnownIssue]) -> [KnownIssue] {
    var told = Set(open.compactMap(\.issue.test))
    return known.filter { one in one.issue.test.map { told.insert($0).inserted } ?? false }
  }
}
