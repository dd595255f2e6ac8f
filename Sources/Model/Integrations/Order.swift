public import Foundation

/// What `bothy perform FOLDER` is asked to do: order.json as a value. Nothing else reaches it.
public struct Order: Codable, Equatable, Sendable {
  /// Where the sources come from.
  public enum Source: Codable, Equatable, Sendable {
    /// The repository's files as they stand on disk.
    case workingTree
    /// A folder's files as they stand on disk, whatever repository may lie around it: it has no commit.
    case folder
    case commit(CommitID)
  }

  public static let currentSchema = 1

  /// Grows when a key changes its meaning; absent in the orders of the first version.
  @Nullable public var schema: Int? = Order.currentSchema
  public var bot: BotID
  public var integration: IntegrationNumber
  public var settings: Bot
  /// The watched repository, absolute.
  public var repository: String
  public var source: Source
  public var branch: BranchName?
  /// The bot's own folders, absolute.
  public var checkoutFolder: String
  public var buildFolder: String
  /// What is found out once per toolchain is kept here.
  public var toolchainFolder: String
  public var clean: Bool
  public var jobs: Int?
  public var queued: Date
  public var baseline: Baseline?
  /// Absent when all is asked for that the bot asks for.
  public var limited: Limitation?
  /// What was resolved before, or is open on other branches.
  public var pastIssues: [PastIssue]?
  /// What somebody wants to hear no more of.
  public var silences: [Silence]?
  /// Of a branch beside the base branch: where to look for what it is compared with there.
  public var base: BaseChoice?
  /// Of a commit that no branch is named for: the integrations of branches that it may come from.
  public var ancestors: BaseChoice?
  /// Found there when it is performed.
  public var changesBase: ChangesShown.Base?
  /// Commits that are not integrated themselves on this branch because this one is newer.
  public var passedOver: [CommitID]?
  /// And those that any branch passed over lately.
  public var passedElsewhere: [CommitID]?
  /// Which of these were all the same, elsewhere or before.
  public var integratedAs: [BaseChoice.Candidate]?
  /// Which of these wait for their own turn.
  public var waiting: [CommitID]?
  /// The folder of an earlier integration, absolute: what did not change since is not made again.
  public var earlierFolder: String?
  /// The report of the branch's newest complete integration, absolute: which tests there were.
  public var completeReport: String?
  /// Those of the complete ones before it, absolute, newest first: how long tests take is known better by
  /// several. Absent where nothing is shared out.
  public var timedReports: [String]?
  /// The report of the integration that issues are compared with, absolute, where it is another one.
  public var baselineReport: String?
  /// The folder of the integration that coverage is compared with, absolute.
  public var measuredFolder: String?
  /// Earlier integrations that may be of the same commit, newest first.
  public var earlierReports: [EarlierReport]?
  /// The limited integrations of its branch since the one that issues are compared with, newest first.
  public var limitedSince: [EarlierReport]?
  /// The newest measured one of another commit than that of the newest: what changed lines are told from
  /// where it is required that they ran and the newest was of the same commit.
  public var measuredBefore: Changes.Since?
  /// The newest measured ones of any branch, of two commits, for where neither its own nor its base has one.
  public var measuredElsewhere: [Changes.Since]?
  /// What the branch archived last; absent where nothing is to be compared with it.
  public var archived: EarlierArchive?
  /// Whoever ordered it makes its pages before the scripts afterwards run.
  public var makesPages: Bool?
  /// Where it is kept which test of the branch executes what, absolute; absent where nobody asks for it.
  public var testMap: String?
  /// The same of its base branch, for a branch that has none yet.
  public var baseTestMap: String?
  /// Tests that went wrong in the newest integrations of the branch; absent where that was not asked.
  public var failedLately: [TestID]?
  /// All tests run, whatever is selected: it is the first after midnight, or runs by the clock.
  public var runsAll: Bool?
  /// Those that execute what changed run before the others in one process, too: somebody waits for them.
  /// Absent where nobody does.
  public var affectedFirst: Bool?
  /// Why what it asks for is begun once more, where an earlier integration was cut off.
  public var again: String?
  /// What waited on this branch since the integration before and is not integrated; absent where nothing did.
  public var left: [LeftCommit]?
  /// It is asked whether changed lines ran.
  public var requiresChanged: Bool?
  /// What is asked about a test, instead of an integration.
  public var why: CulpritQuestion?
  /// What is found out of an integration that ended, from what was built for it, instead of another one.
  public var mapping: MapOrder?
  /// The bot file that the settings are of, absolute: named behind `bothy run`, or in the watcher's folder.
  public var botFile: String?
  /// All that is wrong with what the package asks for, in the order of its file; absent where nothing is.
  public var settingsMistakes: [String]?
  /// Where the values of the settings' secrets are; the order itself never has them.
  public var secretsFile: String?

  public init(
    bot: BotID, integration: IntegrationNumber, settings: Bot, repository: String, source: Source,
    branch: BranchName?, checkoutFolder: String, buildFolder: String, toolchainFolder: String, clean: Bool,
    jobs: Int?, queued: Date, baseline: Baseline?, earlierFolder: String? = nil, secretsFile: String? = nil
  ) {
    (self.bot, self.integration, self.settings) = (bot, integration, settings)
    (self.repository, self.source) = (repository, source)
    (self.branch, self.checkoutFolder) = (branch, checkoutFolder)
    (self.buildFolder, self.toolchainFolder) = (buildFolder, toolchainFolder)
    (self.clean, self.jobs) = (clean, jobs)
    (self.queued, self.baseline) = (queued, baseline)
    (self.earlierFolder, self.secretsFile) = (earlierFolder, secretsFile)
  }
}

extension Order {
  /// The report of what this is compared with.
  public var comparedReport: String? { baselineReport ?? completeReport }

  /// Nothing that was integrated is an earlier state of this.
  public mutating func beginAnew() {
    (baseline, base, completeReport, timedReports, baselineReport) = (nil, nil, nil, nil, nil)
    (measuredFolder, pastIssues, limitedSince, ancestors) = (nil, nil, nil, nil)
  }

  /// Where the package lies on this disk, unless its repository is a bare one.
  public var packagePath: String {
    settings.package == "." ? repository : repository + "/" + settings.package
  }
}

/// An integration of files as they were committed.
public struct EarlierReport: Codable, Equatable, Sendable {
  public var integration: IntegrationNumber
  public var commit: CommitID
  public var toolchain: String
  /// Some of the tests that failed in it.
  public var failed: [TestID]
  /// Its folder, absolute.
  public var folder: String

  public init(
    integration: IntegrationNumber, commit: CommitID, toolchain: String, failed: [TestID], folder: String
  ) {
    (self.integration, self.commit, self.toolchain) = (integration, commit, toolchain)
    (self.failed, self.folder) = (failed, folder)
  }
}

extension Order {
  /// Without the tests that were asked for this time alone.
  public var wholeSettings: Bot {
    guard limited?.tests != nil else { return settings }
    var whole = settings
    whole.tests.filters = limited?.wholeSelection?.filters ?? []
    whole.tests.skips = limited?.wholeSelection?.skips ?? []
    return whole
  }

  /// Passed over is what no integration took as its own commit, and none is going to.
  public func told(_ commit: Commit) -> Commit {
    var commit = commit
    commit.integratedAs = (integratedAs ?? []).first { $0.commit == commit.id }?.integration
    let isPassed = [passedOver, passedElsewhere].contains { $0?.contains(commit.id) ?? false }
    commit.skipped =
      commit.integratedAs == nil && source != .commit(commit.id) && isPassed
      && !(waiting?.contains(commit.id) ?? false)
    return commit
  }
}

extension Order {
  /// What is archived is built beside what is tested, which has counters and other settings in it.
  public var archiveBuildFolder: String {
    let parent = buildFolder.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return (parent + ["build-archive"]).joined(separator: "/")
  }

  /// Made with the build folder, so that its time is when everything was last thrown away.
  public static func buildMark(in buildFolder: String) -> String { buildFolder + "/bothy-built" }
}

/// What earlier integrations of the same branch left for this one to be judged against.
public struct Baseline: Codable, Equatable, Sendable {
  /// The previous integration of the branch that could have seen an issue.
  public var integration: IntegrationNumber
  /// Its commit, from which the list of commits starts.
  public var commit: CommitID?
  /// It was of a working tree that differed from its commit; absent where this is not known.
  @Nullable public var hadChanges: Bool?
  public var openIssues: [Issue]
  /// Of these something is wrong that nobody silenced.
  @Nullable public var isRed: Bool?
  public var coverage: Comparison.Coverage?
  /// The newest that was measured, the one that coverage is compared with where there is one: lines that
  /// changed before anything was measured would else never be told. Absent where none was.
  @Nullable public var measured: Changes.Since?
  public var testCount: Int
  /// Which tests were skipped where coverage was measured; absent where that is not known.
  @Nullable public var skippedTests: [TestID]?
  /// The modules of the test targets of which some ran.
  public var testedTargets: [String]?
  /// How long the phases took in recent integrations, for the estimate.
  public var phaseSeconds: [String: Double]

  public init(
    integration: IntegrationNumber, commit: CommitID?, openIssues: [Issue], coverage: Comparison.Coverage?,
    testCount: Int, phaseSeconds: [String: Double], hadChanges: Bool? = nil, measured: Changes.Since? = nil
  ) {
    (self.hadChanges, self.integration, self.commit) = (hadChanges, integration, commit)
    (self.openIssues, self.coverage, self.measured) = (openIssues, coverage, measured)
    (self.testCount, self.phaseSeconds) = (testCount, phaseSeconds)
  }
}
