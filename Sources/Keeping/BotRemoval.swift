import Explaining
import Faults
import Files
package import Foundation
package import Model
package import Processes
import Publishing
package import State
import Store

/// A bot goes, with all that was kept of it, but for a backup that stays for a day. What is decided stands
/// in a file before anything is done; each step may be done twice, so that whoever comes by after a kill
/// goes on.
package struct BotRemoval {
  /// What is decided.
  struct Mark: Codable, Equatable {
    var bot: BotID
    var made: Date
    /// The bot's file and what stood in it; absent where it had none.
    var file: String?
    var text: Data?
    /// The name of the backup, once there is one.
    var backup: String?
  }

  let state: StateFolder
  let templates: String?
  /// Has whoever works for a bot end that, and begin nothing more as long as these are held.
  package var letGo: (BotID) throws -> [FileLock] = { _ in [] }
  /// Whether the pages above a bot that is gone were made by somebody who knows more of them.
  package var showWithout: (BotID) throws -> Bool = { _ in false }
  package var now = Date()
  package var isCanceled: () -> Bool = { false }
  package var progress: (Int, Int) -> Void = { _, _ in }

  /// How long a backup of a bot that was removed is kept.
  package static let hoursKept = 24.0

  package init(state: StateFolder, templates: String?) {
    (self.state, self.templates) = (state, templates)
  }

  /// Removes one that is there. Until its backup is whole it can be had back, and is where that fails.
  /// - Returns: where the backup is.
  package func perform(_ bot: BotID, file: String?) throws -> String {
    try makeFolder(state.removed, mode: 0o700)
    let lock = try FileLock(taking: state.removalLock)
    guard let lock else {
      throw Explanation(
        doing: "removing \(bot)", wrong: "another bot is being removed", advice: "try again when that is done"
      )
    }
    defer { withExtendedLifetime(lock) {} }
    var mark = Mark(bot: bot, made: now, file: file)
    if let file {
      guard let text = contents(of: file) else {
        throw Explanation(
          doing: "removing \(bot)", wrong: "its file \(file) cannot be read",
          advice: "give this user the right to it (chmod, chown)")
      }
      mark.text = Data(text)
    }
    try keep(mark)
    FaultPoint.reach(.removalMarked)
    var held: [FileLock] = []
    do {
      try takeFile(mark)
      held = try letGo(bot)
      FaultPoint.reach(.removalSettled)
      try backUp(&mark)
    } catch {
      try? putBack(mark)
      throw error
    }
    try finish(mark)
    withExtendedLifetime(held) {}
    return state.removed + "/" + (mark.backup ?? "")
  }

  /// Goes on with what was cut off, and lets backups go whose day is over. Cheap where there is nothing.
  /// - Returns: the bots that are gone now.
  @discardableResult
  package func tend() throws -> [BotID] {
    guard let names = try? FileTree.entries(of: state.removed), !names.isEmpty else { return [] }
    guard let lock = try FileLock(taking: state.removalLock) else { return [] }
    defer { withExtendedLifetime(lock) {} }
    try dropOld(names)
    var gone: [BotID] = []
    for name in names where name.hasSuffix(StateFolder.removalEnding) {
      let path = state.removed + "/" + name
      guard let bytes = contents(of: path),
        var mark = try? JSONDecoder().decode(Mark.self, from: Data(bytes)),
        state.removalMark(mark.bot) == path
      else {
        try removeFile(path)
        continue
      }
      try takeFile(mark)
      let held = try letGo(mark.bot)
      if mark.backup == nil { try backUp(&mark) }
      try finish(mark)
      withExtendedLifetime(held) {}
      gone.append(mark.bot)
    }
    return gone
  }

  /// Lets backups go whose day is over, as long as nobody makes one.
  package func dropOld() throws {
    guard let names = try? FileTree.entries(of: state.removed), !names.isEmpty,
      let lock = try FileLock(taking: state.removalLock)
    else { return }
    try dropOld(names)
    withExtendedLifetime(lock) {}
  }

  private func dropOld(_ names: [String]) throws {
    // Former versions kept their lock there, where nothing but backups is looked for.
    if names.contains("lock") { try removeFile(state.removed + "/lock") }
    for name in names where name.hasSuffix(Self.ending) || name.hasSuffix(Self.ending + ".partial") {
      let path = state.removed + "/" + name
      guard let facts = FileFacts(path) else { continue }
      let isHalf = name.hasSuffix(".partial")
      if isHalf || now.timeIntervalSince1970 - facts.modified > Self.hoursKept * 3600 { try removeFile(path) }
    }
  }

  private static let ending = ".tar.gz"

  private func keep(_ mark: Mark) throws {
    let place = state.removalMark(mark.bot)
    let file = try NewFile(
      place, beside: "\(place).new-\(ProcessInfo.processInfo.processIdentifier)", mode: 0o600)
    try file.append([UInt8](JSONEncoder().encode(mark)))
    try file.publish(replacing: true)
  }

  // MARK: - The steps

  /// One that somebody wrote anew meanwhile is another bot's.
  private func takeFile(_ mark: Mark) throws {
    guard let file = mark.file, let text = mark.text, contents(of: file) == [UInt8](text) else { return }
    try removeFile(file)
  }

  private func putBack(_ mark: Mark) throws {
    if let file = mark.file, let text = mark.text, !FoundFile(at: file).isThere {
      try publish([UInt8](text), as: file)
    }
    try removeFile(state.removalMark(mark.bot))
  }

  /// Where the file is not in its place any more, what is kept of it is packed.
  private func backUp(_ mark: inout Mark) throws {
    let name = "\(mark.bot)-\(Restoring.stamp(mark.made))\(Self.ending)"
    var files: [(name: String, path: String)] = []
    let aside = "\(state.removed)/\(mark.bot).yaml"
    if let file = mark.file, let text = mark.text {
      try publish([UInt8](text), as: aside, mode: 0o600)
      files = [((file as NSString).lastPathComponent, aside)]
    }
    defer { FileTree.remove(aside) }
    var taking = BackupTaking(state: state, botFiles: files, bot: mark.bot, maker: Program.version)
    (taking.now, taking.isCanceled, taking.progress) = (now, isCanceled, progress)
    _ = try taking.take(to: .file(state.removed + "/" + name, replacing: true))
    FaultPoint.reach(.removalBackedUp)
    mark.backup = name
    try keep(mark)
    FaultPoint.reach(.removalKept)
  }

  /// There is no way back but the backup.
  private func finish(_ mark: Mark) throws {
    let bot = mark.bot
    do {
      // Whoever makes pages of all bots now would make those of this one once more.
      let lock = try FileLock.wait(for: state.siteLock) { !isCanceled() }
      defer { withExtendedLifetime(lock) {} }
      if FileFacts(state.path + "/bothy.sqlite") != nil {
        try SQLiteStore(folder: state.path).forget(bot)
      }
      FaultPoint.reach(.removalForgotten)
      for folder in [state.pages(bot), state.integrations(bot), state.bot(bot)] { FileTree.remove(folder) }
      try removeFile(state.secrets(bot.rawValue))
    }
    FaultPoint.reach(.removalSwept)
    // Where no pages are, none leads to it.
    if FileFacts(state.site + "/index.html") != nil, FileFacts(state.path + "/bothy.sqlite") != nil,
      try !showWithout(bot)
    {
      let store = try SQLiteStore(folder: state.path)
      try HistoryPublishing(state: state, templates: templates, store: store).publish([])
    }
    FaultPoint.reach(.removalShown)
    // Its pages may have been under way until then.
    FileTree.remove(state.pages(bot))
    try removeFile(state.removalMark(bot))
    syncFolder(state.removed)
  }
}
