public import Foundation
internal import Words

/// Everything that is told of one integration: report.json as a value.
public struct Report: Codable, Equatable, Sendable {
  public static let currentSchema = 1

  public var schema = Report.currentSchema
  public var bot: BotID
  public var integration: IntegrationNumber
  public var result: IntegrationResult
  /// All that failed was flaky, and the bot lets that pass.
  public var tolerated = false
  /// Its settings let a flaky test pass that passed repeated alone; absent where they do not.
  public var flakyPasses: Bool?
  /// One sentence for a person.
  public var reason: String
  @Nullable public var commit: Commit?
  /// Since the previous integration of this branch, newest first.
  public var commits: [Commit] = []
  /// The commit of that one is not in the repository any more, so that nobody knows what came since; or not
  /// all that it built was committed.
  public var lacksCommits: Bool?
  /// Of a report with something new in its tests: what came before `commits`, and was integrated without all
  /// tests running to their end, as where it did not build.
  public var untested: UntestedCommits?
  /// The lines that differ from what this integration is compared with; absent before there was a checkout.
  @Nullable public var changes: Changes?
  /// What Package.resolved pinned; absent before it was resolved, and where an older Bothy did it.
  @Nullable public var dependencies: [PinnedDependency]?
  /// What swift was asked to build, and what it took from outside of the checkout, as a mark; absent where it
  /// did not build, and where an older Bothy did it.
  public var buildMark: String?
  public var toolchain: String
  public var configuration: Configuration
  /// Of those that may travel with the code, what is not as it is without a word.
  public var settings: [UsedSetting] = []
  public var clean = false
  public var queued: Date
  public var started: Date
  public var ended: Date
  public var seconds = 0.0
  public var phases: [Phase] = []
  /// What each analyzer came to; empty where nothing was analyzed.
  public var analysis: [Analysis] = []
  /// What was packed; empty where nothing was archived.
  public var archive: [ArchivedProduct] = []
  public var tests = TestReport(cases: [])
  /// Absent when all tests were asked for.
  @Nullable public var selection: TestSelection?
  /// Absent when all was asked for that the bot asks for.
  @Nullable public var limited: Limitation?
  @Nullable public var coverage: CoverageReport?
  @Nullable public var coverageNote: String?
  public var issues = IssueLists()
  /// What was there was silenced, because its bot begins with that; absent of all others.
  public var silencedAll: Bool?
  @Nullable public var comparedWith: Comparison?
  public var artifacts: [Artifact] = []
  /// What became of the bot's scripts.
  public var triggers: [ScriptRun] = []
  /// What a reader must know to trust the rest: fallbacks, cuts, odd ends.
  public var notes: [String] = []
  @Nullable public var usage: Usage?
  /// Absent before the work began, and where an older Bothy did it.
  @Nullable public var machine: HostMachine?

  public init(
    bot: BotID, integration: IntegrationNumber, result: IntegrationResult, reason: String, commit: Commit?,
    toolchain: String, configuration: Configuration, queued: Date, started: Date
  ) {
    (self.bot, self.integration, self.result) = (bot, integration, result)
    (self.reason, self.commit) = (reason, commit)
    (self.toolchain, self.configuration) = (toolchain, configuration)
    (self.queued, self.started, ended) = (queued, started, started)
  }
}

/// What came since the newest integration whose tests ran to their end, as far as it was integrated since.
public struct UntestedCommits: Codable, Equatable, Sendable {
  public var since: IntegrationNumber
  /// Of that one.
  public var commit: CommitID
  /// Newest first.
  public var commits: [Commit]

  public init(since: IntegrationNumber, commit: CommitID, commits: [Commit]) {
    (self.since, self.commit, self.commits) = (since, commit, commits)
  }
}

extension Report {
  /// What may have brought an issue that is new: what came since the integration that could have seen it.
  public func commits(behind issue: Issue) -> (commits: [Commit], since: IntegrationNumber?) {
    guard let later = issue.passedLater else { return commitsSince(issue) }
    let (commits, since) = commitsSince(issue)
    return (commits.filter { !later.cleared.contains($0.id) }, later.integration ?? since)
  }

  private func commitsSince(_ issue: Issue) -> (commits: [Commit], since: IntegrationNumber?) {
    guard let untested, !issue.kind.isBuildError else { return (commits, comparedWith?.integration) }
    return (commits + untested.commits, untested.since)
  }

  /// What the compiler warned of, silenced or not; nil where it did not build, so that nobody knows.
  public var warningCount: Int? {
    phases.contains { $0.name == .build && $0.status == .passed } ? count(.warning) : nil
  }

  /// What the analyzers found; nil where one was not asked, or came to no end.
  public var analyzerWarningCount: Int? {
    analysis.isEmpty || analysis.contains { $0.problem != nil } ? nil : count(.analyzerWarning)
  }

  private func count(_ kind: Issue.Kind) -> Int { issues.open.count { $0.kind == kind && $0.seen } }

  /// The status that `bothy run`, `bothy show` and `bothy integrate --wait` end with.
  public var exitStatus: Int32 { tolerated ? 0 : result.exitStatus }
}

public enum Configuration: String, Codable, Sendable, CaseIterable { case debug, release }

/// The baselines of a report, by name. `integration` is what issues are compared with.
public struct Comparison: Codable, Equatable, Sendable {
  public struct Coverage: Codable, Equatable, Sendable {
    public var integration: IntegrationNumber
    public var lines: LineCounts
    /// Set when the baseline was measured by another toolchain, whose figures must not be compared silently.
    @Nullable public var toolchain: String?
    /// Tests failed in it, so that it ran less, or other lines, than a green one would have.
    public var hadFailures = false
    /// How sure its lines are; absent where they are exact, and in the reports of former versions.
    public var bound: CoverageReport.Bound?
    /// Absent when the runs are equals.
    @Nullable public var unequal: Unequal?
    /// Absent when there are none, or what the other integration ran is not known line by line.
    @Nullable public var otherLines: OtherLines?

    /// In which of the two integrations tests failed, or did not run that did in the other.
    public enum Unequal: String, Codable, Sendable { case here, there, both }

    public init(integration: IntegrationNumber, lines: LineCounts, toolchain: String?) {
      (self.integration, self.lines, self.toolchain) = (integration, lines, toolchain)
    }
  }

  public var integration: IntegrationNumber
  @Nullable public var coverage: Coverage?
  /// Absent where there is nothing to compare with, and where either did not run its tests to the end.
  @Nullable public var tests: TestChanges?
  /// Packages that it was not built with alike; absent where that is not known.
  @Nullable public var dependencies: [DependencyDifference]?
  /// Of a branch beside the base branch: what it is compared with there; of one that has nothing of its own,
  /// elsewhere. Absent where there is none; a note says why.
  @Nullable public var base: BaseComparison?

  public init(integration: IntegrationNumber, coverage: Coverage?) {
    (self.integration, self.coverage) = (integration, coverage)
  }
}

public struct Artifact: Codable, Equatable, Sendable {
  public var name: String
  public var path: String
  public var bytes: Int
  public var sha256: String
  /// Whose it is; absent for what no test left, and where it is not known which one did.
  @Nullable public var test: TestID?

  public init(name: String, path: String, bytes: Int, sha256: String) {
    (self.name, self.path, self.bytes, self.sha256) = (name, path, bytes, sha256)
  }
}

/// What the processes of an integration used.
public struct Usage: Codable, Equatable, Sendable {
  public var cpuSeconds: Double
  public var peakMemoryBytes: Int

  public init(cpuSeconds: Double = 0, peakMemoryBytes: Int = 0) {
    (self.cpuSeconds, self.peakMemoryBytes) = (cpuSeconds, peakMemoryBytes)
  }
}

extension Report {
  /// What nobody is known to have left.
  public var attachmentsOfNobody: [String] {
    let owned = Set(tests.cases.flatMap(\.files))
    return artifacts.map(\.path).filter { $0.hasPrefix("attachments/") && !owned.contains($0) }
  }
}

extension Report {
  /// The notes that its reason does not say already.
  public var notesBesideReason: [String] {
    notes.filter { note in
      !"; \(reason); ".contains("; \(note); ") && !"; \(reason); ".hasPrefix("; \(note.capitalizedFirst); ")
    }
  }
}
