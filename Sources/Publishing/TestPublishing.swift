import Coverage
import Files
import Formats
import Foundation
import Integrator
package import Model
import Reports
package import State
import Store
import Threads

/// Lays the pages of a bot's tests: those of which something is new, and a few others each time, so that
/// thousands that once failed cost no integration more than some.
struct TestPublishing {
  let state: StateFolder
  let store: SQLiteStore
  let site: HistorySite
  let lay: @Sendable (SitePage, String) throws -> Void

  /// Of pages of which nothing is new, the longest untold first.
  static let mostRefreshed = 40
  private static let mostAtOnce = 500

  /// Those that have a page then. `changed`: the integrations of which something is new.
  func publish(
    _ bot: KnownBot, _ changed: [IntegrationNumber], known: Set<Int>, _ memory: inout PageMemory
  ) throws -> Set<TestID> {
    let tests = try store.pagedTests(bot: bot.id)
    let folder = state.pages(bot.id)
    let paged = Set(tests.map(\.id))
    let newest = try store.newestEnded(bot: bot.id) ?? 0
    let moment = try store.integration(bot: bot.id, number: newest)?.ended
    let new = try store.toldTests(bot: bot.id, in: changed)
    let due = due(tests, memory, known: known, newest: newest, new: new, folder: folder)
    if let stories = try store.stories(of: bot.id), !due.isEmpty {
      let sources = TestSources(state: state, store: store, bot: bot.id)
      let maps = TestMaps(state: state, bot: bot.id)
      for start in stride(from: 0, to: due.count, by: Self.mostAtOnce) {
        let some = due[start..<min(start + Self.mostAtOnce, due.count)]
        var pages: [SitePage] = []
        for test in some {
          let story = try stories.story(of: test)
          var input = TestPageInput(bot: bot, story: story)
          input.withPages = Set(
            story.named.filter { known.contains($0.value) && FileFacts(state.page(bot.id, $0)) != nil })
          (input.paged, input.asOf, input.moment) = (paged, newest, moment)
          input.source = sources.source(of: test)
          input.executes = maps.map(of: story.whole.first?.branch)?.executed(by: test.id)
          input.hasPage = { [state] number, page in
            FileFacts(state.pages(bot.id, number) + "/" + page) != nil
          }
          pages.append(site.test(input))
          memory.made[TestAddress.page(of: test.id)] = PageMemory.Made(
            asOf: newest, isWrong: story.branches.contains { $0.entries.first?.outcome.wentWrong == true },
            told: story.named.filter { known.contains($0.value) })
        }
        let lay = lay
        for laid in Parallel.map(pages, { page in Result { try lay(page, folder) } }) { try laid.get() }
      }
    }
    memory.removeOthers(than: Set(tests.map { TestAddress.page(of: $0.id) }), of: "tests/", below: folder)
    return paged
  }

  /// Those whose pages have to be made.
  private func due(
    _ tests: [KnownTest], _ memory: PageMemory, known: Set<Int>, newest: IntegrationNumber, new: Set<TestID>,
    folder: String
  ) -> [KnownTest] {
    var due: [KnownTest] = []
    var others: [(test: KnownTest, asOf: IntegrationNumber)] = []
    for test in tests {
      let page = TestAddress.page(of: test.id)
      guard let earlier = memory.good(page, below: folder, known: known), !earlier.isWrong,
        !new.contains(test.id)
      else {
        due.append(test)
        continue
      }
      if earlier.asOf < newest { others.append((test, earlier.asOf)) }
    }
    return due + others.sorted { $0.asOf < $1.asOf }.prefix(Self.mostRefreshed).map(\.test)
  }
}

extension TestStory {
  /// The integrations that its page names.
  fileprivate var named: [IntegrationNumber] {
    entries.map(\.integration) + gone.map(\.since) + nextElsewhere.map(\.from)
      + [test.first?.integration, test.told, nextName?.from, nextGone].compactMap { $0 }
  }
}

/// What is known of who tests what, by branch.
private final class TestMaps {
  private let state: StateFolder
  private let bot: BotID
  private var known: [BranchName?: ExecutedByTests?] = [:]

  init(state: StateFolder, bot: BotID) { (self.state, self.bot) = (state, bot) }

  func map(of branch: BranchName?) -> ExecutedByTests? {
    if let known = known[branch] { return known }
    let found = KeptTestMap(state.testMap(bot, branch)).read().map { ExecutedByTests($0.map) }
    known[branch] = .some(found)
    return found
  }
}

/// The files in which tests stand, as the newest integrations that had them left them.
private final class TestSources {
  private let state: StateFolder
  private let store: SQLiteStore
  private let bot: BotID
  private var kept: [IntegrationNumber: KeptSources?] = [:]
  private var files: [String: [UInt8]?] = [:]

  /// A file of more bytes is told, not shown.
  private static let mostBytes = 1 << 20

  init(state: StateFolder, store: SQLiteStore, bot: BotID) {
    (self.state, self.store, self.bot) = (state, store, bot)
  }

  func source(of test: KnownTest) -> [UInt8]? {
    guard let file = test.file, let told = test.told else { return nil }
    let key = "\(told.value)/\(file)"
    if let known = files[key] { return known }
    let bytes = sources(of: told)?.bytes(of: file)
    let shown = bytes.flatMap { $0.count <= Self.mostBytes ? $0 : nil }
    files[key] = .some(shown)
    return shown
  }

  private func sources(of number: IntegrationNumber) -> KeptSources? {
    if let known = kept[number] { return known }
    let folder = state.integration(bot, number)
    var found: KeptSources?
    // What cannot be read has no code to show, and is told where its own pages are made.
    if FileFacts(folder.order) != nil,
      let order = try? folder.readOrder(doing: "reading the tests of \(bot) \(number)"),
      let past = try? store.integration(bot: bot, number: number)
    {
      found = KeptSources(
        of: past.commit.map { ($0, past.changes) }, package: order.settings.package,
        clone: state.checkout(bot), repository: order.repository, in: folder)
    }
    kept[number] = .some(found)
    return found
  }
}

extension StateFolder {
  /// The page of a test, where it has one.
  package func page(of test: TestID, _ bot: BotID) -> String? {
    let page = pages(bot) + "/" + TestAddress.page(of: test)
    return FileFacts(page) == nil ? nil : page
  }
}
