import Explaining
import Faults
import Files
import Foundation
import Integrator
package import Model
import Processes
import Reports
package import State
package import Store
import Templates

/// Lays the pages above one integration into the site: those of its bot, and that of all bots.
package struct HistoryPublishing {
  let state: StateFolder
  /// A folder of the user's, laid over the shipped templates.
  let templates: String?
  let store: SQLiteStore
  private let distances = KnownDistances()
  package var isAlive: (Int32) -> Bool = ProcessLife.isRunning
  /// What a watcher knows of a bot besides what is stored.
  package var activity: (BotID) -> BotNow = { _ in BotNow() }
  /// Told of what is left out of a page because it could not be read.
  package var lacking: (any Error) -> Void = { _ in }

  /// Those that a watcher knows, also before anything of them is stored.
  package var known: [KnownBot] = []

  package init(state: StateFolder, templates: String?, store: SQLiteStore) {
    (self.state, self.templates, self.store) = (state, templates, store)
  }

  /// While an integration goes on: nobody waits for another one that makes pages.
  package var isBeside = false
  /// Somebody asked for these very pages.
  package var isAsked = false

  private static let slowTests = 8
  private static let failingTests = 8
  private static let mostFailingTests = 200
  private static let failingAmong = 100
  /// The failure that a test is listed for is among these.
  private static let failingOutcomes = 2 * failingAmong
  private static let mostWaitingSeconds = 60.0

  /// - Parameters:
  ///   - changed: the integrations of which something is new since their bot's pages were made.
  ///   - touched: bots of which something else is new.
  ///   - settings: of bots whose settings are known better than from their newest order.
  package func publish(
    _ changed: [(bot: BotID, number: IntegrationNumber)], touched: Set<BotID> = [],
    settings: [BotID: Bot] = [:]
  ) throws {
    do {
      let shipped = try SiteTemplates(user: templates)
      let (library, mark) = try shipped.read()
      let site = HistorySite(templates: library, assets: shipped.assets())
      let maker = mark.text + " " + Program.maker
      for (bot, settings) in settings { try store.show(bot, settings) }
      // Two that end at once: the later one reads what the earlier one wrote, and shows both.
      guard let turn = try waitForTurn() else { return }
      defer { withExtendedLifetime(turn) {} }
      if !isBeside { FaultPoint.reach(.historyBegun) }
      try Self.lay(site.assetFiles, in: state.site)
      let ids = Set(try store.botIDs() + known.map(\.id)).sorted()
      let made = FileTree.holds("index.html", in: ids.map(\.rawValue), of: state.allPages)
      var failures: [any Error] = []
      var due: Set<BotID> = []
      for (id, isMade) in zip(ids, made) {
        let numbers = changed.filter { $0.bot == id }.map(\.number)
        guard !isMade || !numbers.isEmpty || touched.contains(id) else { continue }
        due.insert(id)
        do {
          guard let bot = try bot(id) else { continue }
          let guarding = CrashGuard(state: state, isAsked: isAsked)
          try guarding.make(.bot, of: id) { try publish(bot, numbers, settings[id], site, maker) }
        } catch { failures.append(error) }
      }
      try publishAll(ids, due, site, maker, &failures)
      try tell(failures)
    } catch let problem as TemplateProblem {
      throw Explanation(
        doing: "making the pages of all bots", wrong: "\(problem)",
        advice: "mend the template and run this again")
    }
  }

  /// All that is known of it; of a thousand others nothing is read.
  private func bot(_ id: BotID) throws -> KnownBot? {
    try store.knownBot(id) ?? known.first { $0.id == id }
  }

  // MARK: - All bots

  /// Those of which nothing is new are shown as they were, without a look at them.
  private func publishAll(
    _ ids: [BotID], _ due: Set<BotID>, _ site: HistorySite, _ maker: String, _ failures: inout [any Error]
  ) throws {
    let before = CardMemory(contents(of: state.cards) ?? [], maker: maker)
    // Both have the order of their ids.
    var rest = before.cards[...]
    func known(_ id: BotID) -> BotCard? {
      rest = rest.drop { $0.id < id }
      return rest.first.flatMap { $0.id == id ? $0 : nil }
    }
    var cards: [BotCard] = []
    var changed: Set<BotID> = []
    for id in ids {
      // What runs may have been killed meanwhile.
      let old = known(id)
      if let old, !due.contains(id), old.running == 0 {
        cards.append(old)
        continue
      }
      do {
        guard let bot = try bot(id) else { continue }
        let card = try renew(bot, site)
        if card.isNew || card.card != old { changed.insert(id) }
        cards.append(card.card)
      } catch { failures.append(error) }
    }
    let count = HistorySite.pageCount(of: cards.count)
    let hasAll = (0..<count).allSatisfy { FileFacts(page($0 + 1)) != nil }
    let isSame =
      hasAll && before.cards.elementsEqual(cards) { $0.id == $1.id && $0.isCheckout == $1.isCheckout }
    let named: (BotID) throws -> BotInput? = { id in
      try bot(id).map { try input($0, limit: BotInput.stripLength) }
    }
    let text: (BotID) throws -> [UInt8] = { id in
      if let text = contents(of: state.card(id)) { return text }
      return try named(id).map(site.cardText) ?? []
    }
    let pages = try site.allBots(cards, changed: isSame ? changed : nil, text: text) { id, commits in
      try named(id).map { try reach($0, commits) }
    }
    try Self.lay(pages, in: state.site)
    var next = count + 1
    while unlink(page(next)) == 0 { next += 1 }
    // Last: until then the pages may tell of what was before.
    let memory = CardMemory(cards, maker: maker)
    if memory != before { try Files.publish(memory.bytes, as: state.cards) }
  }

  /// Commits that one bot integrated lately may be older than what is told of another.
  private func reach(_ input: BotInput, _ commits: [CommitID]) throws -> BotInput {
    guard !commits.isEmpty else { return input }
    var input = input
    let older = try store.past(bot: input.bot.id, commits: commits)
    input.past += older
    input.withPages.formUnion(withPages(input.bot.id, older.map(\.number)))
    return input
  }

  /// What is remembered of a bot, and whether it stands on the pages otherwise than before.
  private func renew(_ bot: KnownBot, _ site: HistorySite) throws -> (card: BotCard, isNew: Bool) {
    let input = try input(bot, limit: BotInput.stripLength)
    let text = try site.cardText(input)
    let place = state.card(bot.id)
    guard contents(of: place) != text else { return (BotCard(input), false) }
    try makeFolder(state.bot(bot.id))
    try Files.publish(text, as: place)
    return (BotCard(input), true)
  }

  private func page(_ number: Int) -> String { "\(state.site)/bots-\(number).html" }

  /// What stopped the pages of one bot has not stopped those of the others. Each is told once.
  private func tell(_ failures: [any Error]) throws {
    guard let last = failures.last else { return }
    var told: Set = [Explanation(last).sentence]
    for failure in failures where told.insert(Explanation(failure).sentence).inserted { lacking(failure) }
    throw last
  }

  /// Nil where another one makes them, and nobody waits for it.
  private func waitForTurn() throws -> FileLock? {
    try makeFolder(state.site)
    let path = state.siteLock
    let end = Date() + Self.mostWaitingSeconds
    if let lock = try FileLock.wait(for: path, while: { !isBeside && Date() < end }) { return lock }
    guard !isBeside else { return nil }
    throw Explanation(
      doing: "making the pages of all bots", wrong: "another Bothy has been making them for a minute",
      advice: "see what process \(FileLock.holder(of: path) ?? 0) is doing; the next integration makes them")
  }

  // MARK: - One bot

  private func publish(
    _ bot: KnownBot, _ changed: [IntegrationNumber], _ settings: Bot?, _ site: HistorySite,
    _ maker: String
  ) throws {
    let folder = state.pages(bot.id)
    try Self.lay(site.assetFiles, in: folder)
    let place = state.pageMemory(bot.id)
    let text = contents(of: place).map { String(decoding: $0, as: UTF8.self) } ?? ""
    var memory = PageMemory(text, maker: maker)
    let lay: @Sendable (SitePage, String) throws -> Void = { try Self.lay([$0], in: $1) }
    let known = try store.knownNumbers(bot: bot.id).known
    try PageLinks(folder: folder).settle(known: known, changed: changed, &memory)
    let tests = TestPublishing(state: state, store: store, site: site, lay: lay)
    let guarding = CrashGuard(state: state, isAsked: isAsked, lacking: lacking)
    var paged: Set<TestID> = []
    try guarding.make(.tests, of: bot.id) {
      paged = try tests.publish(bot, changed, known: known, &memory)
    }
    let blocks = try publishBlocks(bot, changed, site)
    var input = try input(bot, limit: BotInput.trendLength)
    let order = ordered(bot.id, input.past.first?.number, isNeeded: settings == nil)
    let folders = state.named(for: bot.id, from: order?.botFile)
    try guarding.make(.issues, of: bot.id) {
      try IssuePublishing(state: state, store: store, site: site, lay: lay)
        .publish(bot, changed, tests: paged, folders, known: known, &memory)
    }
    // What the package asks for itself stands in no bot file.
    let asked = settings.map { own in order.map { own.adopting($0.wholeSettings) } ?? own }
    var detail = try detail(input, asked ?? order?.wholeSettings)
    (input.folders, input.command) = (folders, command(bot, input, detail.settings, order))
    (detail.blocks, detail.paged, detail.kept) = (blocks, paged, known)
    let shown =
      detail.failing.flatMap(\.strip).map(\.integration) + [detail.green].compactMap { $0 }
      + detail.scores.misses.map(\.integration)
    input.withPages.formUnion(withPages(bot.id, shown))
    let latest = input.newestEnded?.number
    detail.latestExports = try StableExports(folder: folder, name: "latest").point(to: latest)
    let green = StableExports(folder: folder, name: "latest-green")
    detail.greenExports = try green.point(to: detail.green) + green.pointArchives(to: detail.green)
    let branches = BranchPublishing(
      state: state, store: store, site: site, distances: distances, lay: lay)
    detail.branches = try branches.lines(of: bot)
    input.withPages.formUnion(withPages(bot.id, detail.branches.flatMap(\.past).map(\.number)))
    try guarding.make(.branches, of: bot.id) {
      try branches.publish(input, detail, changed, known: known, &memory) { withPages(bot.id, $0) }
    }
    try Self.lay(site.bot(input, detail) + [running(input, site)], in: folder)
    if memory.text != text {
      try makeFolder((place as NSString).deletingLastPathComponent)
      try Files.publish(Array(memory.text.utf8), as: place)
    }
    if !isBeside { FaultPoint.reach(.botPagesLaid) }
  }

  /// Only the page of what runs: between two looks at everything else.
  package func publishRunning(_ bot: BotID) throws {
    let shipped = try SiteTemplates(user: templates)
    let site = HistorySite(templates: try shipped.read().library, assets: shipped.assets())
    guard let bot = try store.knownBot(bot) else { return }
    let input = input(bot, try store.past(bot: bot.id, limit: 2))
    try Self.lay([running(input, site)], in: state.pages(bot.id))
  }

  private func running(_ input: BotInput, _ site: HistorySite) -> SitePage {
    site.running(input, lives(of: input), heard: Date())
  }

  private func lives(of input: BotInput) -> [LiveIntegration] {
    input.activity.running.map { one in
      let folder = state.integration(input.bot.id, one.number)
      let tail = ProgressTail(folder.progress)
      tail.read()
      var live = LiveIntegration(one)
      live.running.progress = tail.progress
      (live.failures, live.failureCount) = (tail.failures, tail.failureCount)
      live.log = LogEnd.lines(of: folder.log)
      return live
    }
  }

  /// The package of a repository, whatever folder it lies in; a bare repository has nothing but commits.
  private func command(_ bot: KnownBot, _ input: BotInput, _ settings: Bot?, _ order: Order?) -> [String]? {
    guard bot.path != nil, let settings else { return nil }
    let root = settings.repository
    let package = settings.package == "." ? [] : ["--package", settings.package]
    let isBare = FileFacts(root + "/HEAD") != nil && FileFacts(root + "/objects")?.isFolder == true
    // Without its bot file it would be integrated with other settings.
    let file = order?.botFile.flatMap { FileFacts($0) == nil ? nil : ["--bot", $0] } ?? []
    return ["run", root] + file + package
      + (isBare ? ["--commit", input.newestEnded?.branch?.rawValue ?? "HEAD"] : [])
  }

  private func input(_ bot: KnownBot, limit: Int) throws -> BotInput {
    var input = input(bot, try store.past(bot: bot.id, limit: limit))
    guard let base = bot.base else { return input }
    var ofBase = try store.past(bot: bot.id, branch: base, limit: limit)
    if ofBase.contains(where: \.isLimited) {
      // However many limited ones are newer, they hide none that speaks for the whole.
      let known = Set(ofBase.map(\.number))
      let whole = try store.past(bot: bot.id, branch: base, limit: limit, isWhole: true)
      ofBase += whole.filter { !known.contains($0.number) }
    }
    input.beside = try store.besideBase(bot: bot.id)
    let head = ofBase.first { $0.result != nil && !$0.isLimited }?.commit
    input.merged = BranchPublishing.merged(
      input.beside, try store.tips(of: bot.id), into: head, clone: state.checkout(bot.id), distances)
    input.ofBase = ofBase
    input.withPages.formUnion(withPages(bot.id, (ofBase + input.beside).map(\.number)))
    return input
  }

  private func input(_ bot: KnownBot, _ past: [PastIntegration]) -> BotInput {
    BotInput(
      bot: bot, past: past, withPages: withPages(bot.id, past.map(\.number)), activity: known(bot.id, past))
  }

  /// What runs is in the store; whether it still does, only its process knows.
  private func known(_ bot: BotID, _ past: [PastIntegration]) -> BotNow {
    var activity = activity(bot)
    // What ended since it was told runs no longer.
    let ended = Set(past.filter { $0.result != nil }.map(\.number))
    activity.running.removeAll { ended.contains($0.number) }
    let told = Set(activity.running.map(\.number))
    activity.running += past.filter { $0.result == nil && !told.contains($0.number) && isAlive($0.processID) }
      .map { BotNow.Running(number: $0.number, branch: $0.branch, since: $0.started) }
    return activity
  }

  private func detail(_ input: BotInput, _ settings: Bot?) throws -> BotDetail {
    let bot = input.bot.id
    var detail = BotDetail()
    detail.settings = settings
    detail.green = try store.latestGreen(bot: bot)
    let ofBase = try input.bot.base.map {
      try store.past(bot: bot, branch: $0, limit: BotInput.periodLength, isWhole: true)
    }
    detail.ofBase = ofBase ?? []
    detail.phases = try store.phases(bot: bot, numbers: input.face.map(\.number))
    detail.archives = try store.archives(bot: bot, numbers: input.face.map(\.number))
    if let tested = input.face.first(where: { ($0.tests?.total ?? 0) > 0 })?.number {
      let slowest = try store.slowestTests(bot: bot, integration: tested, limit: Self.slowTests)
      detail.slowest = (tested, slowest, try store.knownTimes(bot: bot, integration: tested))
    }
    detail.failing = try store.oftenFailingTests(
      bot: bot, among: Self.failingAmong, limit: Self.mostFailingTests, outcomes: Self.failingOutcomes,
      inFull: Self.failingTests)
    detail.scores = try store.scores(bot: bot, among: BotInput.periodLength)
    detail.failingAmong = try store.pastCount(bot: bot, most: Self.failingAmong)
    return detail
  }

  private func ordered(_ bot: BotID, _ number: IntegrationNumber?, isNeeded: Bool) -> Order? {
    guard let folder = number.map({ state.integration(bot, $0) }), FileFacts(folder.order) != nil else {
      return nil
    }
    do { return try folder.readOrder(doing: "telling the settings of \(bot)") } catch {
      guard isNeeded else { return nil }
      var told = Explanation(error)
      told.advice = "its page tells none; integrate it again"
      lacking(told)
      return nil
    }
  }

  private func withPages(_ bot: BotID, _ numbers: [IntegrationNumber]) -> Set<IntegrationNumber> {
    Set(numbers.filter { FileFacts(state.page(bot, $0)) != nil })
  }

  // MARK: - Its history

  /// Only the pages of blocks in which something changed are made again. Returns all blocks, oldest first.
  private func publishBlocks(
    _ bot: KnownBot, _ changed: [IntegrationNumber], _ site: HistorySite
  ) throws -> [HistoryBlock] {
    let folder = state.pages(bot.id)
    let blocks = try store.pastBlocks(bot: bot.id, size: HistoryBlock.size).map { HistoryBlock(index: $0) }
    let made = Set(
      ((try? FileManager.default.contentsOfDirectory(atPath: folder + "/history")) ?? [])
        .compactMap { HistoryBlock(file: $0) })
    var stale = Set(changed.map { HistoryBlock(of: $0) })
    stale.formUnion(blocks.filter { !made.contains($0) })
    // A page links to its neighbours.
    for block in made.symmetricDifference(blocks) {
      stale.formUnion([blocks.last { $0 < block }, blocks.first { $0 > block }].compactMap { $0 })
    }
    for (position, block) in blocks.enumerated() where stale.contains(block) {
      let page = site.block(
        block, input(bot, try store.past(bot: bot.id, numbers: block.numbers)),
        older: position > 0 ? blocks[position - 1] : nil,
        newer: position + 1 < blocks.count ? blocks[position + 1] : nil)
      try Self.lay([page], in: folder)
    }
    for block in made.subtracting(blocks) { unlink("\(folder)/\(block.page)") }
    return blocks
  }

  // MARK: - Files

  static func lay(_ pages: [SitePage], in folder: String) throws {
    for page in pages {
      let place = folder + "/" + page.path
      let bytes = try page.bytes()
      guard contents(of: place)?.isSame(as: bytes) != true else { continue }
      try makeFolder((place as NSString).deletingLastPathComponent)
      try Files.publish(bytes, as: place)
    }
  }
}
