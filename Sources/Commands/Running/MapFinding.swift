import Daemon
import Explaining
import Files
import Formats
import Foundation
import Integrator
import Model
import Ordering
import Processes
import Publishing
import State
import Store
import Terminal
import Words

/// `bothy rerun BOT#N --who-tests-what`: which test executes what, of what was built for that integration.
/// What was measured is kept test by test, so that it may be ended at any moment.
struct MapFinding {
  let found: FoundIntegration
  let order: Order
  let options: RerunOptions
  let state: StateFolder
  let environment: [String: String]
  let templates: String?
  let doing: String

  private var name: String { "\(found.bot)\(found.known.number)" }
  private var file: String { state.mapWish(found.bot) }

  func perform() throws -> Int32 {
    let cancellation = CommandContext.cancellation()
    // Whoever is gone can ask nobody to give way.
    endWithParent(SIGTERM)
    adoptOrphans()
    let turn = try BotTurn.wait(for: found.bot, in: state, cancellation, isQuiet: options.quiet)
    defer { withExtendedLifetime(turn) {} }
    let began = Date()
    if FileFacts(file) == nil, EachTestPublishing.isDue(found.bot, in: state) {
      return try publishTests(try after(), cancellation)
    }
    var wish = try self.wish()
    wish.deaths += 1
    guard wish.deaths <= MapWish.mostDeaths else {
      return try finish(
        ["Which test executes what was not found out: \(MapObstacle.died.rawValue)."], 4, cancellation)
    }
    try keep(wish)
    guard let answer = try carryOut(wish, cancellation) else {
      if cancellation.isCanceled { try giveWay(wish, since: began) }
      throw Explanation(
        doing: doing, wrong: "its process ended before it said anything",
        advice: "see \(state.mapFolder(found.bot).log)")
    }
    if cancellation.isCanceled, answer.result != .succeeded { try giveWay(wish, since: began) }
    if answer.result == .succeeded {
      return try finish(answer.notes, 0, saying: answer.reason, cancellation)
    }
    let why = answer.reason.isEmpty ? [] : ["Which test executes what was not found out: \(answer.reason)"]
    return try finish(answer.notes + why, 4, cancellation)
  }

  private func wish() throws -> MapWish {
    guard let bytes = contents(of: file),
      let wish = try? JSONDecoder().decode(MapWish.self, from: Data(bytes)),
      wish.integration == found.known.number
    else {
      if let told = toldBefore() {
        throw Explanation(
          doing: doing, wrong: told, advice: "integrate the commit again, which builds it anew", status: 4)
      }
      throw refusal.explanation(doing: doing)
    }
    return wish
  }

  /// Where nothing is left to be found out.
  private var refusal: NoMap {
    NoMap(
      order, isFound: FileFacts(found.folder.testMap) != nil,
      isLimited: found.folder.report(of: found.bot, found.known.number)?.limited != nil,
      newest: try? SQLiteStore(folder: state.path).past(bot: found.bot, limit: 1).first?.number,
      now: order.botFile.flatMap { BotFolder.read($0).bot })
  }

  /// Why an attempt came to nothing, where the report says so.
  private func toldBefore() -> String? {
    guard let report = found.folder.report(of: found.bot, found.known.number) else { return nil }
    let lead = "Which test executes what was not found out: "
    return report.notes.first { $0.hasPrefix(lead) }.map { String($0.dropFirst(lead.count)) }
      .map { "it was tried, and \($0.hasSuffix(".") ? String($0.dropLast()) : $0)" }
  }

  private func keep(_ wish: MapWish) throws { try publish([UInt8](JSONEncoder().encode(wish)), as: file) }

  /// What was measured until now is kept, and the rest is done some other time.
  private func giveWay(_ wish: MapWish, since: Date) throws -> Never {
    var wish = wish
    wish.secondsSpent += Date().timeIntervalSince(since)
    wish.deaths = 0
    // Something else may be built there already.
    if (try? self.wish()) != nil { try keep(wish) }
    throw Explanation(
      doing: doing, wrong: "it was ended before all of it was found out",
      advice: "what was measured is kept, and the rest is measured next time", status: 130)
  }

  private func carryOut(_ wish: MapWish, _ cancellation: Cancellation) throws -> Report? {
    let folder = state.mapFolder(found.bot)
    try? FileManager.default.removeItem(atPath: folder.path)
    try makeFolder(folder.path)
    try publish([UInt8](OrderJSON.encode(order.finding(wish, of: found.folder))), as: folder.order)
    let follower = ProgressFollower(folder, options, environment: environment)
    follower.cancellation = cancellation
    // Whoever waits for the bot's checkout has something to integrate.
    follower.showPages = { [state, found] in
      if BotTurn.isWanted(of: found.bot, in: state) { cancellation.cancel() }
      return false
    }
    _ = try follower.perform(folder, of: state, environment: environment)
    return folder.report(of: found.bot, found.known.number)
  }

  /// It is found out, or will not be: the report of the integration tells what there is to tell.
  private func finish(
    _ notes: [String], _ status: Int32, saying words: String? = nil, _ cancellation: Cancellation
  ) throws -> Int32 {
    let after = try after()
    try? FileManager.default.removeItem(atPath: file)
    let number = found.known.number
    if found.folder.report(of: found.bot, number) != nil {
      try state.amendReport(of: found.bot, number) { report in
        let new = notes.filter { !report.notes.contains($0) }
        report.notes += new
        return !new.isEmpty
      }
      try after.publishAgain(found.bot, number)
      after.settle([(found.bot, number)], touched: [found.bot], [:])
    }
    for note in notes { Output.standard.write("\(note)\n") }
    guard status == 0 else { return status }
    return try publishTests(after, saying: words.map { $0 + " " } ?? "", cancellation)
  }

  private func after() throws -> AfterIntegration {
    AfterIntegration(
      state: state, templates: templates, store: try SQLiteStore(folder: state.path),
      failed: { Output.error.write(state.typed.completing(Explanation($0).text) + "\n") })
  }

  /// They are made of what is known by then, however little.
  private func publishTests(
    _ after: AfterIntegration, saying words: String = "", _ cancellation: Cancellation
  ) throws -> Int32 {
    let (bot, state) = (found.bot, state)
    let made = after.publishTests(of: bot, found.known.number) {
      !cancellation.isCanceled && !BotTurn.isWanted(of: bot, in: state)
    }
    let pages = "\(Figures.count(made.written, "page")) of tests \(made.written == 1 ? "was" : "were") made."
    Output.standard.write("\(name): \(words)\(pages)\n")
    guard !made.isWhole else { return 0 }
    throw Explanation(
      doing: "making the pages of tests of \(bot)", wrong: "it was ended before all of them were made",
      advice: "those that were made stay, and the others are made next time", status: 130)
  }
}

extension Order {
  /// What finds out which test executes what, of what was built for this.
  func finding(_ wish: MapWish, of folder: IntegrationFolder) -> Order {
    var settings = settings
    settings.triggers.removeAll { if case .before = $0.act { false } else { true } }
    settings.limits.minutes = max(0, wish.secondsLeft(of: settings.limits)) / 60
    var asked = Order(
      bot: bot, integration: integration, settings: settings, repository: repository, source: source,
      branch: branch, checkoutFolder: checkoutFolder, buildFolder: buildFolder,
      toolchainFolder: toolchainFolder, clean: false, jobs: jobs, queued: Date(), baseline: nil,
      secretsFile: secretsFile)
    (asked.testMap, asked.baseTestMap) = (testMap, baseTestMap)
    asked.mapping = MapOrder(wish, folder: folder.path)
    return asked
  }
}
