import Daemon
import Explaining
import Files
import Foundation
import Model
import People
import Processes
import State
import Store
import Terminal
import Words

/// `bothy host hook`: what git calls in a hosted repository before a push counts, and after it.
struct PushHook {
  let moment: HostAct.Moment
  let environment: [String: String]
  /// The folder of the bot files.
  let bots: String
  var folder = FileManager.default.currentDirectoryPath
  var output = Output.error

  private static let doing = "taking a push"
  /// Whoever pushed waits for it.
  private static let mostSeconds = 1.0

  func perform() throws -> Int32 {
    let told = try FileHandle.standardInput.readToEnd() ?? Data()
    guard let updates = RefUpdate.read(String(decoding: told, as: UTF8.self)) else {
      throw Explanation(
        doing: Self.doing, wrong: "what git said is not understood",
        advice: "only git calls this command", status: 2)
    }
    let repository = try repository()
    switch moment {
    case .before: return try judge(updates, repository)
    case .after:
      // What was pushed is there, whatever becomes of telling it.
      do { try tell(updates, repository) } catch { output.write(Explanation(error).text + "\n") }
      return 0
    }
  }

  /// Git calls its hooks in the repository.
  private func repository() throws -> HostedRepository {
    let path = ProgramSearch.resolved(folder) as NSString
    let above = path.deletingLastPathComponent as NSString
    guard let name = HostedName(repository: path.lastPathComponent), above.lastPathComponent == "hosted"
    else {
      throw Explanation(
        doing: Self.doing, wrong: "\(path) is no repository that is hosted here",
        advice: "only git calls this command, in such a one", status: 2)
    }
    return HostedRepository(name: name, state: StateFolder(path: above.deletingLastPathComponent))
  }

  // MARK: Before

  /// All that is pushed, or nothing.
  private func judge(_ updates: [RefUpdate], _ repository: HostedRepository) throws -> Int32 {
    let record = try repository.record(doing: Self.doing)
    repository.tidy(now: Date())
    var refusals: [String] = []
    for update in updates {
      if let why = try update.refusal(in: record, isForward: { try isForward(update) }) {
        refusals.append(why)
      }
    }
    guard !refusals.isEmpty else { return 0 }
    for why in refusals.prefix(20) { output.write(ErrorText.lines(["bothy: \(repository.name): \(why)"])) }
    note(repository, updates, status: 2, refusals.joined(separator: "; "))
    return 1
  }

  /// Git itself knows where what is pushed lies until it counts.
  private func isForward(_ update: RefUpdate) throws -> Bool {
    guard let old = update.old, let new = update.new else { return false }
    let end = try ToolRunner().run(
      ToolOrder(
        executable: try GitChild.program(environment, doing: Self.doing),
        arguments: ["merge-base", "--is-ancestor", old.rawValue, new.rawValue], environment: environment,
        folder: folder, seconds: 300))
    guard let status = end.status, status < 2 else {
      throw Explanation(
        doing: Self.doing, wrong: "git can't say whether \(old.short) is behind \(new.short)",
        advice: "run `git fsck` in the repository")
    }
    return status == 0
  }

  // MARK: After

  private func tell(_ updates: [RefUpdate], _ repository: HostedRepository) throws {
    let who = environment[GitChild.who]
    try repository.keep(HostedPush(at: Date(), who: who, refs: updates.map(\.ref)))
    note(repository, updates, status: 0, "pushed")
    let brought = updates.filter { $0.branch != nil && $0.new != nil }
    guard !brought.isEmpty else { return }
    let followers = try followers(repository)
    guard !followers.isEmpty else {
      output.write("bothy: no bot integrates \(repository.name) yet\n")
      return
    }
    let branches = brought.compactMap(\.branch)
    let meant = followers.filter { follower in branches.contains { follower.integrates($0) } }
    guard !meant.isEmpty else {
      let names = followers.map(\.id.rawValue).joined(separator: ", ")
      output.write(
        ErrorText.lines(["bothy: \(names): no such branch is integrated (`branches` in its file)"]))
      return
    }
    let client = WatcherClient(state: repository.state)
    guard client.isThere else {
      output.write("bothy: nobody watches: it is integrated when `bothy watch` runs\n")
      return
    }
    for follower in meant {
      // One that the watcher does not know yet has its file looked at soon.
      _ = try? client.ask(.look(follower.id))
    }
    try follow(Set(meant.map(\.id)), brought, client)
  }

  private struct Follower {
    var id: BotID
    /// Nil: not known.
    var settings: Bot?

    func integrates(_ branch: BranchName) -> Bool {
      guard let settings else { return true }
      let isBase = branch.rawValue == HostedRepository.base
      return settings.branches.isEmpty
        ? isBase : Glob.isSelected(branch.rawValue, by: settings.branches.map { Glob($0) })
    }
  }

  /// The bots of this repository; where bot files can't be read, the one that is called so.
  private func followers(_ repository: HostedRepository) throws -> [Follower] {
    guard let entries = try? BotFolder(path: bots).read() else { return [Follower(id: repository.name.bot)] }
    let place = ProgramSearch.resolved(repository.path)
    let areWrong = entries.contains { $0.bot == nil }
    let store = areWrong ? try? SQLiteStore(folder: repository.state.path, readOnly: true) : nil
    // Of a file with mistakes the last good settings are kept.
    let former = try store?.watchedBots() ?? []
    return entries.compactMap { entry in
      let kept = former.first { $0.bot == entry.id }?.settings
      guard let bot = entry.bot ?? kept, bot.remote == nil, ProgramSearch.resolved(bot.repository) == place
      else {
        return nil
      }
      return Follower(id: entry.id, settings: bot)
    }
  }

  /// Says where each waits or runs.
  private func follow(_ bots: Set<BotID>, _ updates: [RefUpdate], _ client: WatcherClient) throws {
    var open = bots
    let end = Date() + Self.mostSeconds
    let begun = Date() - 5
    while !open.isEmpty {
      guard case .status(let status)? = try client.ask(.status) else { return }
      for bot in open.sorted(by: { $0.rawValue < $1.rawValue }) {
        guard let now = status.bots[bot] else { continue }
        let lines = Self.lines(bot, now, updates, since: begun, site: environment[GitChild.site])
        guard !lines.isEmpty else { continue }
        open.remove(bot)
        for line in lines { output.write(ErrorText.lines([line])) }
      }
      guard !open.isEmpty, Date() < end else { break }
      Thread.sleep(forTimeInterval: 0.02)
    }
    for bot in open.sorted(by: { $0.rawValue < $1.rawValue }) {
      let place = environment[GitChild.site].map { ": \($0)bots/\(bot)/" } ?? ""
      output.write(ErrorText.lines(["bothy: \(bot) looks at it\(place)"]))
    }
  }

  /// What of it a bot integrates, or will.
  static func lines(
    _ bot: BotID, _ now: BotNow, _ updates: [RefUpdate], since begun: Date, site: String?
  ) -> [String] {
    func place(_ more: String = "") -> String { site.map { ": \($0)bots/\(bot)/\(more)" } ?? "" }
    return updates.compactMap { update in
      guard let branch = update.branch, let commit = update.new else { return nil }
      let what = "\(commit.short) of \(branch)"
      let waiting = now.waiting.first { $0.pending.commit == commit && $0.pending.branch == branch }
      if let waits = waiting {
        let why = waits.waitsFor.map { " (\($0))" } ?? ""
        return "bothy: \(bot): \(what) waits\(why)\(place())"
      }
      // The newest of its branch that began just now is this one.
      guard let runs = now.running.last(where: { $0.branch == branch && $0.since >= begun }) else {
        return nil
      }
      return "bothy: \(bot) \(runs.number) integrates \(what)\(place("\(runs.number.value)/"))"
    }
  }

  private func note(_ repository: HostedRepository, _ updates: [RefUpdate], status: Int32, _ words: String) {
    let way = environment[GitChild.way].flatMap(AuditEntry.Way.init) ?? .command
    var entry = AuditEntry(
      who: environment[GitChild.who] ?? (way == .command ? NSUserName() : nil), way: way,
      from: environment[GitChild.from], act: "push")
    entry.bot = repository.name.text
    let shown = updates.prefix(20).map { update in
      "\(update.ref) \(update.old?.short ?? "-")..\(update.new?.short ?? "-")"
    }
    entry.details = ["refs": shown.joined(separator: ", ")]
    try? AuditLog(repository.state).note(entry, status: status, words: words)
  }
}
