public import Coverage
public import Model
public import Words

/// All that the pages of one integration are made of.
public struct SiteInput: Sendable {
  /// A style sheet or script that the pages name, with the folder's file name.
  public typealias Asset = (name: String, bytes: [UInt8])

  public var report: Report
  public var botName: String
  /// What a person types behind `bothy run` to integrate this package again: that of its repository.
  public var packagePath: String
  /// What follows it, so that the same commit is integrated in the same way.
  public var runOptions: [String] = []
  /// BOT#N of one whose commit its bot integrates again; absent where only `bothy run` can.
  public var rerun: String?
  /// Where the package stands on disk; nil where a repository has no working tree.
  public var packageFolder: String?
  /// What such a command has to name besides.
  public var folders = NamedFolders()
  /// Where a commit can be looked at: see `CommitLink`.
  public var link: String?
  /// The text of a file as it was integrated; nil when there is none.
  public var source: @Sendable (PackagePath) -> [UInt8]? = { _ in nil }
  /// Its coverage; nil when it was not measured.
  public var detail: @Sendable (PackagePath) -> CoverageDetail.File? = { _ in nil }
  /// What that coverage can be told from another one by, without reading it.
  public var detailMark: @Sendable (PackagePath) -> ContentMark? = { _ in nil }
  /// Which test executes what; nil where nobody found out.
  public var testMap: TestMap?
  public var log: [UInt8] = []
  public var logTimes = LogTimes()
  /// What came and went since the integration before, by file.
  public var changes: [FileChange] = []
  /// Whether it is known: of former times, or by another version, it may not be.
  public var keepsChanges = false
  /// What they are against, where that is the base of a branch, and the lines that came.
  public var changesBase: (base: ChangesShown.Base, lines: [ChangedFile], note: String?)?
  /// Names of the files that the caller lays beside the pages.
  public var exports: [String] = []
  public var assets: [Asset] = []
  /// No page of the bot and of all bots lies above these pages.
  public var standsAlone = false
  public var earlier = Earlier()
  /// How large the files beside the pages are, attachments among them, by name.
  public var bytes: [String: Int] = [:]
  /// The content of one of them; nil where it cannot be read.
  public var attached: @Sendable (String) -> [UInt8]? = { _ in nil }
  /// The integration of the same commit before Swift itself changed, where a page compares both.
  public var upgradedFrom: IntegrationNumber?
  /// What was told of it over the network.
  public var messages: [Message] = []

  public init(report: Report, botName: String, packagePath: String) {
    (self.report, self.botName, self.packagePath) = (report, botName, packagePath)
  }
}

/// What earlier integrations of the same bot left, for the pages to compare with.
public struct Earlier: Sendable {
  /// Of tests that fail or failed lately, newest first.
  public var outcomes: [TestID: [EarlierOutcome]] = [:]
  /// Between those there were limited ones.
  public var isAnyLimited = false
  /// The files of the integration whose coverage is compared.
  public var coverage: [FileLines] = []
  /// The integrations that have pages beside those of this one.
  public var pages: Set<IntegrationNumber> = []
  /// What its report names and is kept no longer.
  public var lost: Set<IntegrationNumber> = []
  /// The tests that have a page beside them.
  public var paged: Set<TestID> = []
  /// Those of them that never went wrong, with where it lies below the bot's folder.
  public var brief: [TestID: String] = [:]
  /// The first issues of each integration have pages of their own.
  public var hasIssuePages = false

  public init() {}
}
