public import Foundation
import Words

/// How many tests of an integration ended how.
public struct OutcomeCounts: Equatable, Sendable {
  private var counts: [TestOutcome: Int] = [:]

  public init() {}

  public init(_ tests: TestReport) {
    for test in tests.cases { self[test.outcome] += 1 }
  }

  public subscript(outcome: TestOutcome) -> Int {
    get { counts[outcome] ?? 0 }
    set { counts[outcome] = newValue == 0 ? nil : newValue }
  }

  public var total: Int { counts.values.reduce(0, +) }
  public var failures: Int { TestOutcome.allCases.filter(\.isFailure).reduce(0) { $0 + self[$1] } }
}

/// One integration in the history of its bot; what is not here is in its report.
public struct PastIntegration: Equatable, Sendable {
  public var number: IntegrationNumber
  public var branch: BranchName?
  public var commit: CommitID?
  public var subject: String?
  /// The working tree differed from the commit.
  public var changes = false
  /// Kept for good.
  public var isPinned = false
  /// It was asked for less than its bot asks for: never the face of the bot.
  public var isLimited = false
  /// It was one of those that look for the commit that broke a test.
  public var isOfSearch = false
  /// All that failed was flaky, and the bot lets that pass.
  public var isTolerated = false
  public var started: Date
  public var processID: Int32
  /// Absent while it runs; the following too.
  public var result: IntegrationResult?
  public var ended: Date?
  public var seconds: Double?
  /// What happened, in a sentence.
  public var sentence: String?
  /// Why it ended so.
  public var reason: String?
  public var toolchain: String?
  /// Absent when it never came to a report.
  public var tests: OutcomeCounts?
  /// Absent when coverage was not measured.
  public var lines: LineCounts?
  /// How sure they are; of what an older Bothy kept it is not known that they are not.
  public var linesBound = CoverageReport.Bound.exact
  public var author: String?
  /// It began with nothing built.
  public var isClean = false
  /// Tests that came and went, and what else changed since what it was compared with; each absent where it
  /// was compared with none, or an older Bothy kept it.
  public var testsAdded: Int?
  public var testsGone: Int?
  public var newIssues: Int?
  /// How many more lines did not run; negative where fewer did not. Absent where another toolchain measured.
  public var linesMore: Int?
  /// Tests failed or did not run in one of the two.
  public var isUnequal = false
  /// What the compiler warned of; absent where it did not build, or an older Bothy kept it.
  public var warnings: Int?
  /// What the analyzers found; absent where none was asked.
  public var analyzerWarnings: Int?
  /// The same against where its branch left the base branch.
  public var base: BaseFigures?

  public struct BaseFigures: Equatable, Sendable {
    public var integration: IntegrationNumber
    /// The branch of that one; absent where it is not kept any more.
    public var branch: BranchName?
    public var testsAdded: Int?
    public var testsGone: Int?
    public var newlyFailing: Int?
    public var mended: Int?
    public var linesMore: Int?
    public var isUnequal = false

    public init(integration: IntegrationNumber) { self.integration = integration }
  }

  public init(number: IntegrationNumber, started: Date, processID: Int32) {
    (self.number, self.started, self.processID) = (number, started, processID)
  }

  /// "at least 16" lines; nil where they were not counted.
  public var notExecuted: String? { lines.map { linesBound.missed($0.notExecuted) } }

  public var isRunning: Bool { result == nil }
  /// The status that `bothy show` ends with; absent while it runs.
  public var exitStatus: Int32? { isTolerated ? 0 : result?.exitStatus }
  public var isGreen: Bool { exitStatus == 0 }
  /// Tests failed, all of which somebody silenced: they have no say in the result.
  public var isOfSilenced: Bool {
    guard let tests, tests.failures > 0 else { return false }
    return result == .succeeded || result == .warnings || result == .analyzerWarnings
  }
}

/// A bot that ever integrated.
public struct KnownBot: Equatable, Sendable {
  public var id: BotID
  /// Shown to people.
  public var name: String
  /// The package's folder; absent for a bot that has a file.
  public var path: String?
  public var latest: PastIntegration?
  /// The branch that is its face, of which `latest` is; absent where it is not known.
  public var base: BranchName?
  /// That branch was deleted, or is not watched any more.
  public var isBaseGone = false
  /// It is there, and only not watched any more.
  public var isBaseThere = false
  /// Its integrations were all asked for less than a whole one, so that none of them is `latest`.
  public var isOnlyLimited = false
  /// Where its commits can be looked at: see `CommitLink`.
  public var link: String?
  /// What it used on disk after its last integration.
  public var diskBytes: Int?

  public init(id: BotID, name: String, path: String?) { (self.id, self.name, self.path) = (id, name, path) }
}

/// A test and how long it took.
public struct TimedTest: Equatable, Sendable {
  public var id: TestID
  public var library: TestLibrary
  public var target: String
  public var seconds: Double

  public init(id: TestID, library: TestLibrary, target: String, seconds: Double) {
    (self.id, self.library, self.target, self.seconds) = (id, library, target, seconds)
  }
}

/// Of how many tests of an integration it is known how long they took.
public struct KnownTimes: Equatable, Sendable {
  /// Those that ran.
  public var tests: Int
  public var timed: Int
  /// Some are not known because tests of Swift Testing were open beside others.
  public var isCrowded: Bool

  public init(tests: Int, timed: Int, isCrowded: Bool = false) {
    (self.tests, self.timed, self.isCrowded) = (tests, timed, isCrowded)
  }

  public init(_ report: TestReport) {
    let times = report.cases.filter { $0.seconds != nil || $0.outcome != .skipped && $0.outcome != .notRun }
    self.init(
      tests: times.count, timed: times.count { $0.seconds != nil },
      isCrowded: times.contains { $0.seconds == nil && $0.library == .swiftTesting && $0.outcome == .passed })
  }

  /// Why the time of a test is not known that came to its end.
  public static let reason =
    "Swift Testing begins its tests together; while more are open than there are cores, working can't be "
    + "told from waiting."

  private var reasoned: String { isCrowded ? " \(Self.reason)" : "" }

  /// What stands beside the slowest of them; nil where the time of each is known.
  public var words: String? {
    guard timed < tests else { return nil }
    let all = Figures.count(tests, "test")
    guard timed > 0 else {
      let none =
        tests == 1 ? "How long its test took is not known." : "Of none of its \(all) is the time known."
      return none + reasoned
    }
    return "The time of \(Figures.grouped(timed)) of \(all) is known: any other may have been slower."
      + reasoned
  }

  /// That none of them took as long as `least`: "a tenth of a second".
  public func words(noneTook least: String) -> String {
    if timed == tests { return "None took \(least)." }
    guard timed > 0 else { return words ?? "" }
    let all = Figures.count(tests, "test")
    return
      "The time of \(Figures.grouped(timed)) of \(all) is known, and none of these took \(least): any other "
      + "may have." + reasoned
  }
}

/// What became of a test in an earlier integration.
public struct EarlierOutcome: Equatable, Sendable {
  public var integration: IntegrationNumber
  public var outcome: TestOutcome
  /// What it was called there, where that is another id.
  public var formerly: TestID?
  /// Its commit had been integrated before, and another one since.
  public var isOfOlderCommit = false

  public init(integration: IntegrationNumber, outcome: TestOutcome) {
    (self.integration, self.outcome) = (integration, outcome)
  }

  public func called(_ test: TestID, now: TestID) -> EarlierOutcome {
    var outcome = self
    outcome.formerly = test == now ? nil : test
    return outcome
  }
}

/// The lines of one file as they were measured in one integration.
public struct FileLines: Equatable, Sendable {
  public var target: String
  public var path: PackagePath
  public var lines: LineCounts

  public init(target: String, path: PackagePath, lines: LineCounts) {
    (self.target, self.path, self.lines) = (target, path, lines)
  }
}

/// A test that went wrong lately, and how it went.
public struct FailingTest: Equatable, Sendable {
  public var id: TestID
  public var library: TestLibrary
  public var target: String
  /// In how many of the integrations that were looked at.
  public var failures: Int
  /// In how many of these it crashed, and in how many it timed out.
  public var crashes = 0
  public var timeouts = 0
  /// Newest first.
  public var outcomes: [EarlierOutcome]

  public init(id: TestID, library: TestLibrary, target: String, failures: Int, outcomes: [EarlierOutcome]) {
    (self.id, self.library, self.target) = (id, library, target)
    (self.failures, self.outcomes) = (failures, outcomes)
  }

  private static let mostInStrip = 20

  /// "5 times", "once, crashed", "7 times, crashed in 2, timed out in 1"
  public var times: String {
    let times = failures == 1 ? "once" : Figures.count(failures, "time")
    let ends = [(crashes, TestOutcome.crashed), (timeouts, .timedOut)].filter { $0.0 > 0 }.map { count, end in
      count == failures ? end.word : "\(end.word) in \(Figures.grouped(count))"
    }
    return ([times] + ends).joined(separator: ", ")
  }

  /// The newest, as far back as the failure that it is listed for.
  public var strip: ArraySlice<EarlierOutcome> {
    let failure = outcomes.firstIndex { $0.outcome.wentWrong } ?? 0
    return outcomes.prefix(max(Self.mostInStrip, failure + 1))
  }
}
