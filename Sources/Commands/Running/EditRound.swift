import Explaining
import Files
import Formats
import Foundation
import Integrator
import Model
import Ordering
import Processes
import State
import Store
import Terminal
import Words

/// One round of `bothy run --watch`: an integration of what lies there now, performed as any other and in no
/// history. The newest is kept in a folder of its own.
struct EditRound: Sendable {
  /// With an absolute path.
  let options: RunOptions
  let state: StateFolder
  let bot: BotID
  let environment: [String: String]
  /// Only these.
  var failed: [TestCase]?
  let cancellation: Cancellation
  let hears: @Sendable (Model.Progress, Double) -> Void

  private var edits: StateFolder { state.edits(bot) }

  /// Nil where it was ended first.
  func perform() throws -> Report? {
    let target = try self.target()
    let store = try SQLiteStore(folder: state.path)
    let turn = try BotTurn.wait(for: bot, in: state, cancellation, isQuiet: true)
    defer { withExtendedLifetime(turn) {} }
    _ = try ToolchainPlace.swift(of: target.settings, environment: environment)
    let order = try self.order(target, store)
    let folder = Self.folder(in: edits)
    let words = try Self.carryOut(order, folder, environment: environment, cancellation, hears)
    guard !cancellation.isCanceled else { return nil }
    guard let report = try state.endedReport(of: bot, order.integration, in: folder) else {
      throw Explanation(
        doing: "integrating \(order.packagePath)", wrong: words,
        advice: "see \(folder.log), free memory and disk if they ran out, and save again")
    }
    try keep(folder, order.integration)
    return report
  }

  /// Where the running one lies.
  static func folder(in edits: StateFolder) -> IntegrationFolder { IntegrationFolder(edits.path + "/now") }

  /// What is asked for as `bothy run` would have it.
  private func target() throws -> RunTarget {
    var target = try RunTarget(options)
    let secrets = target.botFileStem.map { state.secrets($0) } ?? ""
    _ = try Secrets.read(target.settings.secrets, from: secrets)
    guard let failed else { return target }
    let whole = TestSelection.of(target.settings.tests)
    target.settings.tests.filters = failed.map(\.filterPattern)
    target.settings.tests.skips = []
    target.settings.mark(["tests.filter", "tests.skip"], as: .command)
    var limited = target.limited ?? Limitation()
    limited.tests = TestSelection(
      filters: target.settings.tests.filters, skips: [], failedIn: TestSelection.roundBefore)
    limited.wholeSelection = limited.wholeSelection ?? whole
    target.limited = limited
    return target
  }

  private func order(_ target: RunTarget, _ store: SQLiteStore) throws -> Order {
    var settings = target.settings
    settings.actions = [.test]
    settings.tests.select = .all
    settings.whoTestsWhat = .idle
    // What somebody tries out is told to nobody.
    settings.triggers.removeAll { if case .before = $0.act { false } else { true } }
    let newest = try store.past(bot: bot, limit: 1).first?.number.value ?? 0
    let last = Self.kept(in: edits, of: bot)
    let number = IntegrationNumber(max(newest, last?.value ?? 0) + 1)
    var order = try OrderMaking(state: state, store: store).order(
      bot, number, settings: settings, source: target.source, branch: target.branch, queued: Date(),
      limited: target.limited)
    (order.clean, order.makesPages, order.affectedFirst) = (false, false, true)
    (order.jobs, order.botFile) = (options.jobs, target.botFile)
    if !target.mistakes.isEmpty { order.settingsMistakes = target.mistakes }
    order.secretsFile = target.botFileStem.map { state.secrets($0) }
    if order.testMap != nil {
      order.testMap = edits.testMap(bot, target.branch)
      order.baseTestMap = state.testMap(bot, target.branch)
    }
    if let last {
      let folder = edits.integration(bot, last)
      if FileFacts(folder.exports) != nil { order.earlierFolder = folder.path }
      let wrong = folder.report(of: bot, last)?.tests.cases.filter(\.outcome.wentWrong).map(\.id)
      order.failedLately = wrong ?? order.failedLately
    }
    return order
  }

  /// The newest that came to a verdict.
  static func kept(in edits: StateFolder, of bot: BotID) -> IntegrationNumber? {
    let names = (try? FileTree.entries(of: edits.integrations(bot))) ?? []
    return names.compactMap { Int($0) }.max().map { IntegrationNumber($0) }
  }

  /// In the place of the one before.
  private func keep(_ folder: IntegrationFolder, _ number: IntegrationNumber) throws {
    let all = edits.integrations(bot)
    let former = ((try? FileTree.entries(of: all)) ?? []).filter { $0 != "\(number.value)" }
    try makeFolder(all)
    try FileManager.default.moveItem(atPath: folder.path, toPath: edits.integration(bot, number).path)
    for name in former { try? FileManager.default.removeItem(atPath: all + "/" + name) }
  }

  /// Orders it there, and waits until nothing of it is left. What its process said where it left no report.
  @discardableResult static func carryOut(
    _ order: Order, _ folder: IntegrationFolder, environment: [String: String],
    _ cancellation: Cancellation, givesWay: @escaping () -> Bool = { false },
    _ hears: @escaping (Model.Progress, Double) -> Void
  ) throws -> String {
    try? FileManager.default.removeItem(atPath: folder.path)
    guard !cancellation.isCanceled else { return "" }
    try makeFolder(folder.path)
    try publish([UInt8](OrderJSON.encode(order)), as: folder.order)
    let follower = ProgressFollower(
      folder: folder,
      display: Display(
        capabilities: .of(descriptor: -1, environment: environment), quiet: true, verbose: false))
    (follower.cancellation, follower.hears) = (cancellation, hears)
    follower.showPages = {
      if givesWay() { cancellation.cancel() }
      return false
    }
    let beside = StateFolder(path: (folder.path as NSString).deletingLastPathComponent)
    let end = try follower.perform(folder, of: beside, environment: environment)
    return follower.heard.lastWords ?? PerformingProcess.fate(end.ending)
  }
}

/// Which test executes what, of the newest round, while nothing is saved. What was measured is kept.
struct EditMap: Sendable {
  let state: StateFolder
  let bot: BotID
  let number: IntegrationNumber
  let environment: [String: String]
  let cancellation: Cancellation
  let hears: @Sendable (Model.Progress, Double) -> Void

  func perform() throws {
    let edits = state.edits(bot)
    let found = edits.integration(bot, number)
    guard let turn = try FileLock(taking: state.lock(bot)),
      let bytes = contents(of: state.mapWish(bot)),
      let wish = try? JSONDecoder().decode(MapWish.self, from: Data(bytes)), wish.integration == number
    else { return }
    defer { withExtendedLifetime(turn) {} }
    let order = try found.readOrder(doing: "finding out which test executes what")
    let folder = EditRound.folder(in: edits)
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    try EditRound.carryOut(
      order.finding(wish, of: found), folder, environment: environment, cancellation,
      givesWay: { BotTurn.isWanted(of: bot, in: state) }, hears)
    if !cancellation.isCanceled { try? FileManager.default.removeItem(atPath: state.mapWish(bot)) }
  }
}
