public import Foundation
internal import Words

/// The content of report.json: everything about one integration.
public struct Report: Codable, Equatable, Sendable {
  public static let currentSchema = 1

  /// The version of this format. It grows when a field changes its meaning.
  public var schema = Report.currentSchema
  /// The id of the bot.
  public var bot: BotID
  /// The number of the integration.
  public var integration: IntegrationNumber
  /// How the integration ended.
  public var result: IntegrationResult
  /// Only flaky tests failed, and the bot lets them pass.
  public var tolerated = false
  /// The bot lets flaky tests pass. Left out otherwise.
  public var flakyPasses: Bool?
  /// One sentence for people.
  public var reason: String
  /// The folder of the package below the top of its repository. Left out where it is the top.
  public var package: String?
  /// The commit that was integrated.
  @Nullable public var commit: Commit?
  /// The commits since the previous integration of this branch, newest first.
  public var commits: [Commit] = []
  /// `commits` is not complete, because the previous commit is gone or had uncommitted changes.
  public var lacksCommits: Bool?
  /// Earlier commits that may have broken a test, because their own tests did not run to the end.
  public var untested: UntestedCommits?
  /// The lines that differ from the integration that this one is compared with. Null before the checkout.
  @Nullable public var changes: Changes?
  /// The packages that Package.resolved pinned. Null before they were resolved.
  @Nullable public var dependencies: [PinnedDependency]?
  /// A mark of all inputs of the build. Left out where nothing was built.
  public var buildMark: String?
  /// The version of Swift.
  public var toolchain: String
  /// The build configuration.
  public var configuration: Configuration
  /// Settings that may come from the package and differ from their defaults.
  public var settings: [UsedSetting] = []
  /// Everything was built from scratch.
  public var clean = false
  /// When the integration was requested.
  public var queued: Date
  /// When it started.
  public var started: Date
  /// When it ended.
  public var ended: Date
  /// How long it took.
  public var seconds = 0.0
  /// Its steps, in order.
  public var phases: [Phase] = []
  /// The result of each analyzer.
  public var analysis: [Analysis] = []
  /// The products that were packed.
  public var archive: [ArchivedProduct] = []
  /// The tests.
  public var tests = TestReport(cases: [])
  /// Which tests were selected. Null when all were.
  @Nullable public var selection: TestSelection?
  /// What was left out of this integration. Null when it did all that its bot asks for.
  @Nullable public var limited: Limitation?
  /// The coverage. Null when it was not measured.
  @Nullable public var coverage: CoverageReport?
  /// Why there is no coverage, or what to know about it.
  @Nullable public var coverageNote: String?
  /// The issues by their state.
  public var issues = IssueLists()
  /// The issues of this integration were silenced by `silence: all-now`. Left out otherwise.
  public var silencedAll: Bool?
  /// The integration that this one is compared with. Null when there is none.
  @Nullable public var comparedWith: Comparison?
  /// The files that were kept.
  public var artifacts: [Artifact] = []
  /// The scripts of the bot.
  public var triggers: [ScriptRun] = []
  /// Sentences that a reader needs to trust the rest.
  public var notes: [String] = []
  /// What the processes used.
  @Nullable public var usage: Usage?
  /// The environment of the tests. Left out where none was asked for.
  public var environment: SeenEnvironment?
  /// The machine. Null before the work started.
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

/// Commits since the newest integration that ran its tests to the end.
public struct UntestedCommits: Codable, Equatable, Sendable {
  /// That integration.
  public var since: IntegrationNumber
  /// Its commit.
  public var commit: CommitID
  /// The commits since then, newest first.
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

/// A build configuration.
public enum Configuration: String, Codable, Sendable, CaseIterable { case debug, release }

/// What an integration is compared with.
public struct Comparison: Codable, Equatable, Sendable {
  /// The coverage that an integration is compared with.
  public struct Coverage: Codable, Equatable, Sendable {
    /// The number of that integration.
    public var integration: IntegrationNumber
    /// Its counts of lines.
    public var lines: LineCounts
    /// Its version of Swift, if that is another one.
    @Nullable public var toolchain: String?
    /// Tests failed in it, so it may have executed other lines.
    public var hadFailures = false
    /// Whether its counts are exact. Left out when they are.
    public var bound: CoverageReport.Bound?
    /// In which integration tests failed or did not run, so the figures are not comparable. Null when they
    /// are.
    @Nullable public var unequal: Unequal?
    /// Lines of unchanged files that only one of the two executed. Null when there are none.
    @Nullable public var otherLines: OtherLines?

    /// In which of the two integrations tests failed or did not run.
    public enum Unequal: String, Codable, Sendable { case here, there, both }

    public init(integration: IntegrationNumber, lines: LineCounts, toolchain: String?) {
      (self.integration, self.lines, self.toolchain) = (integration, lines, toolchain)
    }
  }

  /// The integration that issues are compared with.
  public var integration: IntegrationNumber
  /// The integration that coverage is compared with.
  @Nullable public var coverage: Coverage?
  /// Added, removed and renamed tests. Null when one of the two did not finish its tests.
  @Nullable public var tests: TestChanges?
  /// Dependencies that differ. Null when that is not known.
  @Nullable public var dependencies: [DependencyDifference]?
  /// The comparison with the base branch. Null on the base branch itself.
  @Nullable public var base: BaseComparison?

  public init(integration: IntegrationNumber, coverage: Coverage?) {
    (self.integration, self.coverage) = (integration, coverage)
  }
}

/// A file that was kept.
public struct Artifact: Codable, Equatable, Sendable {
  /// Its name.
  public var name: String
  /// Its path in the folder of the integration.
  public var path: String
  /// Its size.
  public var bytes: Int
  /// Its checksum.
  public var sha256: String
  /// The test that left it. Null when that is not known.
  @Nullable public var test: TestID?

  public init(name: String, path: String, bytes: Int, sha256: String) {
    (self.name, self.path, self.bytes, self.sha256) = (name, path, bytes, sha256)
  }
}

/// What the processes of an integration used.
public struct Usage: Codable, Equatable, Sendable {
  /// Processor time.
  public var cpuSeconds: Double
  /// The most memory at one time.
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
