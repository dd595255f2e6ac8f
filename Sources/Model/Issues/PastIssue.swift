/// An issue that earlier integrations knew and that is not open on the branch that is integrated.
public struct PastIssue: Codable, Equatable, Sendable {
  public var identity: IssueIdentity
  public var kind: Issue.Kind?
  public var test: TestID?
  public var since: IntegrationNumber
  /// The integration that saw it last, and its commit.
  public var lastIn: IntegrationNumber
  public var lastCommit: CommitID?
  /// Where another branch saw it before that, the newest first: one may have left it there. For an older
  /// commit its own branch, too.
  public var seenBefore: [Sighting]?
  /// Where it was resolved; absent while it is open on its branch.
  public var resolvedCommit: CommitID?
  public var isResolved: Bool
  /// Another branch has it still; on the one that is integrated the test passed behind where it was seen.
  public var passedHere: Bool?
  /// Where the branch that is integrated resolved what it had taken along from another one.
  public var mendedHere: CommitID?
  /// The branch that it was on, where that is another one.
  public var otherBranch: BranchName?
  /// It began on the branch that is integrated, and another one took it along.
  public var beganHere: Bool?
  /// It was on the branch that is integrated; another one has a say only where the commit comes from it.
  public var isOfBranch: Bool
  /// What was told of it at first, as far as it is kept for this.
  public var message: String?
  /// What `lastIn` told of it, where these were other words.
  public var lastMessage: String?
  /// What its test was called in `lastIn`, where it is another name.
  public var calledThen: TestID?

  public init(
    identity: IssueIdentity, test: TestID?, since: IntegrationNumber, lastIn: IntegrationNumber,
    lastCommit: CommitID? = nil, resolvedCommit: CommitID? = nil, isResolved: Bool, isOfBranch: Bool = true,
    message: String? = nil
  ) {
    (self.identity, self.test, self.since) = (identity, test, since)
    (self.lastIn, self.lastCommit, self.resolvedCommit) = (lastIn, lastCommit, resolvedCommit)
    (self.isResolved, self.isOfBranch, self.message) = (isResolved, isOfBranch, message)
  }

  public struct Sighting: Codable, Equatable, Sendable {
    public var integration: IntegrationNumber
    public var commit: CommitID

    public init(_ integration: IntegrationNumber, _ commit: CommitID) {
      (self.integration, self.commit) = (integration, commit)
    }
  }

  /// The newest that the commit comes from.
  private func lastSighting(isAncestor: (CommitID) -> Bool) -> Sighting? {
    guard let lastCommit else { return nil }
    if isAncestor(lastCommit) { return Sighting(lastIn, lastCommit) }
    // Who does not come from the oldest comes from none of them.
    guard let before = seenBefore, let oldest = before.last, isAncestor(oldest.commit) else { return nil }
    return before.first { isAncestor($0.commit) }
  }

  /// The same of its test, whatever that is called.
  func of(_ test: TestID) -> PastIssue {
    var issue = self
    issue.identity = identity.followed(from: self.test, to: test)
    issue.test = test
    // Another number among namesakes is no name.
    let then = calledThen ?? self.test
    issue.calledThen = then.flatMap { $0.stem.text == test.stem.text ? nil : $0 }
    return issue
  }

  /// By all names that its test may have where the commit is that is integrated.
  /// - Parameters:
  ///   - there: what became of names on the branch that saw it.
  ///   - here: what became of them on the one that is integrated.
  public func names(there: TestLineage?, here: TestLineage?) -> [PastIssue] {
    let now = followed(there, since: lastIn)
    if isOfBranch { return [now].compactMap { $0 } }
    // What that branch calls otherwise by now may go by its id of before; and what this one had called
    // otherwise before that branch saw it comes along by the name of before.
    return [now, self, followed(here, since: lastIn), followed(here, since: 0)].compactMap { $0 }
  }

  /// As its test is called at the end of a lineage; nil where that is gone and another one has its id.
  private func followed(_ lineage: TestLineage?, since integration: IntegrationNumber) -> PastIssue? {
    guard let test, let lineage else { return self }
    guard let now = lineage.now(test, of: integration) else { return nil }
    return now == test ? self : of(now)
  }

  var isOfHere: Bool { isOfBranch || passedHere == true }

  /// The branch itself mended it after it had come from that integration.
  func wasMended(since base: IntegrationNumber) -> Bool { isOfHere && isResolved && lastIn >= base }

  /// As the commit knows it that is integrated; nil when it does not come from where this was seen.
  /// - Parameters:
  ///   - isOlder: whether the branch has gone on from that commit.
  ///   - passedSince: whether the branch itself saw that mended behind that commit.
  public func known(
    isOlder: Bool = false, isAncestor: (CommitID) -> Bool,
    passedSince: (PastIssue, CommitID) -> Bool = { _, _ in false }
  ) -> PastIssue? {
    if isOfBranch {
      guard isOlder, lastCommit != nil else { return self }
      // It came later itself.
      guard let last = lastSighting(isAncestor: isAncestor) else { return nil }
      var known = self
      (known.lastIn, known.lastCommit) = (last.integration, last.commit)
      // What mended it came later.
      if let resolvedCommit, !isAncestor(resolvedCommit) { known.isResolved = false }
      return known
    }
    guard let last = lastSighting(isAncestor: isAncestor) else { return nil }
    var known = self
    (known.lastIn, known.lastCommit) = (last.integration, last.commit)
    // The branch may have left before it was mended.
    known.isResolved = isResolved && resolvedCommit.map(isAncestor) ?? false
    // Another branch may still stand where it was, or was looked at later.
    if !known.isResolved, passedSince(self, last.commit) {
      (known.isResolved, known.passedHere) = (true, true)
    }
    return known
  }
}
