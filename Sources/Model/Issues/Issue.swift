/// Something that an integration found wrong.
public struct Issue: Codable, Equatable, Sendable {
  /// A kind of issue.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    case buildError = "build-error"
    /// The tests do not compile, but the products do.
    case testBuildError = "test-build-error"
    case testFailure = "test-failure"
    case flaky
    case warning
    case analyzerWarning = "analyzer-warning"
  }

  /// The kind of issue.
  public var kind: Kind
  /// What was reported last.
  public var message: String
  /// What was reported first. Left out when it is the same.
  public var firstMessage: String?
  /// Its target.
  @Nullable public var target: String?
  /// Its file.
  @Nullable public var file: PackagePath?
  /// Its line.
  @Nullable public var line: Int?
  /// Its test.
  @Nullable public var test: TestID?
  /// Other lines of the file with the same issue. Left out when there are none.
  public var otherLines: [Int]?
  /// The first integration that had it.
  public var since: IntegrationNumber
  /// Its id, which stays the same in all integrations.
  public var identity: IssueIdentity
  /// This integration found it. False when it could not look.
  public var seen: Bool
  /// For an issue that came back, the last integration that had it before.
  @Nullable public var lastIn: IntegrationNumber?
  /// The branch of `lastIn`, `cameFrom` or `flakyIn`. Left out when it is this branch.
  public var lastOn: BranchName?
  /// The name of its test there. Left out when it is the same.
  public var lastCalled: TestID?
  /// The integration with another message, for a test that still fails.
  @Nullable public var otherMessageIn: IntegrationNumber?
  /// For an older commit that runs again, an earlier integration of that commit with this issue.
  @Nullable public var asIn: IntegrationNumber?
  /// The base branch, if it already had this issue when the branch left it.
  @Nullable public var knownOn: BranchName?
  /// The integration to compare with, if it did not run this test. Left out otherwise.
  public var notRunIn: IntegrationNumber?
  /// Limited integrations that saw the test pass since. Left out otherwise.
  public var passedLater: PassedLater?
  /// The integration of another branch that brought this issue with its commits. Left out otherwise.
  public var cameFrom: IntegrationNumber?
  /// The integration in which the test was flaky before.
  @Nullable public var flakyIn: IntegrationNumber?
  /// The earlier name of the test.
  @Nullable public var renamedFrom: TestID?
  /// The commit that broke the test, if a search found it.
  @Nullable public var culprit: CommitCulprit?
  /// The commit that last changed its line, if it is a suspect. Left out otherwise.
  public var lineChangedBy: CommitID?
  /// The changed sources that the test may execute. Left out when that is not known.
  public var mayExecute: ChangedSources?
  /// The first integration that passed because the test was not looked at. Left out otherwise.
  public var setAsideIn: IntegrationNumber?
  /// The issue is resolved because its test no longer exists.
  public var testIsGone = false
  /// Why it is or was silenced. Left out otherwise.
  public var silence: Silence?

  public init(
    kind: Kind, message: String, target: String?, file: PackagePath?, line: Int?, test: TestID?,
    since: IntegrationNumber, identity: IssueIdentity? = nil, seen: Bool = true
  ) {
    (self.kind, self.message, self.target, self.file, self.line) = (kind, message, target, file, line)
    (self.test, self.since, self.seen) = (test, since, seen)
    self.identity =
      identity ?? .make(kind: kind, target: target, test: test, file: file, message: message)
  }
}

extension Issue.Kind {
  /// Nothing can be tested while there is one.
  public var isBuildError: Bool { self == .buildError || self == .testBuildError }
}

extension Issue {
  /// Of a test: what happened to it, where that is known.
  public var outcome: TestOutcome? { test.flatMap { identity.outcome(of: $0) } }

  private static let mostOtherLines = 8

  /// Its message, and behind the first line of it where else it stands.
  public var messageWithLines: String {
    guard let lines = otherLines, seen, !lines.isEmpty else { return message }
    let left = lines.count - Self.mostOtherLines
    var names = lines.prefix(Self.mostOtherLines).map { "\($0)" }
    let rest = left > 0 ? ["\(left) more"] : names.count > 1 ? [names.removeLast()] : []
    let told = ([names.joined(separator: ", ")] + rest).joined(separator: " and ")
    let end = message.firstIndex(where: \.isNewline) ?? message.endIndex
    return String(message[..<end]) + " (also in line\(lines.count == 1 ? "" : "s") \(told))" + message[end...]
  }

  /// What was told of it when its life began.
  public var toldFirst: String { firstMessage ?? message }

  /// The same of its test, whatever that is called.
  public func of(_ test: TestID) -> Issue {
    var issue = self
    issue.identity = identity.followed(from: self.test, to: test)
    issue.test = test
    return issue
  }

  /// How it stands to what was there before, of one that is not new: "since #12", "came back, last in #27",
  /// "told as flaky in #27 too".
  public var age: String { age(elsewhere: [:]) }

  /// `elsewhere`: of integrations of other branches, of which branch they are.
  public func age(elsewhere: [IntegrationNumber: BranchName]) -> String {
    [beforeAge(elsewhere), silence?.words ?? ""].filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// "new", ", told as flaky in #27" where a branch that it comes from had it so.
  public func newness(elsewhere: [IntegrationNumber: BranchName]) -> String {
    "new" + (flakyIn.map { ", told as flaky in \(named($0, elsewhere))" } ?? "")
  }

  /// "#12", "#12 of main" where that is another branch than this is told of.
  public func origin(elsewhere: [IntegrationNumber: BranchName]) -> String {
    "\(since)" + (elsewhere[since].map { " of \($0)" } ?? "")
  }

  /// Its test, with the name that it had until now.
  public var testWords: String? {
    test.map { test in test.rawValue + (renamedFrom.map { ", \($0) until now" } ?? "") }
  }

  /// Why nobody is suspected.
  public var notRunWords: String? {
    notRunIn.map { "The test did not run in \($0): what broke it may have come before." }
  }

  /// "last in #27", with the branch where that is another one, and the name that its test had there.
  public var lastWords: String? {
    lastIn.map { "last in \(named($0, [:]))" + (lastCalled.map { " as \($0)" } ?? "") }
  }

  private func named(_ number: IntegrationNumber, _ elsewhere: [IntegrationNumber: BranchName]) -> String {
    let isLast = [lastIn, cameFrom, flakyIn].contains(number)
    return "\(number)" + ((elsewhere[number] ?? (isLast ? lastOn : nil)).map { " of \($0)" } ?? "")
  }

  private func beforeAge(_ elsewhere: [IntegrationNumber: BranchName]) -> String {
    let name = lastCalled.map { " as \($0)" } ?? ""
    if kind == .flaky { return lastIn.map { "told as flaky in \(named($0, elsewhere))\(name) too" } ?? "" }
    let former = renamedFrom.map { ", as \($0) until now" } ?? ""
    let other = otherMessageIn.map { ", with another message than in \($0)" } ?? ""
    if let asIn { return "as in \(asIn)\(other)" }
    if let lastIn {
      let message = otherMessageIn == nil ? "" : ", with another message than before"
      return "came back, last in \(named(lastIn, elsewhere))\(name)\(former)\(message)"
    }
    if let cameFrom {
      let age = cameFrom == since ? "" : ", since \(origin(elsewhere: elsewhere))"
      return "came along from \(named(cameFrom, elsewhere))\(age)\(former)\(other)"
    }
    return (knownOn.map { "known on \($0), " } ?? "")
      + "since \(origin(elsewhere: elsewhere))\(former)\(other)"
  }
}

/// The issues of an integration by their state.
public struct IssueLists: Codable, Equatable, Sendable {
  /// Issues that no earlier integration of this history had.
  public var new: [Issue]
  /// Issues that were resolved and are here again.
  public var cameBack: [Issue]
  /// Issues that the previous integration had too.
  public var unresolved: [Issue]
  /// Issues that are no longer here.
  public var resolved: [Issue]
  /// Issues that are silenced.
  public var silenced: [Issue]
  /// Flaky tests. A pass does not resolve them.
  public var flaky: [Issue]

  public init(
    new: [Issue] = [], cameBack: [Issue] = [], unresolved: [Issue] = [], resolved: [Issue] = [],
    silenced: [Issue] = [], flaky: [Issue] = []
  ) {
    (self.new, self.cameBack, self.unresolved) = (new, cameBack, unresolved)
    (self.resolved, self.silenced, self.flaky) = (resolved, silenced, flaky)
  }

  /// What goes on here, and what came from the base branch and goes on there.
  public var stillThere: [Issue] {
    unresolved.filter { $0.knownOn == nil && $0.asIn == nil && $0.cameFrom == nil && $0.seen }
  }
  /// What this branch did not have before: it came with what was merged, or with commits that another branch
  /// had.
  public var cameAlong: [Issue] { unresolved.filter { $0.cameFrom != nil && $0.seen } }
  /// Of an older commit that is run again: what an earlier integration of it had as well.
  public var asBefore: [Issue] { unresolved.filter { $0.asIn != nil } }
  /// What was open and nothing tells of: its tests or its sources were not looked at.
  public var unseen: [Issue] { unresolved.filter { $0.knownOn == nil && !$0.seen } }
  public var knownOnBase: [Issue] { unresolved.filter { $0.knownOn != nil } }

  /// Of one that is resolved, where its test passes now and failed at the same commit.
  public func isFlakyNow(_ issue: Issue) -> Bool {
    issue.kind == .testFailure && issue.test != nil && flaky.contains { $0.test == issue.test && $0.seen }
  }

  /// What is open and was not silenced.
  public var loud: [Issue] { new + cameBack + unresolved }
  /// What the next integration is judged against.
  public var open: [Issue] { loud + silenced.filter { $0.kind != .flaky } }
}

/// A line of the compiler, or of anything that speaks like one.
public struct Diagnostic: Codable, Equatable, Hashable, Sendable {
  public enum Severity: String, Codable, Sendable { case error, warning }

  public var severity: Severity
  public var message: String
  /// Absolute as the tool printed it, or relative to the package once known.
  public var file: String?
  public var line: Int?
  public var column: Int?
  /// The notes and the source excerpt that followed.
  public var details: [String]

  public init(
    severity: Severity, message: String, file: String?, line: Int?, column: Int?, details: [String] = []
  ) {
    (self.severity, self.message, self.file) = (severity, message, file)
    (self.line, self.column, self.details) = (line, column, details)
  }
}

extension Report {
  /// Of what was there and nothing tells of now: that whose test failed in another way, and that which could
  /// not be seen.
  public var unfound: (failedOtherwise: [Issue], notSeen: [Issue]) {
    let failed = Set(tests.cases.filter(\.outcome.wentWrong).map(\.id))
    func hasFailed(_ issue: Issue) -> Bool { issue.test.map(failed.contains) ?? false }
    return (issues.unseen.filter(hasFailed), issues.unseen.filter { !hasFailed($0) })
  }

  /// What is flaky by what an earlier integration of the same commit saw: here it passed.
  public var passedFlaky: [Issue] {
    let flaky = Set(tests.cases.filter { $0.outcome == .flaky }.map(\.id))
    return issues.flaky.filter { issue in issue.test.map { !flaky.contains($0) } ?? false }
  }
}
