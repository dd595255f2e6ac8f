import Explaining
import Files
import Integrator
import Model
import State
import Store
import Terminal
import Words

/// `bothy tests BOT [TEST]`: what became of each in the latest integration, or of one in all of them.
struct TestsCommand {
  let store: SQLiteStore
  let state: StateFolder
  let capabilities: TerminalCapabilities
  var output = Output.standard

  private static let most = 50
  private static let mostMeant = 10

  func perform(_ bot: BotID, _ test: String?) throws -> Int32 {
    let doing = "bothy tests \(bot)"
    let found = try FoundIntegration.find(
      IntegrationAddress(bot: bot), in: store, state: state, doing: doing)
    guard let test else { return try list(found, doing) }
    let meant = try store.tests(bot: bot, named: test, limit: Self.mostMeant + 1)
    guard let only = meant.first, meant.count == 1 else {
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
    let outcomes = try store.testHistory(bot: bot, test: only, limit: Self.most)
    output.write(TestsText.history(of: only, outcomes, capabilities: capabilities))
    return 0
  }

  private func list(_ found: FoundIntegration, _ doing: String) throws -> Int32 {
    guard let report = found.folder.report(of: found.bot, found.known.number) else {
      throw Explanation(
        doing: doing, wrong: "\(found.bot)\(found.known.number) has no report",
        advice: "integrate it again, or name a test to see its history")
    }
    output.write(TestsText.list(report.tests, capabilities: capabilities))
    return 0
  }
}
