import Coverage
import Files
import Foundation
import Integrator
package import Model
import Processes
import Reports
package import State
package import Store
import Words

/// Lays a small page for each test of a bot that never went wrong, once it is known what its tests execute.
/// There may be thousands: they are made when nothing else is to be done, and lead to no integration, so that
/// nothing has to be done about them when one is kept no longer.
package struct EachTestPublishing {
  let state: StateFolder
  /// A folder of the user's, laid over the shipped templates.
  let templates: String?
  let store: SQLiteStore
  /// Asked before each page: whatever else is to be done comes first.
  package var goesOn: () -> Bool = { true }

  package init(state: StateFolder, templates: String?, store: SQLiteStore) {
    (self.state, self.templates, self.store) = (state, templates, store)
  }

  /// Of pages of which nothing is new, the longest untold first.
  static let mostRefreshed = 40
  /// As many are made while nobody else makes pages.
  private static let mostAtOnce = 50
  private static let mostUnkept = 1000
  private static let mostOutcomes = 5
  /// Times that differ by less are the same to a reader.
  private static let otherSeconds = (factor: 2.0, least: 0.02)

  package struct Made: Equatable {
    package var written = 0
    /// Of tests that had none.
    package var added = 0
    /// Nothing came in between.
    package var isWhole = true
  }

  /// Whether pages are to be made: a map was made since they were.
  package static func isDue(_ bot: BotID, in state: StateFolder) -> Bool {
    let maps = maps(of: bot, in: state)
    guard !maps.isEmpty else { return false }
    return TestPageMemory.maps(of: text(of: state.testPageMemory(bot))) != maps
  }

  /// What the maps that there are can be told from others by.
  private static func maps(of bot: BotID, in state: StateFolder) -> String {
    let folder = state.testMaps(bot)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().compactMap { name in
      FileFacts("\(folder)/\(name)").map { "\(name) \($0.stamp)" }
    }.joined(separator: " ")
  }

  private static func text(of file: String) -> String {
    contents(of: file).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// What was made is kept, whatever ends it.
  package func publish(_ id: BotID) throws -> Made {
    let maps = Self.maps(of: id, in: state)
    guard !maps.isEmpty, let bot = try store.knownBot(id),
      let stories = try store.stories(of: id), let newest = try store.newestEnded(bot: id)
    else { return Made() }
    let shipped = try SiteTemplates(user: templates)
    let (library, mark) = try shipped.read()
    let site = HistorySite(templates: library, assets: shipped.assets())
    var round = Round(
      bot: bot, newest: newest, moment: try store.integration(bot: id, number: newest)?.ended,
      stories: stories, site: site,
      memory: TestPageMemory(
        Self.text(of: state.testPageMemory(id)), maker: mark.text + " " + Program.maker))
    round.memory.maps = ""
    try HistoryPublishing.lay(site.assetFiles, in: state.pages(id))
    defer { try? keep(round.memory, id) }
    let full = Set(try store.pagedTests(bot: id).map(\.id))
    for test in full { round.memory.made[TestAddress.page(of: test)] = nil }
    try layAll(&round, full)
    guard round.made.isWhole else { return round.made }
    round.memory.maps = maps
    return round.made
  }

  private struct Round {
    let bot: KnownBot
    let newest: IntegrationNumber
    let moment: Date?
    let stories: TestStories
    let site: HistorySite
    var memory: TestPageMemory
    var made = Made()
  }

  /// A page that is to be made.
  private struct Due {
    var test: KnownTest
    var mark: String
    var seconds: Double?
  }

  private func layAll(_ round: inout Round, _ full: Set<TestID>) throws {
    let id = round.bot.id
    var seen = full
    for (branch, number) in try store.newestComplete(bot: id) where round.made.isWhole {
      guard let map = KeptTestMap(state.testMap(id, branch)).read()?.map else { continue }
      let executed = ExecutedByTests(map)
      let there = try store.tests(bot: id, in: number).filter { seen.insert($0.test.id).inserted }
      try lay(due(there, executed, branch, round), executed, &round)
    }
    guard round.made.isWhole else { return }
    // Those that are gone: as long as an integration tells of them, it leads to their pages.
    let named = try store.namedTests(bot: id)
    var gone: [Due] = []
    var pages: Set<String> = []
    for test in named {
      let page = TestAddress.page(of: test)
      pages.insert(page)
      guard !seen.contains(test), let made = round.memory.made[page], made.mark != Self.goneMark,
        let known = try store.test(bot: id, test)
      else { continue }
      gone.append(Due(test: known, mark: Self.goneMark))
    }
    try lay(gone, nil, &round)
    remove(&round.memory, id) { !pages.contains($0) }
  }

  private static let goneMark = "gone"

  private func due(
    _ there: [TestThere], _ executed: ExecutedByTests, _ branch: BranchName?, _ round: Round
  ) -> [Due] {
    let folder = state.pages(round.bot.id)
    var due: [Due] = []
    var others: [(due: Due, asOf: Int)] = []
    for one in there {
      var mark = ContentMark(round.bot.name)
      for text in [branch?.rawValue ?? "", one.test.displayName ?? "", one.outcome.rawValue] {
        mark.add(text)
      }
      for group in one.test.group { mark.add(group) }
      mark.add(one.test.file?.rawValue ?? "")
      mark.add(one.test.line ?? 0)
      mark.add(executed.mark(of: one.test.id) ?? ContentMark())
      let wanted = Due(test: one.test, mark: mark.text, seconds: one.seconds)
      let page = TestAddress.page(of: one.test.id)
      guard let made = round.memory.made[page], made.mark == wanted.mark,
        !Self.differ(made.seconds, one.seconds), FileFacts(folder + "/" + page) != nil
      else {
        due.append(wanted)
        continue
      }
      if made.asOf < round.newest.value { others.append((wanted, made.asOf)) }
    }
    return due + others.sorted { $0.asOf < $1.asOf }.prefix(Self.mostRefreshed).map(\.due)
  }

  private static func differ(_ one: Double?, _ other: Double?) -> Bool {
    guard let one, let other else { return (one == nil) != (other == nil) }
    let (less, more) = (min(one, other), max(one, other))
    return more - less > otherSeconds.least && more > otherSeconds.factor * less
  }

  /// A few at a time, so that nobody waits for all of them. One of which something is new by now is told by
  /// whoever makes the pages of that integration.
  private func lay(_ due: [Due], _ executed: ExecutedByTests?, _ round: inout Round) throws {
    let folder = state.pages(round.bot.id)
    var unkept = 0
    for start in stride(from: 0, to: due.count, by: Self.mostAtOnce) {
      guard goesOn(), let turn = try FileLock.wait(for: state.siteLock, while: goesOn),
        try store.newestEnded(bot: round.bot.id) == round.newest
      else {
        round.made.isWhole = false
        return
      }
      defer { withExtendedLifetime(turn) {} }
      for one in due[start..<min(start + Self.mostAtOnce, due.count)] {
        guard goesOn() else {
          round.made.isWhole = false
          return
        }
        var input = TestPageInput(
          bot: round.bot, story: try round.stories.story(of: one.test, most: Self.mostOutcomes))
        (input.isBrief, input.asOf, input.moment) = (true, round.newest, round.moment)
        input.executes = executed?.executed(by: one.test.id)
        let page = TestAddress.page(of: one.test.id)
        if FileFacts(folder + "/" + page) == nil { round.made.added += 1 }
        try HistoryPublishing.lay([round.site.test(input)], in: folder)
        round.made.written += 1
        round.memory.made[page] = TestPageMemory.Made(
          asOf: round.newest.value, mark: one.mark, seconds: one.seconds)
        unkept += 1
      }
      if unkept >= Self.mostUnkept {
        try keep(round.memory, round.bot.id)
        unkept = 0
      }
    }
  }

  private func keep(_ memory: TestPageMemory, _ bot: BotID) throws {
    try makeFolder(state.bot(bot))
    try Files.publish(Array(memory.text.utf8), as: state.testPageMemory(bot))
  }

  // MARK: - Those that are known no longer

  /// What no integration that is kept tells of has no page; no page leads there any more.
  package func removeForgotten(_ bot: BotID) throws {
    guard let bytes = contents(of: state.testPageMemory(bot)) else { return }
    let text = String(decoding: bytes, as: UTF8.self)
    let maker = text.split(separator: "\n", maxSplits: 1).first.map(String.init) ?? ""
    var memory = TestPageMemory(text, maker: maker)
    let full = try store.pagedTests(bot: bot).map(\.id)
    let pages = Set(try store.namedTests(bot: bot).union(full).map { TestAddress.page(of: $0) })
    remove(&memory, bot) { !pages.contains($0) }
    if memory.text != text { try keep(memory, bot) }
  }

  private func remove(_ memory: inout TestPageMemory, _ bot: BotID, where isForgotten: (String) -> Bool) {
    for page in memory.made.keys where isForgotten(page) {
      try? FileManager.default.removeItem(atPath: state.pages(bot) + "/" + page)
      memory.made[page] = nil
    }
  }
}
