import Files
import Foundation
package import Model
import Words

/// What of a state directory goes into a backup: what cannot be had again.
///
/// - `bothy.sqlite`: as a copy that SQLite makes of it at one moment; so its `-wal` and `-shm` do not.
/// - `integrations/`: reports, logs, exports, archives, attachments, kept sources. Not `scratch`, which is
///   needed only while one is performed, and nothing that is half written.
/// - `bots/<id>/test-maps`: which test executes what took hours to find out.
/// - `secrets/`, `mail.yaml`, `serve.yaml`, `known_hosts`: what people wrote; `people.json`: who is known.
/// - `audit.jsonl`, and `audit.1.jsonl` to `audit.8.jsonl`: who did what.
///
/// - `hosted/`: see `HostedContents`; taken in an order of its own, whole while somebody pushes.
///
/// Not the rest of `bots/`: `checkout`, `repositories`, `mirror.git` (fetched again), `build`,
/// `build-plain`, `build-archive`, `build-others`, `parked` and `standing.json`, the same of other branches,
/// and `map-wish.json`, which tells of them (built again), `edits` and `map` (of the moment), `card.html`,
/// `pages.tsv` and `test-pages.tsv` (made with the pages), locks. Not `site` and `cards` (`bothy render`
/// makes them), `toolchains` (found out again), `active`, `watch.socket` and locks (of the watcher),
/// `ballast`, `sessions.json` (people sign in again), `removed` (backups themselves), `acts` (of the
/// moment), and copies of the store from before an upgrade.
package struct BackupContents {
  let state: StateFolder
  /// Nil: all of them, and what is the machine's.
  let bot: BotID?

  package init(state: StateFolder, bot: BotID? = nil) { (self.state, self.bot) = (state, bot) }

  /// In the archive, before the paths in the state directory, and before the names of bot files.
  package static let stateFolder = "state/"
  package static let secrets = stateFolder + "secrets/"
  package static let botFolder = "bots/"
  package static let store = stateFolder + "bothy.sqlite"

  private static let ofMachine =
    ["mail.yaml", "serve.yaml", "known_hosts", "people.json", "audit.jsonl"] + StateFolder.formerAudits

  package struct Kept: Equatable {
    /// In the archive.
    package var name: String
    package var path: String
    package var bytes: Int
    /// A folder that says something by being there, however little it holds.
    package var isFolder = false
    /// A settings file may be a link to where somebody keeps them.
    package var isFollowed = false
  }

  /// Without the store and the bot files. `others`: what is neither a file nor a folder, and stays.
  package func files() -> (kept: [Kept], others: Int) {
    var found: [Kept] = []
    var others = 0
    func add(_ folder: String, where isMeant: (String) -> Bool = { _ in true }) {
      for file in FileTree.look(below: state.path + "/" + folder).found where isMeant(file.name) {
        let name = folder + "/" + file.name
        // What can't be looked at is gone by now, or it is told why it can't be read.
        if case .other = file.kind {
          if !file.isFolder { others += 1 }
        } else {
          found.append(Kept(name: Self.stateFolder + name, path: state.path + "/" + name, bytes: file.size))
        }
      }
    }
    for bot in bots(in: state.path + "/integrations") {
      let folder = "integrations/\(bot)"
      add(folder, where: Self.isOfIntegration)
      for number in (try? FileTree.entries(of: state.path + "/" + folder)) ?? [] {
        let sources = "\(folder)/\(number)/sources"
        guard Int(number) != nil, FoundFile(at: state.path + "/" + sources).isFolder else { continue }
        found.append(
          Kept(name: Self.stateFolder + sources, path: state.path + "/" + sources, bytes: 0, isFolder: true))
      }
    }
    for bot in bots(in: state.bots) { add("bots/\(bot)/test-maps") { HalfMade($0) == nil } }
    let secrets = (try? FileTree.entries(of: state.path + "/secrets")) ?? []
    let own = secrets.filter { name in bot.map { "\($0).env" == name } ?? (HalfMade(name) == nil) }
    for name in own.map({ "secrets/" + $0 }) + (bot == nil ? Self.ofMachine : []) {
      let path = state.path + "/" + name
      guard FoundFile(at: path).isThere else { continue }
      guard let file = FileFacts(path), file.isRegular, Self.holds(Self.stateFolder + name, bot: bot) else {
        others += 1
        continue
      }
      found.append(Kept(name: Self.stateFolder + name, path: path, bytes: file.size, isFollowed: true))
    }
    return (found, others)
  }

  private func bots(in folder: String) -> [String] {
    if let bot { return [bot.rawValue] }
    return (try? FileTree.entries(of: folder)) ?? []
  }

  /// `12/report.json`; nothing that is needed only while it is performed, and nothing half made.
  private static func isOfIntegration(_ name: String) -> Bool {
    let parts = name.allPathParts
    guard parts.count > 1, Int(parts[0]) != nil, parts[1] != "scratch" else { return false }
    return HalfMade(String(parts[parts.count - 1])) == nil
  }

  // MARK: - What may come back

  /// Whether a backup may bring a file of that name: whatever else one holds was not put there by Bothy.
  package static func holds(_ name: String, bot: BotID?) -> Bool {
    guard name.utf8.count <= 4096, !name.utf8.contains(0) else { return false }
    let parts = name.allPathParts.map(String.init)
    guard parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && $0.utf8.count <= 255 }) else {
      return false
    }
    func isOf(_ id: String) -> Bool { BotID(id).isFit && (bot == nil || bot?.rawValue == id) }
    switch (parts.first, parts.dropFirst().first, parts.count) {
    case ("bots", let file?, 2):
      return [".yaml", ".yml"].contains { file.hasSuffix($0) && isOf(String(file.dropLast($0.count))) }
    case ("state", "bothy.sqlite", 2): return true
    case ("state", let name?, 2) where ofMachine.contains(name): return bot == nil
    case ("state", "secrets", 3): return parts[2].hasSuffix(".env") && isOf(String(parts[2].dropLast(4)))
    case ("state", "bots", 5...): return isOf(parts[2]) && parts[3] == "test-maps"
    case ("state", "hosted", 4...):
      return bot == nil && HostedContents.holds(parts[2...])
    case ("state", "integrations", 5...): return isOf(parts[2]) && Self.isNumber(parts[3])
    default: return false
    }
  }

  /// As Bothy writes it.
  private static func isNumber(_ text: String) -> Bool {
    Int(text).map { $0 > 0 && String($0) == text } ?? false
  }
}
