import Faults
import Files
import Foundation
import Integrator
package import Model
import Reports
package import State
package import Store

/// What follows an integration: its pages, those above it, and the end of what was kept for long enough.
/// Nothing of it changes what was found, so that its failures are told and no more.
package struct AfterIntegration {
  let state: StateFolder
  /// A folder of the user's.
  let templates: String?
  package let store: SQLiteStore
  let failed: (any Error) -> Void
  package var history: HistoryPublishing
  package var removed: (BotID, String) -> Void = { _, _ in }

  package init(
    state: StateFolder, templates: String?, store: SQLiteStore, failed: @escaping (any Error) -> Void
  ) {
    (self.state, self.templates, self.store, self.failed) = (state, templates, store, failed)
    history = HistoryPublishing(state: state, templates: templates, store: store)
    history.lacking = failed
  }

  /// The pages of one integration: where `index.html` lies, nil when they could not be made.
  package func publish(
    _ report: Report, _ order: Order, _ folder: IntegrationFolder, output: String? = nil,
    sources: (@Sendable (PackagePath) -> [UInt8]?)? = nil, lettingArchiveGo: Bool = false
  ) -> String? {
    var publishing = PagePublishing(state: state, templates: templates)
    (publishing.sources, publishing.letsArchiveGo) = (sources, lettingArchiveGo)
    attempt { publishing.messages = try store.messages(of: report.bot, report.integration) }
    attempt {
      publishing.earlier = try Earlier(before: report, branch: order.branch, store: store, state: state)
    }
    let upgrade = UpgradePages(state: state, templates: templates, store: store)
    attempt { publishing.upgradedFrom = try upgrade.former(of: report) }
    var address: String?
    attempt {
      try CrashGuard(state: state).make(.integration(report.integration), of: report.bot) {
        address = try publishing.publish(report, order, from: folder, output: output)
      }
    }
    if publishing.upgradedFrom != nil, address != nil { attempt { try upgrade.layAgain(report) } }
    return address
  }

  /// The pages that the scripts of one wait for, once it asks for them; whatever comes of it is answered.
  /// False as long as it does not ask.
  package func publishAsked(_ bot: BotID, _ number: IntegrationNumber) -> Bool {
    let folder = state.integration(bot, number)
    guard FileFacts(folder.pagesAsked) != nil else { return false }
    var page: String?
    attempt {
      let (report, order) = try folder.read(bot, number, doing: "making the pages of \(bot) \(number)")
      page = publish(report, order, folder)
    }
    do { try Files.publish(Array((page ?? "").utf8), as: folder.pagesMade) } catch {
      failed(error)
      try? FileManager.default.removeItem(atPath: folder.pagesAsked)
    }
    return true
  }

  /// The pages of one that reported and never got any, or none of its end: it was killed then, or the disk
  /// was full.
  package func publishMissing(_ bot: BotID, _ number: IntegrationNumber, _ settings: Bot? = nil) {
    guard !(hasPages(bot, number) && tellReport(bot, number)) else { return }
    attempt { try publishAgain(bot, number, settings) }
  }

  /// Whether they were made of the report as it is now.
  private func tellReport(_ bot: BotID, _ number: IntegrationNumber) -> Bool {
    let report = FileFacts(state.integration(bot, number).report)
    let shown = FileFacts(state.pages(bot, number) + "/report.json")
    return report == nil || (report?.size, report?.modified) == (shown?.size, shown?.modified)
  }

  /// The pages of one that ended a while ago. One that left no report gets a small one first. `settings`: its
  /// bot's, for one that nothing was ordered for.
  package func publishAgain(
    _ bot: BotID, _ number: IntegrationNumber, _ settings: Bot? = nil, lettingArchiveGo: Bool = false
  ) throws {
    let folder = state.integration(bot, number)
    if try folder.readReport(of: bot, number) == nil {
      guard let ended = try ended(bot, number, settings) else { return }
      try folder.leaveReport(ended.past, ended.order)
      guard let report = folder.report(of: bot, number) else { return }
      try store.keep(commitOf: report)
    }
    let left = try state.left(by: bot, number, doing: "making the pages of \(bot) \(number)")
    _ = publish(left.report, left.order, folder, sources: left.sources, lettingArchiveGo: lettingArchiveGo)
  }

  private func ended(
    _ bot: BotID, _ number: IntegrationNumber, _ settings: Bot?
  ) throws -> (past: PastIntegration, order: Order)? {
    guard let past = try store.integration(bot: bot, number: number), past.result != nil else { return nil }
    let folder = state.integration(bot, number)
    guard FileFacts(folder.order) == nil else {
      return (past, try folder.readOrder(doing: "telling of \(bot)\(number)"))
    }
    return settings.map { (past, order(of: past, bot, $0)) }
  }

  /// What would have been ordered, as far as pages tell of it.
  private func order(of past: PastIntegration, _ bot: BotID, _ settings: Bot) -> Order {
    Order(
      bot: bot, integration: past.number, settings: settings, repository: settings.repository,
      source: past.commit.map { .commit($0) } ?? .workingTree, branch: past.branch,
      checkoutFolder: state.checkout(bot), buildFolder: state.build(bot, counted: true),
      toolchainFolder: state.toolchains, clean: past.isClean, jobs: nil, queued: past.started, baseline: nil,
      secretsFile: state.secrets(bot.rawValue))
  }

  /// The pages once more, because they tell of what was sent.
  package func publishMessages(of report: Report, _ order: Order) {
    _ = publish(report, order, state.integration(report.bot, report.integration))
  }

  private func hasPages(_ bot: BotID, _ number: IntegrationNumber) -> Bool {
    FileFacts(state.page(bot, number)) != nil
  }

  /// What could not be made then may be made now, where at least the newest could.
  private func publishMissing(
    of changed: [(bot: BotID, number: IntegrationNumber)], _ settings: [BotID: Bot]
  ) {
    let made = changed.filter { hasPages($0.bot, $0.number) }.map { ($0.bot, $0.number) }
    for (bot, newest) in Dictionary(made, uniquingKeysWith: max) {
      attempt {
        for past in try store.past(bot: bot, limit: Self.mostMissing) where past.number < newest {
          if !hasPages(bot, past.number) { publishMissing(bot, past.number, settings[bot]) }
        }
      }
    }
  }

  private static let mostMissing = 20

  /// Brings the pages above integrations up to date. `settings`: of the bots whose files may be removed.
  package func settle(
    _ changed: [(bot: BotID, number: IntegrationNumber)], touched: Set<BotID> = [], _ settings: [BotID: Bot]
  ) {
    var changed = changed
    var bereft: Set<BotID> = []
    publishMissing(of: changed, settings)
    for (bot, settings) in settings {
      attempt {
        var forgetting = Forgetting(state: state, store: store)
        (forgetting.tell, forgetting.failed) = ({ removed(bot, $0) }, history.lacking)
        let forgotten = try forgetting.forget(bot, settings.keep)
        if !forgotten.isEmpty { bereft.insert(bot) }
        changed += Set(try forgetting.left(of: bot) + forgotten).map { (bot, $0) }
        for number in try forgetting.dueArchives(bot, settings.keep) where !forgotten.contains(number) {
          attempt { try publishAgain(bot, number, lettingArchiveGo: true) }
          forgetting.letArchiveGo(bot, number)
        }
      }
    }
    FaultPoint.reach(.forgotten)
    attempt { try history.publish(changed, touched: touched, settings: settings) }
    FaultPoint.reach(.historyLaid)
    // Only now does no page lead there any more.
    var sweeping = Forgetting(state: state, store: store)
    sweeping.failed = history.lacking
    let each = EachTestPublishing(state: state, templates: templates, store: store)
    for bot in bereft { attempt { try each.removeForgotten(bot) } }
    for bot in settings.keys { attempt { try sweeping.sweep(bot) } }
    FaultPoint.reach(.swept)
  }

  /// A page for each test where it is known what the bot's tests execute; where new ones came, the pages of
  /// this integration once more, so that they lead there. `goesOn` is asked before each page.
  package func publishTests(
    of bot: BotID, _ number: IntegrationNumber, while goesOn: @escaping () -> Bool
  ) -> EachTestPublishing.Made {
    var each = EachTestPublishing(state: state, templates: templates, store: store)
    each.goesOn = goesOn
    var made = EachTestPublishing.Made(isWhole: false)
    attempt { made = try each.publish(bot) }
    if made.added > 0, goesOn() { attempt { try publishAgain(bot, number) } }
    return made
  }

  /// What a bot uses on disk now, so that nobody has to count when it is asked for.
  package func measure(_ bot: BotID) {
    let folders = [state.bot(bot), state.integrations(bot), state.pages(bot)]
    attempt { try store.keep(diskBytes: DiskUsage(of: folders).bytes, of: bot) }
  }

  private func attempt(_ act: () throws -> Void) {
    do { try act() } catch { failed(error) }
  }
}
