public import Foundation

/// Everything that is told of one integration: report.json as a value.
public struct Report: Codable, Equatable, Sendable {
  public static let currentSchema = 1

  public var schema: Int
  public var bot: BotID
  public var integration: IntegrationNumber
  public var result: IntegrationResult
  /// One sentence for a person.
  public var reason: String
  @Nullable public var commit: Commit?
  /// Since the previous integration of this branch, newest first.
  public var commits: [Commit]
  /// The lines that differ from what this integration is compared with; absent before there was a checkout.
  @Nullable public var changes: Changes?
  public var toolchain: String
  public var configuration: Configuration
  public var clean: Bool
  public var queued: Date
  public var started: Date
  public var ended: Date
  public var seconds: Double
  public var phases: [Phase]
  public var tests: TestReport
  /// Absent when all tests were asked for.
  @Nullable public var selection: TestSelection?
  @Nullable public var coverage: CoverageReport?
  @Nullable public var coverageNote: String?
  public var issues: IssueLists
  @Nullable public var comparedWith: Comparison?
  public var artifacts: [Artifact]
  /// What a reader must know to trust the rest: fallbacks, cuts, odd ends.
  public var notes: [String]
  @Nullable public var usage: Usage?
  /// Absent before the work began, and where an older Bothy did it.
  @Nullable public var machine: HostMachine?

  public init(
    bot: BotID, integration: IntegrationNumber, result: IntegrationResult, reason: String, commit: Commit?,
    toolchain: String, configuration: Configuration, queued: Date, started: Date
  ) {
    schema = Self.currentSchema
    self.bot = bot
    self.integration = integration
    self.result = result
    self.reason = reason
    self.commit = commit
    commits = []
    changes = nil
    self.toolchain = toolchain
    self.configuration = configuration
    clean = false
    self.queued = queued
    self.started = started
    ended = started
    seconds = 0
    phases = []
    tests = TestReport(cases: [])
    selection = nil
    coverage = nil
    coverageNote = nil
    issues = IssueLists()
    comparedWith = nil
    artifacts = []
    notes = []
    usage = nil
    machine = nil
  }
}

public enum Configuration: String, Codable, Sendable, CaseIterable {
  case debug, release
}

/// The baselines of a report, by name. `integration` is what issues are compared with.
public struct Comparison: Codable, Equatable, Sendable {
  public struct Coverage: Codable, Equatable, Sendable {
    public var integration: IntegrationNumber
    public var lines: LineCounts
    /// Set when the baseline was measured by another toolchain, whose figures must not be compared silently.
    @Nullable public var toolchain: String?

    public init(integration: IntegrationNumber, lines: LineCounts, toolchain: String?) {
      self.integration = integration
      self.lines = lines
      self.toolchain = toolchain
    }
  }

  public var integration: IntegrationNumber
  @Nullable public var coverage: Coverage?

  public init(integration: IntegrationNumber, coverage: Coverage?) {
    self.integration = integration
    self.coverage = coverage
  }
}

public struct Artifact: Codable, Equatable, Sendable {
  public var name: String
  public var path: String
  public var bytes: Int
  public var sha256: String

  public init(name: String, path: String, bytes: Int, sha256: String) {
    self.name = name
    self.path = path
    self.bytes = bytes
    self.sha256 = sha256
  }
}

/// What the processes of an integration used.
public struct Usage: Codable, Equatable, Sendable {
  public var cpuSeconds: Double
  public var peakMemoryBytes: Int

  public init(cpuSeconds: Double = 0, peakMemoryBytes: Int = 0) {
    self.cpuSeconds = cpuSeconds
    self.peakMemoryBytes = peakMemoryBytes
  }
}
