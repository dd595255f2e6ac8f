import Files
import Foundation
import Model
import Ordering
import Publishing
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
    let base = try store.knownBot(bot)?.base
    // Those of now, whatever the newest integration knew of them.
    let held = try KnownSilences(bot, in: store, try? bots.settings(of: bot), now: now).held
    let known = try store.openIssues(of: bot).map { one in
      var known = one
      known.issue.silence = held.first { $0.reaches(one.issue) }
      return known
    }
    let merged = try MergedBranches(state: state, store: store)
      .of(bot, base: base, store.besideBase(bot: bot))
    let open = OpenIssues.byBranch(known, base: base, merged: merged)
    let flaky = OpenIssues.flakyEarlier(try store.everFlaky(of: bot), open: known)
    let branches = try store.branches(of: bot, Set(known.map(\.issue.since)))
    output.write(
      json
        ? try OpenIssuesJSON(bot, base, known, merged, branches, flaky: flaky).jsonText
        : OpenIssuesText.list(
          open, base: base, branches: branches, flakyEarlier: flaky, capabilities: capabilities))
    return 0
  }
}

extension SQLiteStore {
  /// Of which branch each of these is, as far as it is kept.
  func branches(of bot: BotID, _ numbers: Set<IntegrationNumber>) throws -> [IntegrationNumber: BranchName] {
    var branches: [IntegrationNumber: BranchName] = [:]
    for number in numbers { branches[number] = try integration(bot: bot, number: number)?.branch }
    return branches
  }
}

/// `bothy issues BOT --json`: each issue of each branch, those too that the base branch has.
struct OpenIssuesJSON: Encodable {
  private let bot: BotID
  @Nullable private var base: BranchName? = nil
  private let issues: [Open]
  private let flakyEarlier: [Flaky]

  private struct Flaky: Encodable {
    @Nullable var branch: BranchName? = nil
    var integration: IntegrationNumber
    @Nullable var test: TestID? = nil
  }

  private struct Open: Encodable {
    @Nullable var branch: BranchName? = nil
    var merged: Bool
    var integration: IntegrationNumber
    var id: String
    var kind: Issue.Kind
    var since: IntegrationNumber
    @Nullable var sinceBranch: BranchName? = nil
    var seen: Bool
    var message: String
    @Nullable var test: TestID? = nil
    @Nullable var file: PackagePath? = nil
    @Nullable var line: Int? = nil
    @Nullable var knownOn: BranchName? = nil
    @Nullable var silenced: String? = nil
  }

  init(
    _ bot: BotID, _ base: BranchName?, _ known: [KnownIssue], _ merged: Set<BranchName>,
    _ branches: [IntegrationNumber: BranchName], flaky: [KnownIssue]
  ) {
    self.bot = bot
    let onBase = Set(known.filter { $0.branch == base }.map(\.issue.identity))
    issues = known.map { one in
      let issue = one.issue
      let isKnown = one.branch != base && onBase.contains(issue.identity)
      return Open(
        branch: one.branch, merged: one.branch.map(merged.contains) ?? false,
        integration: one.integration, id: issue.identity.rawValue, kind: issue.kind,
        since: issue.since, sinceBranch: branches[issue.since], seen: issue.seen, message: issue.message,
        test: issue.test, file: issue.file,
        line: issue.line, knownOn: isKnown ? base : nil, silenced: issue.silence?.words)
    }
    flakyEarlier = flaky.map {
      Flaky(branch: $0.branch, integration: $0.integration, test: $0.issue.test)
    }
    self.base = base
  }
}
