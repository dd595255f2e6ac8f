import Control
import Daemon
import Explaining
import Files
import Foundation
import Git
import Model
import Ordering
import State
import Store
import Terminal
import Words

/// `bothy integrate BOT`: by the watcher when one runs, else here and now.
struct IntegrateCommand {
  let bot: BotID
  let commit: String?
  /// Until it has ended.
  let wait: Bool
  /// Only what failed, the sentence, and where the report is.
  var isQuiet = false
  let state: StateFolder
  let bots: BotLookup
  let environment: [String: String]
  let templates: String?
  /// The mark of what is begun once.
  var once: String?

  func perform() throws -> Int32 {
    let client = WatcherClient(state: state)
    guard let queued = try queue() else { return try performHere() }
    let places = queued.places
    for words in queued.words where !isQuiet { Output.error.write(words) }
    guard wait else { return 0 }
    if let command = Self.untilResumed(places, of: bot) {
      let words = "It waits until `\(state.typed.line(command))`; Ctrl-C leaves it in the queue.\n"
      Output.error.write(words)
    }
    let cancellation = CommandContext.cancellation()
    var ended: [(branch: BranchName?, status: Int32)] = []
    for place in places {
      let status = try TurnFollower(
        bot: bot, turn: place.pending.turn, state: state, environment: environment, client: client,
        cancellation: cancellation, isOneOfSeveral: places.count > 1, isQuiet: isQuiet
      ).perform()
      if cancellation.isCanceled { return status }
      ended.append((place.pending.branch, status))
    }
    return Self.status(of: ended)
  }

  /// Where it waits now, and in words; nil where no watcher runs.
  func queue() throws -> (places: [QueuePlace], words: [String])? {
    if let path = try localPath() {
      throw Explanation(
        doing: "integrating \(bot)", wrong: "it has no bot file",
        advice: "`\(ShellWord.line(["bothy", "run", path]))` integrates it", status: 2)
    }
    let client = WatcherClient(state: state)
    // Asked before: what waits then is not queued once more.
    let now = try client.ask(.status)
    try expectFile(now)
    let before = isQuiet ? [] : Self.waiting(now, of: bot)
    guard let reply = try client.ask(.integrate(bot, revision: commit)) else { return nil }
    guard case .queued(let places) = reply, !places.isEmpty else {
      throw Explanation(
        doing: "integrating \(bot)", wrong: "the watcher did not say what it queued",
        advice: "restart the watcher, so that both are the same Bothy")
    }
    return (
      places, places.map { Self.told($0, of: bot, waited: before.contains($0.pending.turn)) }
    )
  }

  /// The places in the queue that were given before.
  private static func waiting(_ reply: ControlReply?, of bot: BotID) -> Set<Int> {
    guard case .status(let status)? = reply else { return [] }
    return Set((status.bots[bot]?.waiting ?? []).map(\.pending.turn))
  }

  static func told(_ place: QueuePlace, of bot: BotID, waited: Bool) -> String {
    let reason = place.waitsFor.map { "; \($0)" } ?? ""
    let what = "\(place.pending.what) of the bot `\(bot)`"
    let already = "It waits already, and goes first, with what waits before it on its branch"
    return "\(waited ? already : "Queued"): \(what)\(reason).\n"
  }

  /// Who waits for what waits for a person is told for which command.
  static func untilResumed(_ places: [QueuePlace], of bot: BotID) -> [String]? {
    let reasons = places.compactMap(\.waitsFor)
    if reasons.contains(where: { $0.hasPrefix(Pause.ofAll) }) { return ["resume", "--all"] }
    return reasons.contains { $0.hasPrefix(Pause.ofBot) } ? ["resume", bot.rawValue] : nil
  }

  /// That of the newest commit of each branch, which is integrated last; of several the first that is not 0.
  static func status(of ended: [(branch: BranchName?, status: Int32)]) -> Int32 {
    let newest = Dictionary(ended.map { ($0.branch, $0.status) }) { $1 }
    return ended.compactMap { newest[$0.branch] }.first { $0 != 0 } ?? 0
  }

  /// Of a package that `bothy run` integrated.
  private func localPath() throws -> String? {
    guard bot.rawValue.hasPrefix("local-"), FileFacts(state.path) != nil else { return nil }
    return try? SQLiteStore(folder: state.path, readOnly: true).knownBot(bot)?.path
  }

  /// What the watcher had once, and has no more, is meant as it is written.
  private func expectFile(_ now: ControlReply?) throws {
    guard case .status(let status)? = now, status.bots[bot] == nil, (try? bots.file(of: bot)) == nil,
      try SQLiteStore(folder: state.path, readOnly: true).knownBot(bot) != nil
    else { return }
    throw Explanation(
      doing: "integrating \(bot)", wrong: "its bot file is gone, and the watcher watches it no more",
      advice: "put `\(bot).yaml` back where the others are, or forget it: "
        + "`\(state.typed.line(["remove", bot.rawValue]))`", status: 2)
  }

  // MARK: Without a watcher

  private func performHere() throws -> Int32 {
    let (file, written) = try bots.file(of: bot)
    let settings = state.placed(written, as: bot)
    if !isQuiet { Output.error.write("No watcher is running: integrating `\(bot)` here.\n") }
    try fetch(settings)
    var worst: Int32 = 0
    let revisions = try revisions(settings)
    for revision in revisions {
      if revisions.count > 1 { Output.standard.write("\n\(bot), \(revision):\n") }
      var run = RunOptions()
      run.path = settings.repository
      run.commit = revision
      run.botFile = file
      run.quiet = isQuiet
      let status = try RunCommand(
        options: run, state: state, environment: environment, templates: templates, bot: bot,
        once: once
      ).perform()
      try remember()
      // Who interrupts means all of them.
      if status == IntegrationResult.canceled.exitStatus { return status }
      if worst == 0 { worst = status }
    }
    return worst
  }

  /// What lies on another machine is integrated as it is there now, or not at all.
  private func fetch(_ settings: Bot) throws {
    guard let mirror = Mirror(bot, settings, state: state, environment: environment) else { return }
    if !isQuiet { Output.error.write("Fetching \(settings.source).\n") }
    try state.open()
    try mirror.bring(cancellation: CommandContext.cancellation())
  }

  /// What was asked for, else the branches that the bot file names.
  private func revisions(_ settings: Bot) throws -> [String] {
    if let commit { return [commit] }
    let repository = try Repository(at: try Repository.find(from: settings.repository))
    let branches = try repository.branches().map(\.name)
    let globs = settings.branches.map { Glob($0) }
    let named = branches.filter { Glob.isSelected($0, by: globs) }
    if settings.branches.isEmpty, let head = try repository.head().branch {
      return [repository.revision(ofBranch: head)]
    }
    guard named.isEmpty else { return named.map(repository.revision(ofBranch:)) }
    throw Explanation(
      doing: "integrating \(bot)",
      wrong: "no branch of \(settings.source) matches `branches` in its bot file",
      advice: "name a commit with --commit, or mend the bot file")
  }

  /// A watcher that comes later need not integrate this commit again.
  private func remember() throws {
    let store = try SQLiteStore(folder: state.path)
    guard let one = try store.past(bot: bot, limit: 1).first, one.processID == getpid() else { return }
    try store.rememberByHand(one, of: bot)
  }
}
