import Files
import Foundation
import Model
import Ordering
import State
import Store
import Terminal
import Words

/// `bothy issues BOT`: what is open, as the newest whole integration of each branch left it.
struct IssuesCommand {
  let store: SQLiteStore
  let state: StateFolder
  let bots: BotLookup
  let capabilities: TerminalCapabilities
  var output = Output.standard
  var now = Date()

  func perform(_ bot: BotID, json: Bool) throws -> Int32 {
    _ = try FoundIntegration.find(
      IntegrationAddress(bot: bot), in: store, state: state, doing: "bothy issues \(bot)")
    let base = try store.knownBots().first { $0.id == bot }?.base
    let silences = try silences(of: bot)
    let known = try store.openIssues(of: bot).map { one in
      var known = one
      known.issue.silence = silences.first { $0.reaches(one.issue) }
      return known
    }
    let open = OpenIssues.byBranch(known, base: base)
    output.write(
      json
        ? try OpenIssuesJSON(bot, base, known).jsonText
        : OpenIssuesText.list(open, base: base, capabilities: capabilities))
    return 0
  }

  /// Those that hold now, whatever the newest integration knew of them.
  private func silences(of bot: BotID) throws -> [Silence] {
    let settings = try? bots.settings(of: bot)
    let ended = try store.endedSilences(ofFileOf: bot)
    let today = OrderMaking.day(now, settings?.schedule.timeZone)
    let written = (settings?.silence ?? []).filter { silence in
      !ended.contains {
        ($0.subject, $0.until, $0.reason) == (silence.subject, silence.until, silence.reason)
      }
    }
    return (try store.silences(of: bot) + written).filter {
      $0.subject != .allNow && !$0.until.isOver(on: today)
    }
  }
}

/// `bothy issues BOT --json`: each issue of each branch, those too that the base branch has.
struct OpenIssuesJSON: Encodable {
  private let bot: BotID
  @Nullable private var base: BranchName? = nil
  private let issues: [Open]

  private struct Open: Encodable {
    @Nullable var branch: BranchName? = nil
    var integration: IntegrationNumber
    var id: String
    var kind: Issue.Kind
    var since: IntegrationNumber
    var seen: Bool
    var message: String
    @Nullable var test: TestID? = nil
    @Nullable var file: PackagePath? = nil
    @Nullable var line: Int? = nil
    @Nullable var knownOn: BranchName? = nil
    @Nullable var silenced: String? = nil
  }

  init(_ bot: BotID, _ base: BranchName?, _ known: [KnownIssue]) {
    self.bot = bot
    issues = known.map { one in
      let issue = one.issue
      return Open(
        branch: one.branch, integration: one.integration, id: issue.identity.rawValue, kind: issue.kind,
        since: issue.since, seen: issue.seen, message: issue.message, test: issue.test, file: issue.file,
        line: issue.line, knownOn: issue.knownOn, silenced: issue.silence?.words)
    }
    self.base = base
  }
}
