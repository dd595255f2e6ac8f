import Foundation
public import Model
public import Words

/// What the page of all bots and the page of a bot both tell of a bot.
public struct BotInput: Sendable {
  public var bot: KnownBot
  /// Newest first; as many as the page shows and draws.
  public var past: [PastIntegration]
  /// Those that have pages: the others are told without a link.
  public var withPages: Set<IntegrationNumber>
  public var activity: BotNow
  /// The newest of the base branch, newest first, as many as are drawn; nil where no branch is the base.
  public var ofBase: [PastIntegration]?
  /// The newest that ended of each other branch, newest first.
  public var beside: [PastIntegration] = []
  /// Those of these branches that are red and have nothing that the base branch does not have.
  public var merged: Set<BranchName> = []
  /// What a person types behind `bothy` to integrate it, where more is known of it than its path.
  public var command: [String]?
  /// What such a command has to name besides.
  public var folders = NamedFolders()

  public init(
    bot: KnownBot, past: [PastIntegration], withPages: Set<IntegrationNumber>, activity: BotNow = BotNow()
  ) {
    (self.bot, self.past, self.withPages, self.activity) = (bot, past, withPages, activity)
  }

  /// How many integrations the pages need: for the strip, and for the trends.
  public static let stripLength = 30
  public static let trendLength = 40
  public static let rowCount = 30
  /// What weeks and months are made of.
  public static let periodLength = 200

  /// The face of the bot: never of another branch than its base, and never a limited one.
  public var newestEnded: PastIntegration? { face.first { $0.result != nil } }

  /// "Nothing was integrated on main to its end yet."
  var nothing: String {
    let place = bot.base.map { " on \($0)" } ?? ""
    let isOnlyLimited = (ofBase ?? past).contains { $0.isLimited && $0.result != nil }
    return isOnlyLimited
      ? "Only limited integrations\(place) so far: none of them speaks for the whole."
      : "Nothing was integrated\(place) to its end yet."
  }

  /// Those of the base branch, without the limited ones.
  public var face: [PastIntegration] { (ofBase ?? past).filter { !$0.isLimited } }

  /// The time that the page tells of: that of the newest thing on it, so that the same store makes the same
  /// page.
  var moment: Date? { (past.map { $0.ended ?? $0.started } + [activity.moment].compactMap { $0 }).max() }
}

/// A hundred numbers of integrations that have a page of their own.
public struct HistoryBlock: Hashable, Sendable {
  public static let size = 100

  public var index: Int

  public init(index: Int) { self.index = index }

  public init(of number: IntegrationNumber) { index = (number.value - 1) / Self.size }

  public var numbers: ClosedRange<Int> { index * Self.size + 1...(index + 1) * Self.size }

  /// Below the bot's folder.
  public var page: String { "history/\(numbers.lowerBound)-\(numbers.upperBound).html" }

  /// Of a file in `history/`.
  public init?(file: String) {
    let first = file.prefix { $0 != "-" }
    guard let number = Int(first), number > 0 else { return nil }
    self.init(of: IntegrationNumber(number))
    guard "history/" + file == page else { return nil }
  }
}

/// What the page of one bot tells besides.
public struct BotDetail: Sendable {
  public var phases: [IntegrationNumber: [Phase]] = [:]
  /// How large what was archived is.
  public var archives: [IntegrationNumber: [ArchivedSize]] = [:]
  /// The slowest tests of one integration, among those whose time is known.
  public var slowest: (number: IntegrationNumber, tests: [TimedTest], times: KnownTimes)?
  public var failing: [FailingTest] = []
  /// How many integrations were looked at for `failing`.
  public var failingAmong = 0
  /// Oldest first.
  public var blocks: [HistoryBlock] = []
  public var green: IntegrationNumber?
  /// Names of the files that the stable addresses hold besides pages.
  public var latestExports: [String] = []
  public var greenExports: [String] = []
  public var settings: Bot?
  /// More of the base branch than is drawn one by one, newest first, without the limited ones.
  public var ofBase: [PastIntegration] = []
  /// The base branch first, then those integrated last.
  public var branches: [BranchLine] = []
  /// What selecting tests would have left out.
  public var scores = SelectionScores()
  /// The tests that have a page.
  public var paged: Set<TestID> = []
  /// The numbers of all integrations that are kept.
  public var kept: Set<Int>?

  public init() {}

  var redness: Redness? { ofBase.isEmpty ? nil : ofBase.redness(among: kept) }
}
