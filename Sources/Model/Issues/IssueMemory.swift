/// What earlier integrations knew, asked for by what one finds now.
struct IssueMemory {
  let open: [Issue]
  private let openByIdentity: [IssueIdentity: [Issue]]
  private let pastByIdentity: [IssueIdentity: [PastIssue]]

  init(open: [Issue], past: [PastIssue]) {
    self.open = open
    openByIdentity = Dictionary(grouping: open, by: \.identity)
    pastByIdentity = Dictionary(grouping: past, by: \.identity)
  }

  func open(as found: Issue) -> [Issue] { openByIdentity[found.identity] ?? [] }

  /// What the branch itself had comes first, then what it saw pass, then what was seen last; but what was
  /// mended here, and another branch had after that, came along with its commits.
  func past(as found: Issue) -> PastIssue? {
    func rank(_ past: PastIssue) -> Int { past.isOfBranch ? 2 : past.isOfHere ? 1 : 0 }
    let all = all(as: found)
    let own = all.max { (rank($0), $0.lastIn) < (rank($1), $1.lastIn) }
    guard let own, own.isResolved else { return own }
    // What another branch only has from before it was mended here does not come with its commits.
    let along = all.filter {
      !$0.isOfHere && !$0.isResolved && $0.lastIn > own.lastIn && $0.since != own.since
        && $0.beganHere != true
    }
    if let along = along.max(by: { $0.lastIn < $1.lastIn }) { return along }
    // Which of the others the branch saw pass itself says nothing of where it was last.
    return own.isOfBranch ? own : all.filter(\.isResolved).max { $0.lastIn < $1.lastIn } ?? own
  }

  /// The branch itself mended it after it had come from that integration.
  func wasMended(_ found: Issue, since base: IntegrationNumber) -> Bool {
    all(as: found).contains { $0.wasMended(since: base) }
  }

  private func all(as found: Issue) -> [PastIssue] { pastByIdentity[found.identity] ?? [] }

  /// Where a test was flaky last.
  func flaky(_ test: TestID) -> PastIssue? {
    (pastByIdentity[.make(test: test, outcome: .flaky)] ?? []).max { $0.lastIn < $1.lastIn }
  }
}
