import Explaining
import Files
import Integrator
import Model
import Publishing
import State
import Store
import Terminal
import Words

/// `bothy tests BOT [TEST]`: what became of each in the latest integration, or what the page of one tells.
struct TestsCommand {
  let store: SQLiteStore
  let state: StateFolder
  let capabilities: TerminalCapabilities
  var output = Output.standard

  private static let mostMeant = 10
  private static let mostLooked = 10_000

  func perform(_ bot: BotID, _ test: String?, json: Bool) throws -> Int32 {
    let doing = "bothy tests \(bot)"
    let found = try FoundIntegration.find(
      IntegrationAddress(bot: bot), in: store, state: state, doing: doing)
    guard let test else { return try list(found, json, doing) }
    let all = try store.tests(bot: bot, named: test, limit: Self.mostLooked)
    let named = all.filter { $0.isCalled(test) }
    let meant = try newest(named.isEmpty ? all : named, of: bot)
    guard let only = meant.first, meant.count == 1, let story = try store.story(bot: bot, test: only) else {
      let names = meant.prefix(Self.mostMeant).map(\.rawValue).joined(separator: ", ")
      throw Explanation(
        doing: doing,
        wrong: meant.isEmpty
          ? "no test of it has `\(test)` in its name" : "several tests have `\(test)` in their names",
        advice: meant.isEmpty
          ? "`\(ShellWord.line(["bothy", "tests", bot.rawValue]))` lists them"
          : "say which: \(names)\(meant.count > Self.mostMeant ? " …" : "")",
        status: 2)
    }
    let gone = Set(try store.tips(of: bot).filter(\.isGone).map(\.branch))
    let told = try calledNow(story, of: found, isWhole: only.rawValue == test, without: gone)
    if !json, told.test.id != only {
      let words = ShellWord.line(["bothy", "tests", bot.rawValue, only.rawValue])
      let isCalled = only.rawValue != test && isCalledSo(story, beside: told, without: gone)
      let still = isCalled ? "; branches that call it so still: `\(words)`" : ""
      let (former, new) = (Shown.line(only.rawValue, most: 500), Shown.line(told.test.id.rawValue, most: 500))
      output.write("\(former) is called \(new) now\(still)\n")
    }
    if !json {
      let former = Set(told.formerNames.map(\.id)).sorted()
      let others = named + former.filter { !named.contains($0) }
      for other in others.filter({ $0 != only && $0 != told.test.id }).prefix(Self.mostMeant) {
        let isFormer = former.contains(other)
        guard let story = try store.story(bot: bot, test: other),
          isCalledSo(story, beside: told, without: gone, isIt: isFormer)
        else { continue }
        let words = ShellWord.line(["bothy", "tests", bot.rawValue, other.rawValue])
        let name = Shown.line(other.rawValue, most: 500)
        output.write(
          isFormer
            ? "Branches call it \(name) still: `\(words)`\n" : "Branches have \(name) too: `\(words)`\n")
      }
    }
    let there = state.page(of: told.test.id, bot)
    output.write(
      json
        ? try StoryJSON(bot, told, page: there).jsonText
        : TestsText.story(told, page: there, capabilities: capabilities))
    return 0
  }

  /// What is asked for by a former name goes on under its present one, unless its bot's base branch has that
  /// name still; by its whole name, unless any branch has it.
  private func calledNow(
    _ story: TestStory, of found: FoundIntegration, isWhole: Bool, without gone: Set<BranchName>
  ) throws -> TestStory {
    guard let next = story.nextName, let later = try store.story(bot: found.bot, test: next.id) else {
      return story
    }
    let base = try store.knownBot(found.bot)?.base
    if isWhole, isCalledSo(story, beside: later, without: gone) { return story }
    let hasBase = last(story, base) != nil || last(later, base) != nil
    guard let new = last(later, hasBase ? base : nil) else { return story }
    return last(story, hasBase ? base : nil).map { $0 < new } ?? true ? later : story
  }

  private func last(_ story: TestStory, _ branch: BranchName?) -> IntegrationNumber? {
    story.whole.first { branch == nil || $0.branch == branch }?.integration
  }

  /// Whether a branch that is there has the former name still; `isIt`: for this test, of which it is known
  /// that what has the name beside it is another one.
  private func isCalledSo(
    _ story: TestStory, beside later: TestStory, without gone: Set<BranchName>, isIt: Bool = false
  ) -> Bool {
    Set(story.whole.map(\.branch)).contains { branch in
      guard !(branch.map(gone.contains) ?? false), let here = last(story, branch) else { return false }
      return last(later, branch).map { isIt ? here > $0 : here >= $0 } ?? true
    }
  }

  /// Of a test that was renamed only what it is called now.
  private func newest(_ tests: [TestID], of bot: BotID) throws -> [TestID] {
    guard (2...Self.mostMeant).contains(tests.count) else { return tests }
    let newest = try tests.filter { test in
      guard let next = try store.story(bot: bot, test: test)?.nextName else { return true }
      return !tests.contains(next.id)
    }
    // On two branches each may be called what the other was.
    return newest.isEmpty ? tests : newest
  }

  private func list(_ found: FoundIntegration, _ json: Bool, _ doing: String) throws -> Int32 {
    var found = found
    // One that runs has nothing to say yet.
    if found.known.isRunning, let ended = try store.integration(bot: found.bot, number: nil, hasEnded: true) {
      found = FoundIntegration(
        bot: found.bot, known: ended, folder: state.integration(found.bot, ended.number))
    }
    guard let report = found.folder.report(of: found.bot, found.known.number) else {
      let isRunning = found.known.isRunning
      throw Explanation(
        doing: doing,
        wrong: "\(found.bot)\(found.known.number) "
          + (isRunning ? "is the first and has not ended" : "has no report"),
        advice: isRunning
          ? "ask again when it has" : "integrate it again, or name a test to see its history")
    }
    output.write(
      json
        ? try TestListJSON(report).jsonText : TestsText.list(report, capabilities: capabilities))
    return 0
  }
}
