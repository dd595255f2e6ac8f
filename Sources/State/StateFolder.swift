import Explaining
import Faults
import Files
import Foundation
package import Model
package import Words

/// Where things lie in the state directory: all of it, and nowhere else.
package struct StateFolder: Sendable {
  package let path: String
  /// What a reader of the pages has to name for their commands to mean this folder.
  package var named = NamedFolders()
  /// What somebody typed who reads the terminal.
  package var typed = NamedFolders()

  package init(path: String) { self.path = path }

  /// Makes what must be there before anything is kept.
  package func open() throws {
    do {
      try makeFolder(path, mode: 0o700)
      try spareRoom.take()
      FaultPoint.reach(.stateMade)
    } catch let error as FileError {
      throw Explanation(
        doing: "opening the state directory \(path)", wrong: error.wrong,
        advice: "mend that, or choose another one with --state DIR")
    }
  }

  /// What root writes into the state of a service could not be read by that, and shut everybody out.
  package func refuseOthers(doing: String) throws {
    guard let owner = FileOwner.other(of: path) else { return }
    throw Explanation(
      doing: doing, wrong: "\(path) belongs to \(owner), who could not read what you write there",
      advice: "run it as that user: `sudo -H -u \(owner) bothy …`", status: 5)
  }

  /// The file of a bot, in the folder that its reader has to name.
  package func botFile(of bot: BotID) -> String? {
    guard let folder = named.bots else { return nil }
    return ["yaml", "yml"].map { "\(folder)/\(bot).\($0)" }.first { FileFacts($0) != nil }
  }

  /// What a reader of a bot's pages has to name, whoever makes them: its own file's folder where it is not
  /// in that of this process.
  package func named(for bot: BotID, from file: String?) -> NamedFolders {
    guard !bot.rawValue.hasPrefix("local-"), botFile(of: bot) == nil, let file, FileFacts(file) != nil
    else { return named }
    var folders = named
    folders.bots = (file as NSString).deletingLastPathComponent
    return folders
  }

  // MARK: The whole

  /// Where commands reach the watcher.
  package var watchSocket: String { path + "/watch.socket" }
  /// Held by the watcher.
  package var watchLock: String { path + "/watch-lock" }
  /// The bots whose pages the watcher last showed as doing something.
  package var active: String { path + "/active" }
  /// What stands for each bot on the pages of all bots.
  package var cards: String { path + "/cards" }
  package var spareRoom: SpareRoom { SpareRoom(path: path + "/ballast") }
  /// What was found out about toolchains.
  package var toolchains: String { path + "/toolchains" }
  /// How mail leaves this machine.
  package var mailServer: String { path + "/mail.yaml" }
  /// Where and to whom pages are served.
  package var server: String { path + "/serve.yaml" }
  /// Held by whoever serves them.
  package var serveLock: String { path + "/serve-lock" }
  /// Who is known, with what is kept of passwords.
  package var people: String { path + "/people.json" }
  package var peopleLock: String { path + "/people-lock" }
  /// Who has signed in.
  package var sessions: String { path + "/sessions.json" }
  /// Who did what, and the same of former times, the newest first.
  package var audit: String { path + "/audit.jsonl" }
  package var formerAudits: [String] { Self.formerAudits.map { "\(path)/\($0)" } }
  package static let formerAudits = (1...8).map { "audit.\($0).jsonl" }
  package var auditLock: String { path + "/audit-lock" }
  /// Of what was asked for over HTTP and begun by a process of its own.
  package var acts: String { path + "/acts" }
  /// Repositories that are hosted here.
  package var hosted: String { path + "/hosted" }
  package func hosted(_ name: HostedName) -> String { "\(hosted)/\(name.folder)" }
  package func secrets(_ stem: String) -> String { "\(path)/secrets/\(stem).env" }
  /// What was kept of bots that were removed, for a day.
  package var removed: String { path + "/removed" }
  /// Held by whoever removes a bot.
  package var removalLock: String { path + "/removal-lock" }
  /// There from when it is decided that a bot goes until nothing of it is left.
  package func removalMark(_ id: BotID) -> String { "\(removed)/\(id).removing" }
  package static let removalEnding = ".removing"

  // MARK: A bot

  package var bots: String { path + "/bots" }
  package func bot(_ id: BotID) -> String { "\(bots)/\(id)" }
  /// Where the clone is now.
  package func checkout(_ id: BotID) -> String { "\(bot(id))/\(CheckoutName.held(in: bot(id)))" }
  /// Where the clone is to be.
  package func checkout(_ id: BotID, of settings: Bot) -> String {
    let name = settings.remote?.name ?? settings.repository
    return "\(bot(id))/\(CheckoutName.chosen(repository: name, package: settings.package))"
  }
  /// What is built without counting lines lies beside what is built with it: neither can be continued as the
  /// other.
  package func build(_ id: BotID, counted: Bool = true) -> String {
    bot(id) + (counted ? "/build" : "/build-plain")
  }
  /// What is archived: built for release, without what measures.
  package func archiveBuild(_ id: BotID) -> String { bot(id) + "/build-archive" }
  /// What is built for one branch beside that of another.
  package func branchPlaces(_ id: BotID) -> BranchPlaces { BranchPlaces(folder: bot(id)) }
  /// Which test of a branch executes what; of what has no branch under a name of its own.
  package func testMap(_ id: BotID, _ branch: BranchName?) -> String {
    "\(testMaps(id))/\(Fingerprint.text((branch.map { "b" + $0.rawValue } ?? "").utf8)).json"
  }
  /// What is still to be found out of what was built last.
  package func mapWish(_ id: BotID) -> String { bot(id) + "/map-wish.json" }
  /// The same, for one that knows of nothing but its order.
  package static func mapWish(beside checkout: String) -> String {
    (checkout as NSString).deletingLastPathComponent + "/map-wish.json"
  }
  /// Where it is found out.
  package func mapFolder(_ id: BotID) -> IntegrationFolder { IntegrationFolder(bot(id) + "/map") }
  package func testMaps(_ id: BotID) -> String { bot(id) + "/test-maps" }
  /// What `bothy run --watch` keeps: the newest of its rounds, laid out as a state directory.
  package func edits(_ id: BotID) -> StateFolder { StateFolder(path: bot(id) + "/edits") }
  /// What a repository of another machine has, as it was fetched last.
  package func mirror(_ id: BotID) -> String { bot(id) + "/mirror.git" }
  /// When that was, and how it went.
  package func mirrorRecord(_ id: BotID) -> String { bot(id) + "/mirror.json" }
  /// What is to be fetched.
  package func mirrorOrder(_ id: BotID) -> String { bot(id) + "/mirror-order.json" }
  /// Held by whoever fetches.
  package func mirrorLock(_ id: BotID) -> String { bot(id) + "/mirror-lock" }
  /// Keys of servers that are trusted besides the user's.
  package var knownHosts: String { path + "/known_hosts" }
  /// A bot as it is carried out here: what lies on another machine is read in its mirror.
  package func placed(_ settings: Bot, as id: BotID) -> Bot {
    guard settings.remote != nil else { return settings }
    var placed = settings
    placed.repository = mirror(id)
    return placed
  }
  /// As it stands on the pages of all bots.
  package func card(_ id: BotID) -> String { bot(id) + "/card.html" }
  /// What the pages of its tests and branches tell of.
  package func pageMemory(_ id: BotID) -> String { bot(id) + "/pages.tsv" }
  /// What the pages of tests that never went wrong tell of.
  package func testPageMemory(_ id: BotID) -> String { bot(id) + "/test-pages.tsv" }
  /// There since a program crashed when it made these pages.
  package func crashMark(_ id: BotID, _ pages: String) -> String { bot(id) + "/crashed-\(pages)" }
  /// Held by whoever orders an integration by hand.
  package func lock(_ id: BotID) -> String { bot(id) + "/lock" }
  /// There while somebody waits for that.
  package func lockWish(_ id: BotID) -> String { bot(id) + "/lock-wanted" }
  /// Held for the moment in which something is added to a report.
  package func reportLock(_ id: BotID) -> String { bot(id) + "/report-lock" }
  /// Held by the process that performs an integration.
  package func performLock(_ id: BotID) -> String { bot(id) + "/perform-lock" }
  /// The same, for one that knows of nothing but its order.
  package static func performLock(beside checkout: String) -> String {
    (checkout as NSString).deletingLastPathComponent + "/perform-lock"
  }

  // MARK: An integration

  package func integrations(_ id: BotID) -> String { "\(path)/integrations/\(id)" }
  package func integration(_ id: BotID, _ number: IntegrationNumber) -> IntegrationFolder {
    IntegrationFolder("\(integrations(id))/\(number.value)")
  }

  /// The latest one before that left coverage: much of it may still be as it was.
  package func earlierIntegration(than number: IntegrationNumber, of bot: BotID) -> String? {
    let numbers = stride(from: number.value - 1, to: max(0, number.value - 20), by: -1)
    return numbers.lazy.map { integration(bot, IntegrationNumber($0)) }
      .first { FileFacts($0.exports) != nil }?.path
  }

  // MARK: The pages

  package var site: String { path + "/site" }
  /// Held by whoever makes the pages above integrations.
  package var siteLock: String { path + "/site.lock" }
  package var allPages: String { site + "/bots" }
  package func pages(_ bot: BotID) -> String { "\(allPages)/\(bot)" }
  package func pages(_ bot: BotID, _ number: IntegrationNumber) -> String { "\(pages(bot))/\(number.value)" }
  package func page(_ bot: BotID, _ number: IntegrationNumber) -> String {
    pages(bot, number) + "/index.html"
  }
}
