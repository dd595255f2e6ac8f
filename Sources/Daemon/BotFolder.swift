import Explaining
import Files
package import Formats
import Foundation
package import Model
package import State
import Threads

/// A folder of bot files. One that is broken says so, and disturbs no other.
package struct BotFolder {
  let path: String
  /// Where mirrors lie of what is on other machines; nil: nobody reads in them.
  let state: StateFolder?

  package init(path: String, state: StateFolder? = nil) { (self.path, self.state) = (path, state) }

  /// One bot file: what it asks for, or all that is wrong with it.
  package struct Entry: Equatable {
    /// The stem of its name. No other entry with settings has it.
    package var id: BotID
    package var file: String
    package var outcome: BotFile.Outcome

    package var bot: Bot? {
      guard case .bot(let bot) = outcome else { return nil }
      return bot
    }

    package var problems: [BotFile.Problem] {
      guard case .problems(let problems) = outcome else { return [] }
      return problems
    }
  }

  /// The bot files of a folder, whatever is in them; none where it cannot be read.
  package static func files(in folder: String) -> [(name: String, path: String)] {
    ((try? FileTree.entries(of: folder)) ?? []).filter(isBotFile)
      .filter { FileFacts(folder + "/" + $0)?.isRegular == true }.map { ($0, folder + "/" + $0) }
  }

  /// In the order of their names.
  package func read() throws -> [Entry] {
    var files: [BotID: String] = [:]
    return readSideBySide(try names().filter(Self.isBotFile)).map { entry in
      let (id, file) = (entry.id, entry.file)
      // `a.yaml` comes before `a.yml`.
      if let other = files[id] {
        let other = (other as NSString).lastPathComponent
        return Self.broken(
          file, id, "the bot `\(id)` is described by \(other) too, and that one counts: keep one of the two")
      }
      files[id] = file
      return Self.objection(to: id.rawValue).map { Self.broken(file, id, $0) } ?? entry
    }
  }

  private func names() throws -> [String] {
    do { return try FileTree.entries(of: path) } catch {
      let told = Explanation(error)
      throw Explanation(
        doing: told.doing, wrong: told.wrong, advice: "name the folder of the bot files with --bots",
        status: 2)
    }
  }

  /// A thousand files take a while one after the other; four parts for each core are enough.
  private func readSideBySide(_ names: [String]) -> [Entry] {
    let count = 4 * ProcessInfo.processInfo.activeProcessorCount
    let (path, state, size) = (path, state, max(16, (names.count + count - 1) / count))
    let parts = stride(from: 0, to: names.count, by: size).map {
      Array(names[$0..<min($0 + size, names.count)])
    }
    let read = Parallel.map(parts) { part in
      let reader = BotFile.Reader(folder: Self.folder(of: path + "/x"))
      return part.map { Self.read(path + "/" + $0, named: $0, by: reader, state) }
    }
    return read.flatMap { $0 }
  }

  private static func folder(of file: String) -> String {
    URL(fileURLWithPath: file).deletingLastPathComponent().standardizedFileURL.path
  }

  /// Also true of a link that leads nowhere.
  package static func holds(_ file: String) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: file)) != nil
  }

  /// One bot file, whatever its name. Nothing that lies in its place can make this wait.
  package static func read(_ file: String, _ state: StateFolder? = nil) -> Entry {
    let reader = BotFile.Reader(folder: folder(of: file))
    return read(file, named: (file as NSString).lastPathComponent, by: reader, state)
  }

  private static func read(
    _ file: String, named name: String, by reader: BotFile.Reader, _ state: StateFolder?
  ) -> Entry {
    let id = BotID(stem(of: name))
    do {
      let bytes = try SettingsFile.read(file, limit: BotFile.byteLimit)
      var outcome = reader.read(bytes, id: id, file: file)
      if let state, case .bot(let bot) = outcome, bot.remote != nil {
        outcome = .bot(state.placed(bot, as: id))
      }
      return Entry(id: id, file: file, outcome: outcome)
    } catch { return broken(file, id, error.sentence) }
  }

  /// Hidden files, and what editors leave beside a file (`a.yaml~`, `.a.yaml.swp`, `#a.yaml#`), are none.
  package static func isBotFile(_ name: String) -> Bool {
    !name.hasPrefix(".") && !name.hasPrefix("#")
      && [".yaml", ".yml"].contains { name.hasSuffix($0) && name.count > $0.count }
  }

  /// Files that look as if they were meant to be bot files, and the names that they would need.
  package func misnamed() throws -> [(name: String, meant: String)] {
    try names().compactMap { name in
      guard !Self.isBotFile(name), !name.hasPrefix("."), !name.hasPrefix("#") else { return nil }
      let lower = name.lowercased()
      for ending in [".yaml.txt", ".yml.txt", ".ymal", ".yaml", ".yml", ".yam"] where lower.hasSuffix(ending)
      {
        return (name, name.dropLast(ending.count) + ".yaml")
      }
      return nil
    }
  }

  package static func stem(of name: String) -> String {
    for ending in [".yaml", ".yml"] where name.hasSuffix(ending) {
      return String(name.dropLast(ending.count))
    }
    return (name as NSString).deletingPathExtension
  }

  /// Why no bot can have this id, which is part of paths, addresses and command lines; nil when one can.
  package static func objection(to id: String) -> String? {
    func rename(_ why: String) -> String {
      "\(why): rename the file to letters, digits, `.`, `_` and `-`, such as `parser.yaml`"
    }
    guard id.utf8.count <= BotID.mostBytes else {
      return rename("a bot's id, which is the name of its file, has at most \(BotID.mostBytes) bytes")
    }
    if id.hasPrefix("local-") {
      return rename("ids that begin with `local-` belong to what `bothy run` integrates")
    }
    guard BotID(id).isFit else {
      return rename("the name of the file is no id for a bot")
    }
    return nil
  }

  private static func broken(_ file: String, _ id: BotID, _ message: String) -> Entry {
    Entry(
      id: id, file: file,
      outcome: .problems([BotFile.Problem(file: file, line: 1, column: 1, message: message)]))
  }
}
