/// What earlier integrations knew, asked for by what one finds now. Identities of former versions count too.
struct IssueMemory {
  let open: [Issue]
  private var openByIdentity: [IssueIdentity: [Issue]] = [:]
  private var formerByTest: [TestID: [Issue]] = [:]
  private var pastByIdentity: [IssueIdentity: [PastIssue]] = [:]
  private var formerPastByTest: [TestID: [PastIssue]] = [:]

  init(open: [Issue], past: [PastIssue]) {
    self.open = open
    for issue in open {
      openByIdentity[issue.identity, default: []].append(issue)
      if let test = issue.test {
        if Self.isFormer(issue.identity, of: test) { formerByTest[test, default: []].append(issue) }
      } else {
        // What counts as an address may have been less when it was kept.
        let now = IssueIdentity.make(
          kind: issue.kind, target: issue.target, test: nil, file: issue.file, message: issue.message)
        if now != issue.identity { openByIdentity[now, default: []].append(issue) }
      }
    }
    for issue in past {
      pastByIdentity[issue.identity, default: []].append(issue)
      if let test = issue.test, Self.isFormer(issue.identity, of: test) {
        formerPastByTest[test, default: []].append(issue)
      }
    }
  }

  /// Former versions kept an issue for each message of a test: all of them go on in the one.
  func open(as found: Issue) -> [Issue] {
    let former = found.test.flatMap { formerByTest[$0] } ?? []
    return (openByIdentity[found.identity] ?? []) + unnamed(found).flatMap { openByIdentity[$0] ?? [] }
      + former.filter { $0.identity != found.identity }
  }

  private func unnamed(_ found: Issue) -> [IssueIdentity] {
    UnhandledFiles.unnamed(found.message) == nil ? [] : [found.formerIdentity]
  }

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

  private func all(as found: Issue) -> [PastIssue] {
    (pastByIdentity[found.identity] ?? []) + unnamed(found).flatMap { pastByIdentity[$0] ?? [] }
      + (found.test.flatMap { formerPastByTest[$0] } ?? [])
  }

  /// Where a test was flaky last.
  func flaky(_ test: TestID) -> PastIssue? {
    (pastByIdentity[.make(test: test, outcome: .flaky)] ?? []).max { $0.lastIn < $1.lastIn }
  }

  private static func isFormer(_ identity: IssueIdentity, of test: TestID) -> Bool {
    !TestOutcome.allCases.contains { $0.wentWrong && identity == .make(test: test, outcome: $0) }
  }
}
