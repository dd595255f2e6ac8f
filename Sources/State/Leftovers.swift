import Files
import Foundation
package import Model
import Processes

/// What a Bothy that was killed left half made: whatever it wrote beside its place carries its process id.
package struct Leftovers {
  let state: StateFolder
  let isAlive: (Int32) -> Bool

  package init(state: StateFolder, isAlive: @escaping (Int32) -> Bool = { ProcessLife.isRunning($0) }) {
    (self.state, self.isAlive) = (state, isAlive)
  }

  /// What lies beside the pages and the files of these bots, and of the whole.
  package func remove(of bots: [BotID]) {
    for folder in [state.path, state.toolchains, state.bots] { remove(in: folder) }
    removeBelow(state.site, except: ["bots"])
    for bot in bots {
      removeBelow(state.pages(bot))
      remove(in: state.bot(bot))
      for counted in [true, false] { remove(in: state.build(bot, counted: counted)) }
      remove(in: state.archiveBuild(bot))
      remove(in: state.bot(bot) + "/" + ToolchainPlaces.name)
      remove(in: state.branchPlaces(bot).parked)
    }
  }

  /// All bots that have pages or a checkout.
  package func removeAll() {
    let names = [state.allPages, state.bots].flatMap { entries($0) }
    remove(of: Set(names).sorted().map { BotID($0) })
  }

  /// What is needed only while it is performed, also where the one who performed it was killed.
  package func remove(of folder: IntegrationFolder) {
    removeRoom(folder)
    try? FileManager.default.removeItem(atPath: folder.scratch)
    // Without a report nobody names them.
    if FileFacts(folder.report) == nil {
      for left in [folder.attachments, folder.archive] { try? FileManager.default.removeItem(atPath: left) }
    }
    remove(in: folder.path)
  }

  /// Where its tests were at home lies elsewhere.
  private func removeRoom(_ folder: IntegrationFolder) {
    guard let mark = contents(of: folder.roomMark) else { return }
    let room = String(decoding: mark, as: UTF8.self)
    guard (room as NSString).lastPathComponent.hasPrefix(IntegrationFolder.roomName),
      FileLock.holder(of: room + "/lock") == nil
    else { return }
    try? FileManager.default.removeItem(atPath: room)
  }

  /// One level of folders; those of integrations appear whole.
  private func removeBelow(_ folder: String, except: Set<String> = []) {
    remove(in: folder)
    for name in entries(folder) where Int(name) == nil && !except.contains(name) {
      remove(in: folder + "/" + name)
    }
  }

  private func remove(in folder: String) {
    let names = entries(folder)
    for name in names {
      guard let half = HalfMade(name), !isAlive(half.process) else { continue }
      // Its new pages did not come: the old ones stay.
      if half.isOld, !names.contains(half.place) {
        rename("\(folder)/\(name)", "\(folder)/\(half.place)")
      } else {
        try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      }
    }
  }

  private func entries(_ folder: String) -> [String] { (try? FileTree.entries(of: folder)) ?? [] }
}

/// `NAME.new-PROCESS`, `.NAME-PROCESS` and `.NAME-PROCESS-old`.
struct HalfMade: Equatable {
  var place: String
  var process: Int32
  var isOld = false

  init?(_ name: String) {
    var rest = name[...]
    if let mark = rest.range(of: ".new-", options: .backwards) {
      guard let process = Int32(rest[mark.upperBound...]), process > 0 else { return nil }
      (place, self.process) = (String(rest[..<mark.lowerBound]), process)
      return
    }
    guard rest.hasPrefix(".") else { return nil }
    rest = rest.dropFirst()
    if rest.hasSuffix("-old") {
      isOld = true
      rest = rest.dropLast(4)
    }
    guard let dash = rest.lastIndex(of: "-"), let process = Int32(rest[rest.index(after: dash)...]),
      process > 0, Int(rest[..<dash]) != nil
    else { return nil }
    (place, self.process) = (String(rest[..<dash]), process)
  }
}
