import Foundation
import Model
import Terminal

/// `bothy compare --json`: all that differs; null where something cannot be compared.
struct DifferenceJSON: Encodable {
  private let sentence: String
  private let caveats: [String]
  private let cause: String
  private let before: Side
  private let now: Side
  @Nullable private var commits: Commits? = nil
  @Nullable private var tests: Tests? = nil
  private let issues: Issues
  @Nullable private var coverage: Coverage? = nil
  private let durations: Durations
  @Nullable private var dependencies: [Dependency]? = nil
  @Nullable private var settings: [Setting]? = nil
  @Nullable private var page: String? = nil

  init(_ difference: IntegrationDifference, page: String?) {
    (sentence, caveats) = (difference.sentence, difference.caveats)
    cause = difference.cause.rawValue
    (before, now) = (Side(difference.before.report), Side(difference.now.report))
    issues = Issues(difference)
    durations = Durations(difference.durations)
    commits = difference.commits.map(Commits.init)
    tests = difference.tests.map(Tests.init)
    coverage = difference.coverage.map { Coverage($0, difference) }
    dependencies = difference.dependencies?.map(Dependency.init)
    settings = difference.settings?.map { Setting(name: $0.name, before: $0.before, now: $0.now) }
    self.page = page
  }

  private struct Side: Encodable {
    var bot: BotID
    var integration: IntegrationNumber
    var result: IntegrationResult
    var reason: String
    @Nullable var commit: CommitID? = nil
    @Nullable var branch: BranchName? = nil
    var changes: Bool
    var toolchain: String
    var configuration: Configuration
    var clean: Bool
    var limited: Bool
    var seconds: Double

    init(_ report: Report) {
      (bot, integration) = (report.bot, report.integration)
      (result, reason, toolchain) = (report.result, report.reason, report.toolchain)
      (configuration, clean, seconds) = (report.configuration, report.clean, report.seconds)
      (changes, limited) = (report.commit?.changes ?? false, report.limited != nil)
      (commit, branch) = (report.commit?.id, report.commit?.branch)
    }
  }

  /// `ahead`: how many commits the later one has that the other has not.
  private struct Commits: Codable, Equatable {
    var relation: String
    var ahead: Int
    var behind: Int

    init(_ relation: CommitRelation) {
      switch relation {
      case .same: (self.relation, ahead, behind) = ("same", 0, 0)
      case .later(let count): (self.relation, ahead, behind) = ("later", count, 0)
      case .earlier(let count): (self.relation, ahead, behind) = ("earlier", 0, count)
      case .diverged(let own, let others): (self.relation, ahead, behind) = ("diverged", own, others)
      }
    }
  }
}

extension DifferenceJSON {
  private struct Tests: Codable, Equatable {
    struct Change: Codable, Equatable {
      var id: TestID
      var kind: String
      @Nullable var before: TestOutcome? = nil
      var now: TestOutcome
      @Nullable var message: String? = nil
      @Nullable var file: PackagePath? = nil
      @Nullable var line: Int? = nil
    }

    struct Test: Codable, Equatable {
      var id: TestID
      var outcome: TestOutcome
    }

    var before: [String: Int]
    var now: [String: Int]
    /// False where only those that both had are compared.
    var whole: Bool
    var changes: [Change]
    var added: [Test]
    var gone: [Test]
    var renamed: [TestRename]
    var elsewhere: [TestsElsewhere]
    var stillFailing: [TestID]

    init(_ tests: TestDifference) {
      (before, now, whole) = (Self.counts(tests.before), Self.counts(tests.now), tests.isWhole)
      changes = tests.changes.map { change in
        var told = Change(id: change.test.id, kind: change.kind.rawValue, now: change.test.outcome)
        let failure = change.test.failures.first { !$0.isKnown }
        told.before = change.before
        told.message = failure?.message ?? change.test.crash?.message
        told.file = failure?.file ?? change.test.crash?.file ?? change.test.file
        told.line = failure?.line ?? change.test.crash?.line ?? change.test.line
        return told
      }
      added = tests.added.map { Test(id: $0.id, outcome: $0.outcome) }
      gone = tests.gone.map { Test(id: $0.id, outcome: $0.outcome) }
      (renamed, elsewhere, stillFailing) = (tests.renamed, tests.elsewhere, tests.stillFailing)
    }

    private static func counts(_ counts: OutcomeCounts) -> [String: Int] {
      Dictionary(uniqueKeysWithValues: TestOutcome.allCases.map { ($0.rawValue, counts[$0]) })
        .merging(["total": counts.total]) { first, _ in first }
    }
  }

  private struct Issues: Encodable {
    struct Told: Encodable {
      var issue: Model.Issue
      var likelyToolchain: Bool

      private enum Key: String, CodingKey {
        case kind, message, target, file, line, identity, likelyToolchain
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(issue.kind, forKey: .kind)
        try container.encode(issue.message, forKey: .message)
        try container.encode(issue.target, forKey: .target)
        try container.encode(issue.file, forKey: .file)
        try container.encode(issue.line, forKey: .line)
        try container.encode(issue.identity, forKey: .identity)
        try container.encode(likelyToolchain, forKey: .likelyToolchain)
      }
    }

    var came: [Told]
    var went: [Told]
    var stayed: Int

    init(_ difference: IntegrationDifference) {
      func told(_ issues: [Model.Issue]) -> [Told] {
        issues.map { Told(issue: $0, likelyToolchain: difference.isLikelyToolchains($0.file)) }
      }
      (came, went) = (told(difference.issues.came), told(difference.issues.went))
      stayed = difference.issues.stayed
    }
  }

  private struct Coverage: Codable, Equatable {
    struct File: Codable, Equatable {
      var path: PackagePath
      @Nullable var before: LineCounts? = nil
      @Nullable var now: LineCounts? = nil
      /// How many more lines did not run.
      var more: Int
      var sameSource: Bool
      var likelyToolchain: Bool
      @Nullable var why: String? = nil
      @Nullable var otherLines: OtherLines.File? = nil
    }

    var before: LineCounts
    var now: LineCounts
    @Nullable var more: Int? = nil
    var files: [File]
    var sameFiles: Int
    @Nullable var unequal: Comparison.Coverage.Unequal? = nil

    init(_ coverage: CoverageDifference, _ difference: IntegrationDifference) {
      (before, now, more) = (coverage.before, coverage.now, coverage.more)
      sameFiles = coverage.sameFiles
      files = coverage.files.map { file in
        var told = File(
          path: file.path, more: file.more, sameSource: file.isSame,
          likelyToolchain: difference.isLikelyToolchains(file))
        (told.before, told.now, told.why, told.otherLines) = (file.before, file.now, file.why, file.other)
        return told
      }
      unequal = coverage.unequal
    }
  }

  private struct Durations: Encodable {
    struct Time: Codable, Equatable {
      var name: String
      @Nullable var before: Double? = nil
      @Nullable var now: Double? = nil
    }

    var before: Double
    var now: Double
    var phases: [Time]
    var slower: [Time]
    var faster: [Time]
    @Nullable var pace: Double? = nil

    init(_ durations: DurationDifference) {
      func tests(_ times: [DurationDifference.TestTime]) -> [Time] {
        times.map { Time(name: $0.test.rawValue, before: $0.before, now: $0.now) }
      }
      (before, now) = (durations.before, durations.now)
      phases = durations.phases.map { Time(name: $0.name.rawValue, before: $0.before, now: $0.now) }
      (slower, faster) = (tests(durations.slower), tests(durations.faster))
      pace = durations.pace
    }
  }

  private struct Dependency: Codable, Equatable {
    var identity: String
    @Nullable var before: PinnedDependency? = nil
    @Nullable var now: PinnedDependency? = nil

    init(_ difference: DependencyDifference) {
      identity = difference.identity
      (before, now) = (difference.before, difference.now)
    }
  }

  private struct Setting: Codable, Equatable {
    var name: String
    var before: String
    var now: String
  }
}
