import Daemon
import Explaining
import Files
import Foundation
import Keeping
import Model
import Processes
import State
import Store
import Terminal
import Words

/// `bothy remove BOT`: a bot goes, with all that was kept of it.
struct RemoveCommand {
  let state: StateFolder
  /// The folder of the bot files.
  let bots: String
  let templates: String?
  var moves = false
  var output = Output.standard
  var errors = Output.error
  /// What somebody answers; nil where nobody can.
  var answer: (() -> String?)?

  /// How long what runs may take to end, scripts and report included.
  private static let secondsToEnd = 60.0

  func perform(_ bot: BotID, asks: Bool) throws -> Int32 {
    let doing = "removing \(bot)"
    let file = botFile(bot)
    try refuseUnknown(bot, file, doing: doing)
    let what = try what(of: bot, file)
    if asks {
      guard let answer else {
        throw Explanation(
          doing: doing, wrong: "nobody can be asked whether \(what) may go",
          advice: "say `--yes` where there is no terminal", status: 2)
      }
      errors.write(
        "`\(bot)` goes with \(what). Its repository stays as it is, and a backup is kept for a day.\n"
          + "Remove it? [y/N] ")
      guard ["y", "yes"].contains(answer()?.lowercased().trimmingCharacters(in: .whitespaces) ?? "") else {
        output.write("Nothing was removed.\n")
        return 130
      }
    }
    let cancellation = CommandContext.cancellation()
    let line = ProgressLine("Keeping a backup of \(bot)", moves: moves, errors)
    var removal = Self.removal(state: state, templates: templates, errors)
    (removal.isCanceled, removal.progress) = ({ cancellation.isCanceled }, line.show)
    let backup: String
    do { backup = try removal.perform(bot, file: file) } catch {
      line.end()
      _ = try? WatcherClient(state: state).ask(.heed(bot))
      throw error
    }
    line.end()
    output.write(
      "`\(bot)` is removed, with \(what).\n"
        + "For a day `\(state.typed.line(["restore", backup]))` brings it back.\n")
    return 0
  }

  // MARK: - What there is

  private func botFile(_ bot: BotID) -> String? {
    BotFolder.files(in: CommandContext.absolute(bots)).first { BotFolder.stem(of: $0.name) == bot.rawValue }?
      .path
  }

  private var store: SQLiteStore? {
    FileFacts(state.path + "/bothy.sqlite") == nil
      ? nil : try? SQLiteStore(folder: state.path, readOnly: true)
  }

  private func refuseUnknown(_ bot: BotID, _ file: String?, doing: String) throws {
    let isKnown = try file != nil || store?.knows(bot) == true
    let isLeft = [state.integrations(bot), state.pages(bot)].contains { FileFacts($0) != nil }
    guard !isKnown, !isLeft else { return }
    let files = BotFolder.files(in: bots).map { BotFolder.stem(of: $0.name) }
    let names = Set(files + (try store?.knownBots().map(\.id.rawValue) ?? [])).sorted()
    throw Explanation(
      doing: doing, wrong: "nothing is known of a bot `\(bot)`",
      advice: Nearest.meant(by: bot.rawValue, among: names).map { "did you mean `\($0)`?" }
        ?? "`bothy bots` lists them", status: 2)
  }

  /// "42 integrations, 3 open issues, pages, archives and build folders (1.2 GB), its file bots/parser.yaml"
  private func what(of bot: BotID, _ file: String?) throws -> String {
    let issues = try Set(store?.openIssues(of: bot).map(\.issue.identity) ?? []).count
    let disk = DiskUsage(of: [state.bot(bot), state.integrations(bot), state.pages(bot)]).bytes
    var parts = [Figures.count(try store?.integrationCount(of: bot) ?? 0, "integration")]
    if issues > 0 { parts.append(Figures.count(issues, "open issue")) }
    parts.append("its pages, archives and build folders (\(Figures.bytes(disk)))")
    if FileFacts(state.secrets(bot.rawValue)) != nil { parts.append("its secrets") }
    if let file { parts.append("its file \(file)") }
    return parts.joined(separator: ", ")
  }

  // MARK: - Who works for it

  /// A removal that asks the watcher, where one runs, and waits for whoever else works for a bot.
  static func removal(state: StateFolder, templates: String?, _ errors: Output) -> BotRemoval {
    var removal = BotRemoval(state: state, templates: templates)
    removal.letGo = { try letGo($0, state, errors) }
    // Any number will do: what is gone has no pages, and those above it are made.
    removal.showWithout = { try WatcherClient(state: state).ask(.showAgain($0, IntegrationNumber(1))) != nil }
    return removal
  }

  private static func letGo(_ bot: BotID, _ state: StateFolder, _ errors: Output) throws -> [FileLock] {
    let watcher = FileLock.holder(of: state.watchLock)
    let isWatched = try WatcherClient(state: state).ask(.forget(bot)) != nil
    let hasStore = FileFacts(state.path + "/bothy.sqlite") != nil
    let store = hasStore ? try SQLiteStore(folder: state.path, readOnly: true) : nil
    let running = try store?.past(bot: bot, limit: 20).filter(\.isRunning) ?? []
    for one in running where one.processID != watcher && ProcessLife.isOtherRunning(one.processID) {
      kill(one.processID, SIGTERM)
    }
    let end = Date() + secondsToEnd
    var isTold = false
    func goesOn() -> Bool {
      if !isTold, Date() > end - secondsToEnd + 1 {
        errors.write("Waiting for what runs of \(bot) to end.\n")
        isTold = true
      }
      return Date() < end
    }
    let refusal = Explanation(
      doing: "removing \(bot)", wrong: "an integration of it does not end",
      advice: "see with `bothy bots` what it does, and try again")
    if isWatched, let store {
      while try store.openIntegrations().contains(where: { $0.bot == bot }) {
        guard goesOn() else { throw refusal }
        Thread.sleep(forTimeInterval: 0.1)
      }
    }
    try makeFolder(state.bot(bot))
    return try [state.lock(bot), state.performLock(bot)].map { path in
      guard let lock = try FileLock.wait(for: path, while: goesOn) else { throw refusal }
      return lock
    }
  }
}
