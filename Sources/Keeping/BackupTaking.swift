import Explaining
package import Files
package import Foundation
package import Model
package import State
import Store

/// Takes a backup: of all that cannot be had again, or of what is kept of one bot. Whoever writes meanwhile
/// goes on: the store is of one moment, reports appear whole, and what is removed while it is read is left
/// out.
package struct BackupTaking {
  package enum Place {
    case file(String, replacing: Bool)
    case output(Output)
  }

  let state: StateFolder
  /// Those that belong to it.
  let botFiles: [(name: String, path: String)]
  let bot: BotID?
  /// The Bothy that makes it, in words.
  let maker: String
  package var now = Date()
  package var isCanceled: () -> Bool = { false }
  /// Told how many bytes of how many are done.
  package var progress: (Int, Int) -> Void = { _, _ in }

  package init(
    state: StateFolder, botFiles: [(name: String, path: String)], bot: BotID? = nil, maker: String
  ) {
    (self.state, self.botFiles, self.bot, self.maker) = (state, botFiles, bot, maker)
  }

  package func take(to place: Place) throws -> BackupSum {
    switch place {
    case .output(let output):
      return try take { bytes in
        guard output.write(bytes) else {
          throw Explanation(
            doing: doing, wrong: "nobody reads it to its end", advice: "name a file, or a program that does")
        }
      }
    case .file(let path, let replacing):
      // A link leads to where it is wanted.
      let path = Self.target(of: path)
      if !replacing { try refuse(path) }
      try refuseOther(path)
      Self.removePartial(of: path)
      let file = try NewFile(path, beside: Self.partial(path), mode: 0o600)
      let sum = try take { try file.append($0) }
      if !replacing { try refuse(path) }
      try file.publish(replacing: true)
      return sum
    }
  }

  /// Where it is written until it is whole.
  package static func partial(_ path: String) -> String {
    "\(path).partial-\(ProcessInfo.processInfo.processIdentifier)"
  }

  /// Also where nothing is there yet.
  private static func target(of path: String) -> String {
    guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { return path }
    return target.hasPrefix("/") ? target : (path as NSString).deletingLastPathComponent + "/" + target
  }

  /// Of those that were killed.
  private static func removePartial(of path: String) {
    let folder = (path as NSString).deletingLastPathComponent
    let mark = (path as NSString).lastPathComponent + ".partial-"
    for name in (try? FileTree.entries(of: folder)) ?? [] where name.hasPrefix(mark) {
      guard let process = Int(name.dropFirst(mark.count)), FileFacts("/proc/\(process)") == nil else {
        continue
      }
      FileTree.remove(folder + "/" + name)
    }
  }

  private var doing: String { bot.map { "backing up \($0)" } ?? "backing up \(state.path)" }

  private func refuse(_ path: String) throws {
    guard FoundFile(at: path).isThere else { return }
    throw Explanation(
      doing: doing, wrong: "there is a file \(path) already",
      advice: "name another one, or say `--force` to replace it", status: 2)
  }

  /// What is no file cannot be replaced by one.
  private func refuseOther(_ path: String) throws {
    let found = FoundFile(at: path)
    guard found.isThere, case .other(let what) = found.kind else { return }
    throw Explanation(
      doing: doing, wrong: "\(path) is \(what)", advice: "name a file, or `-` and lead that there", status: 2)
  }

  // MARK: - What it holds

  private func take(_ write: @escaping ([UInt8]) throws -> Void) throws -> BackupSum {
    var sum = BackupSum()
    // First the store: an integration that ends meanwhile leaves files that nobody asks for, and not the
    // reverse.
    let copy = try copyStore(&sum)
    defer { copy.map(FileTree.remove) }
    let contents = BackupContents(state: state, bot: bot).files()
    sum.others = contents.others
    let total = contents.kept.reduce(copy.flatMap { FileFacts($0)?.size } ?? 0) { $0 + $1.bytes }
    let writer = try BackupWriter(BackupHead(bothy: maker, made: now, bot: bot), write: write)
    var checksum: String?
    if let copy {
      checksum = try SHA256.hex(ofFile: copy).hex
      try add(BackupContents.store, copy, to: writer, of: total)
    }
    for file in botFiles {
      if try add(BackupContents.botFolder + file.name, file.path, isFollowed: true, to: writer, of: total) {
        sum.botFiles += 1
      }
    }
    for kept in contents.kept {
      if kept.isFolder {
        try writer.add(folder: kept.name)
      } else {
        let isThere = try add(kept.name, kept.path, isFollowed: kept.isFollowed, to: writer, of: total)
        if isThere, kept.name.hasPrefix(BackupContents.secrets) { sum.secrets += 1 }
      }
    }
    if bot == nil { try takeHosted(&sum, writer, of: total) }
    try writer.finish(store: checksum, at: now)
    (sum.bytes, sum.packed) = (writer.end.bytes, writer.packed)
    return sum
  }

  private func takeHosted(_ sum: inout BackupSum, _ writer: BackupWriter, of total: Int) throws {
    for folder in HostedTaking.all(state) {
      let taking = HostedTaking(
        path: state.hosted + "/" + folder,
        name: BackupContents.stateFolder + HostedContents.folder + folder,
        addFile: { try add($0, $1, to: writer, of: total) },
        addBytes: { try writer.add(read: $0, $1, modified: now) })
      sum.others += try taking.take()
      sum.hosted += 1
    }
  }

  /// False for one that is gone since it was found.
  @discardableResult
  private func add(
    _ name: String, _ path: String, isFollowed: Bool = false, to writer: BackupWriter, of total: Int
  ) throws -> Bool {
    let file: ReadFile
    do { file = try ReadFile(path, isFollowed: isFollowed) } catch let error as FileError
      where error.isMissing
    {
      return false
    }
    let before = writer.end.bytes
    var done = 0
    try writer.add(name, file) { part in
      if isCanceled() { throw CancellationError() }
      done += part.count
      progress(before + done, total)
    }
    return true
  }

  /// Nil where nothing is remembered yet. Whoever looks for what a killed Bothy left finds it by its name.
  private func copyStore(_ sum: inout BackupSum) throws -> String? {
    let store: SQLiteStore
    do { store = try SQLiteStore(folder: state.path, readOnly: true) } catch let error as StoreError
      where error.kind == .missing && FileFacts(state.path) != nil
    {
      return nil
    }
    let known = try store.counts()
    (sum.bots, sum.integrations) = (known.bots.count, known.integrations)
    if let bot {
      (sum.bots, sum.integrations) = (try store.knows(bot) ? 1 : 0, try store.integrationCount(of: bot))
    }
    Leftovers(state: state).remove(of: [])
    let name = "/bothy.sqlite.new-\(ProcessInfo.processInfo.processIdentifier)"
    // A state directory that can only be read is backed up as well.
    let folders = [state.path, NSTemporaryDirectory()]
    for (index, folder) in folders.enumerated() {
      let copy = folder + name
      do {
        FileTree.remove(copy)
        if let bot { try store.copy(bot, to: copy) } else { try store.copy(to: copy) }
        // Nobody may learn of it only when it is wanted back.
        try SQLiteStore.checkWhole(copy, of: state.path)
        return copy
      } catch {
        FileTree.remove(copy)
        let kind = (error as? StoreError)?.kind
        guard index == 0, kind == .readOnly || kind == .other else { throw error }
      }
    }
    return nil
  }
}
