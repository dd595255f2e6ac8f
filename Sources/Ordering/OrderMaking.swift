import Faults
import Files
import Formats
package import Foundation
import Integrator
package import Model
package import State
package import Store

/// Composes the order of an integration from its bot's settings, its history and what lies in its folder.
package struct OrderMaking {
  let state: StateFolder
  let store: SQLiteStore
  /// The branch that a bot's others are compared with.
  package var base: (Bot) -> BranchName? = { BaseBranch.of($0) }

  package init(state: StateFolder, store: SQLiteStore) { (self.state, self.store) = (state, store) }

  /// As its bot would have it; whoever asks for it may ask for more.
  package func order(
    _ bot: BotID, _ number: IntegrationNumber, settings: Bot, source: Order.Source, branch: BranchName?,
    queued: Date, limited: Limitation? = nil
  ) throws -> Order {
    // What is asked for beyond the bot's own selection is no line of history of its own.
    let selection = limited?.tests == nil ? TestSelection.of(settings.tests) : limited?.wholeSelection
    // A repository around a folder that it leaves out says nothing of it.
    let base = source == .folder ? nil : try baseBranch(of: bot, settings)
    if limited == nil { try store.keep(base: try face(of: bot, settings, base), of: bot) }
    let build = state.build(bot, counted: settings.coverage.enabled)
    // What the branch goes on with, which may lie aside until its turn.
    let built = state.branchPlaces(bot).lying(build, for: branch)
    let clean = CleaningMark(buildFolder: built).isDue(settings.cleaning, now: Date())
    var order = Order(
      bot: bot, integration: number, settings: settings, repository: settings.repository, source: source,
      branch: branch, checkoutFolder: state.checkout(bot, of: settings), buildFolder: build,
      toolchainFolder: state.toolchains, clean: clean, jobs: nil, queued: queued,
      baseline: try store.baseline(
        bot: bot, branch: branch, configuration: settings.configuration,
        selection: selection, builtAnew: clean || FileFacts(Order.buildMark(in: built)) == nil),
      earlierFolder: state.earlierIntegration(than: number, of: bot),
      secretsFile: state.secrets(bot.rawValue))
    order.makesPages = true
    if limited == nil, settings.whoTestsWhat != .never {
      order.testMap = state.testMap(bot, branch)
      order.baseTestMap = base == branch ? nil : base.map { state.testMap(bot, $0) }
      // Whoever mends what is red wants to see all of it green.
      order.runsAll = try order.baseline?.isRed == true || isFirstOfDay(bot, branch, settings)
      order.failedLately = try store.failedLately(bot: bot, branch: branch, among: Self.lately)
    }
    order.limited = limited
    // What some tests ran is not compared with what all ran.
    if limited?.tests != nil { order.baseline?.coverage = nil }
    order.measuredFolder = order.baseline?.coverage.map { state.integration(bot, $0.integration).path }
    // An older commit may have had no tests there yet.
    if limited != nil { order.baseline?.testedTargets = nil }
    if settings.actions.contains(.archive) {
      order.archived = try store.newestArchive(bot: bot, branch: branch)
    }
    order.silences = try silences(of: bot, settings, base: base)
    order.pastIssues = try store.pastIssues(
      bot: bot, branch: branch, isOlder: limited?.isOlderCommit == true)
    order.earlierReports = try store.earlierReports(
      bot: bot, of: source, configuration: settings.configuration, before: number
    ) { state.integration(bot, $0).path }
    order.limitedSince = try limitedSince(order)
    try goOnFromComplete(&order, selection)
    if source != .folder { try lookElsewhere(&order, base: base, selection) }
    let baseline = order.baseline.map { state.integration(bot, $0.integration).report }
    if baseline != order.completeReport { order.baselineReport = baseline }
    return order
  }

  /// What became of the commits that it may come with. `passedOver`: those that it is integrated instead of.
  package func tellOthers(_ order: inout Order, passedOver: [CommitID]) throws {
    let elsewhere = try store.passedOverLately(bot: order.bot)
    (order.passedOver, order.passedElsewhere) = (passedOver.isEmpty ? nil : passedOver, elsewhere)
    // A rebase brings what was integrated elsewhere, and a branch that is there again its own.
    let lately = try store.integratedLately(bot: order.bot, before: order.integration)
    let own = lately.filter { order.source != .commit($0) }
    let others = try store.others(
      than: order.integration, bot: order.bot, of: passedOver + elsewhere + own)
    (order.integratedAs, order.waiting) = (others.integrated, others.waiting)
  }

  /// Those that tell which tests there are, and how long these take.
  private func goOnFromComplete(_ order: inout Order, _ selection: TestSelection?) throws {
    let (bot, settings) = (order.bot, order.settings)
    let complete = try store.newestComplete(
      bot: bot, branch: order.branch, configuration: settings.configuration, selection: selection,
      most: settings.tests.processes == .number(1) ? 1 : Self.mostTimed)
    guard let newest = complete.first else { return }
    order.completeReport = state.integration(bot, newest).report
    let before = complete.dropFirst().map { state.integration(bot, $0).report }
    order.timedReports = before.isEmpty ? nil : before
  }

  /// What other branches know of it.
  private func lookElsewhere(
    _ order: inout Order, base: BranchName?, _ selection: TestSelection?
  ) throws {
    try tellOthers(&order, passedOver: [])
    let (bot, configuration) = (order.bot, order.settings.configuration)
    guard let branch = order.branch else {
      var choice = BaseChoice(branch: "", candidates: [], integrations: state.integrations(bot))
      choice.elsewhere = try store.baseCandidates(
        bot: bot, branch: "", others: true, configuration: configuration, selection: selection)
      order.ancestors = choice
      return
    }
    guard order.limited == nil else { return }
    order.base = try baseChoice(
      bot, branch, base: base ?? branch, configuration, selection,
      hasNone: order.baseline == nil || order.completeReport == nil)
  }

  private func limitedSince(_ order: Order) throws -> [EarlierReport]? {
    guard order.limited?.isOlderCommit != true, let branch = order.branch, let baseline = order.baseline
    else { return nil }
    return try store.limited(
      bot: order.bot, branch: branch, since: baseline.integration, before: order.integration
    ) { state.integration(order.bot, $0).path }
  }

  /// By the clock of the schedule, of those that ran all; so is one that runs by the clock alone.
  private func isFirstOfDay(_ bot: BotID, _ branch: BranchName?, _ settings: Bot) throws -> Bool {
    guard settings.schedule.on != .periodic,
      let last = try store.newestWhole(bot: bot, branch: branch, configuration: settings.configuration)
    else { return true }
    let zone = settings.schedule.timeZone
    return Self.day(last, zone) != Self.day(Date(), zone)
  }

  /// So many integrations are the last ones.
  private static let lately = 3
  private static let mostTimed = 3

  /// What the bot file and people by hand want to hear no more of, as far as it is not over.
  private func silences(of bot: BotID, _ settings: Bot, base: BranchName?) throws -> [Silence] {
    let asks = settings.silence.contains { $0.subject == .allNow }
    let hadAll = try store.hasSilencedAll(of: bot, asks: asks)
    let today = Self.day(Date(), settings.schedule.timeZone)
    let ended = try store.endedSilences(ofFileOf: bot)
    let written = settings.silence.filter { one in
      !(hadAll && one.subject == .allNow)
        && !ended.contains(where: one.isOver)
    }
    return (try store.silences(of: bot) + written).filter { !$0.until.isOver(on: today) }.map { one in
      var silence = one
      silence.branch = one.branch ?? base
      return silence
    }
  }

  /// As 2026-12-31, by the bot's clock.
  package static func day(_ time: Date, _ zone: String?) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone.flatMap(TimeZone.init(identifier:)) ?? .current
    let parts = calendar.dateComponents([.year, .month, .day], from: time)
    return String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
  }

  private func baseBranch(of bot: BotID, _ settings: Bot) throws -> BranchName? {
    guard try store.isLocal(bot) else { return base(settings) }
    return BaseBranch.ofWorkplace(settings, before: try store.base(of: bot))
  }

  /// Where somebody works on other branches alone, the base branch has nothing to show.
  private func face(of bot: BotID, _ settings: Bot, _ base: BranchName?) throws -> BranchName? {
    guard let face = BaseBranch.face(settings, base: base), try store.isLocal(bot) else {
      return BaseBranch.face(settings, base: base)
    }
    return try store.knows(face, of: bot) ? face : nil
  }

  /// Nil where there is nothing to look for.
  private func baseChoice(
    _ bot: BotID, _ branch: BranchName, base: BranchName, _ configuration: Configuration,
    _ selection: TestSelection?, hasNone: Bool
  ) throws -> BaseChoice? {
    var choice = BaseChoice(branch: base, candidates: [], integrations: state.integrations(bot))
    if base != branch {
      choice.candidates = try store.baseCandidates(
        bot: bot, branch: base, configuration: configuration, selection: selection)
      let newest = try store.newestBaseCandidate(bot: bot, branch: base)
      if newest != choice.candidates.first { choice.otherwise = newest }
    }
    if hasNone {
      choice.elsewhere = try store.baseCandidates(
        bot: bot, branch: branch, others: true, configuration: configuration, selection: selection)
    }
    return base == branch && choice.elsewhere?.isEmpty ?? true ? nil : choice
  }

  /// Leaves it where it is performed. A number is given once: what lies there already is of a life that the
  /// store does not remember, and its report would be taken for this one's.
  package func leave(_ order: Order) throws {
    let folder = state.integration(order.bot, order.integration)
    if FileFacts(folder.path) != nil { try FileManager.default.removeItem(atPath: folder.path) }
    try makeFolder(folder.path)
    FaultPoint.reach(.folderMade)
    try publish([UInt8](OrderJSON.encode(order)), as: folder.order)
    FaultPoint.reach(.orderWritten)
  }
}
