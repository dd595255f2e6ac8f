import Explaining
import Files
package import Foundation
package import Model
import Processes
package import State
package import Store

/// Brings back what a backup holds: unpacked beside, looked through, and only then put into its place.
package struct Restoring {
  package struct Restored: Equatable {
    package var bot: BotID?
    package var made: Date
    package var counts: StoredCounts?
    package var botFiles: [String] = []
    /// Repositories that are hosted again.
    package var hosted: [String] = []
    /// Bot files that name theirs here now, and no more where it was.
    package var led: [String] = []
    /// Where what was there before lies now.
    package var aside: [String] = []
  }

  let state: StateFolder
  /// The folder of the bot files.
  let bots: String
  /// What is there is put aside instead of refusing.
  let replaces: Bool
  package var now = Date()
  package var isCanceled: () -> Bool = { false }
  /// Gives a hosted repository, in a folder, the settings and hooks that none brings along.
  package var equip: (String) throws -> Void = { _ in }

  package init(state: StateFolder, bots: String, replaces: Bool) {
    (self.state, self.bots, self.replaces) = (state, bots, replaces)
  }

  /// - Parameter path: `-` is standard input.
  package func perform(_ path: String) throws -> Restored {
    let source = try path == "-" ? ReadFile(standardInput: ()) : ReadFile(path, isFollowed: true)
    let isNew = FileFacts(state.path) == nil
    try makeFolder(state.path, mode: 0o700)
    // As whatever a killed Bothy left half made, it is found by its name.
    Leftovers(state: state).remove(of: [])
    let staging = state.path + "/restore.new-\(ProcessInfo.processInfo.processIdentifier)"
    FileTree.remove(staging)
    var isDone = false
    defer {
      FileTree.remove(staging)
      if !isDone, isNew { removeAgain() }
    }
    let doing = "restoring \(path)"
    var lock: FileLock?
    let reader = BackupReader(path, into: staging) { head in
      if let bot = head.bot {
        lock = try takeRemoval(doing)
        try refuseKnown(bot, doing)
      } else {
        lock = try takeState(doing)
        try refuseKept(doing)
      }
    }
    try makeFolder(staging, mode: 0o700)
    try reader.read(source, isCanceled: isCanceled)
    guard let head = reader.head else { preconditionFailure("A backup that was read has said what it is.") }
    let copy = staging + "/" + BackupContents.store
    let counts = FileFacts(copy) == nil ? nil : try SQLiteStore.check(copy)
    if let bot = counts?.bots.first(where: { !$0.isFit || head.bot ?? $0 != $0 }) {
      throw Explanation(
        doing: doing,
        wrong: "it remembers a bot `\(bot.rawValue.prefix(200))`, which no backup of Bothy's does",
        advice: "do not trust it, and take another backup")
    }
    var restored = Restored(bot: head.bot, made: head.made, counts: counts)
    let hosted = staging + "/" + BackupContents.stateFolder + HostedContents.folder
    restored.hosted = (try? FileTree.entries(of: hosted)) ?? []
    for name in restored.hosted { try equip(hosted + name) }
    restored.led = try lead(to: restored.hosted, in: staging + "/" + BackupContents.botFolder)
    try syncDisk(of: staging)
    if let bot = head.bot {
      try place(bot, from: staging, hasStore: counts != nil, doing, &restored)
    } else {
      try placeAll(from: staging, doing, &restored)
    }
    withExtendedLifetime(lock) {}
    isDone = true
    return restored
  }

  private func lead(to hosted: [String], in folder: String) throws -> [String] {
    guard !hosted.isEmpty, FileFacts(folder) != nil else { return [] }
    return try FileTree.entries(of: folder).filter { name in
      let text = String(decoding: contents(of: folder + name) ?? [], as: UTF8.self)
      let place = "\(state.path)/\(HostedContents.folder)".dropLast()
      guard let moved = HostedPlaces.moved(text, to: String(place), hosted) else { return false }
      let mode = FileFacts(folder + name)?.mode ?? 0o644
      try publish(Array(moved.utf8), as: folder + name)
      try setMode(folder + name, Int(mode))
      return true
    }
  }

  /// What was made for this alone.
  private func removeAgain() {
    let names = (try? FileTree.entries(of: state.path)) ?? []
    guard Set(names).isSubset(of: ["watch-lock", "removal-lock"]) else { return }
    FileTree.remove(state.path)
  }

  // MARK: - Whether it may be

  /// As long as it is held no watcher begins.
  private func takeState(_ doing: String) throws -> FileLock {
    if let lock = try FileLock(taking: state.watchLock) {
      try refuseWork(doing)
      return lock
    }
    let holder = FileLock.holder(of: state.watchLock).map { " (process \($0))" } ?? ""
    throw Explanation(
      doing: doing,
      wrong: "a watcher, or another restore, runs with the state directory \(state.path)\(holder)",
      advice: "end it first, or name another directory with --state")
  }

  /// One bot at a time is removed or comes back.
  private func takeRemoval(_ doing: String) throws -> FileLock {
    if let lock = try FileLock(taking: state.removalLock) { return lock }
    throw Explanation(
      doing: doing, wrong: "a bot is being removed, or brought back",
      advice: "try again when that is done")
  }

  private func refuseWork(_ doing: String) throws {
    if let process = FileLock.holder(of: state.serveLock) {
      throw Explanation(
        doing: doing, wrong: "pages of the state directory \(state.path) are served (process \(process))",
        advice: "end that first, or name another directory with --state")
    }
    for name in (try? FileTree.entries(of: state.bots)) ?? [] {
      let bot = BotID(name)
      guard let process = FileLock.holder(of: state.lock(bot)) ?? FileLock.holder(of: state.performLock(bot))
      else {
        continue
      }
      throw Explanation(
        doing: doing, wrong: "\(bot) is being integrated there (process \(process))",
        advice: "wait until that has ended, or name another directory with --state")
    }
  }

  /// What a state directory holds that a backup would take the place of.
  private static let kept =
    StateFolder.formerAudits + [
      "sessions.json", "audit.jsonl", "active", "cards", "toolchains", "people.json", "integrations", "bots",
      "site", "secrets", "hosted", "mail.yaml", "serve.yaml", "known_hosts", "bothy.sqlite-wal",
      "bothy.sqlite-shm", "bothy.sqlite",
    ]

  private func refuseKept(_ doing: String) throws {
    guard !replaces else { return }
    let found = Self.kept.filter { name in
      let file = FoundFile(at: state.path + "/" + name)
      guard file.isFolder else { return file.isThere }
      return (try? FileTree.entries(of: state.path + "/" + name))?.isEmpty == false
    }
    guard let first = found.last else { return }
    throw Explanation(
      doing: doing, wrong: "the state directory \(state.path) is in use: it holds \(first)",
      advice: "name another one with --state, or say `--force` to have all that is there put aside", status: 2
    )
  }

  private func refuseKnown(_ bot: BotID, _ doing: String) throws {
    let file = botFile(bot)
    guard try file == nil && !isKnown(bot) else {
      throw Explanation(
        doing: doing, wrong: "there is a bot `\(bot)`" + (file.map { ", of the file \($0)" } ?? ""),
        advice: "remove that one first with `bothy remove \(bot)`", status: 2)
    }
  }

  private func botFile(_ bot: BotID) -> String? {
    [".yaml", ".yml"].map { "\(bots)/\(bot)\($0)" }.first { FoundFile(at: $0).isThere }
  }

  private func isKnown(_ bot: BotID) throws -> Bool {
    guard FileFacts(state.path + "/bothy.sqlite") != nil else { return false }
    return try SQLiteStore(folder: state.path, readOnly: true).knows(bot)
  }

  // MARK: - Put into its place

  private static let stamp = Date.ISO8601FormatStyle(
    dateSeparator: .omitted, dateTimeSeparator: .standard, timeSeparator: .omitted, timeZone: .gmt)

  /// "20261123T043000Z"
  package static func stamp(_ date: Date) -> String { date.formatted(stamp) }

  /// Two of one second have places of their own.
  private func free(_ path: String) -> String {
    ([path] + (2...1000).map { "\(path)-\($0)" }).first { !FoundFile(at: $0).isThere } ?? path
  }

  /// The store comes last: without it nothing else is asked for, and the next try puts all of it aside.
  private func placeAll(from staging: String, _ doing: String, _ restored: inout Restored) throws {
    let files = try stage(wanted(staging, doing))
    defer { for file in files { FileTree.remove(file.staged) } }
    let aside = free(state.path + "/before-restore-" + Self.stamp(now))
    for name in Self.kept where FoundFile(at: state.path + "/" + name).isThere {
      if FileFacts(aside) == nil {
        try makeFolder(aside, mode: 0o700)
        restored.aside.append(aside)
      }
      try move(state.path + "/" + name, to: aside + "/" + name)
    }
    let from = staging + "/" + BackupContents.stateFolder
    for name in Self.kept where FoundFile(at: from + name).isThere {
      if ["secrets", "hosted"].contains(name) { try setMode(from + name, 0o700) }
      try move(from + name, to: state.path + "/" + name)
    }
    syncFolder(state.path)
    for file in files { try lay(file, &restored) }
  }

  /// Rows last but for the bot's file: until then nobody asks for the rest, and then it is whole.
  private func place(
    _ bot: BotID, from staging: String, hasStore: Bool, _ doing: String, _ restored: inout Restored
  ) throws {
    let files = try stage(wanted(staging, doing))
    defer { for file in files { FileTree.remove(file.staged) } }
    let from = staging + "/" + BackupContents.stateFolder
    let store = try SQLiteStore(folder: state.path)
    let copy = staging + "/" + BackupContents.store
    if hasStore, let other = try store.namesake(of: bot, in: copy) {
      throw Explanation(
        doing: doing, wrong: "`\(other)` integrates the same folder now",
        advice: "remove that one first with `bothy remove \(other)`", status: 2)
    }
    // Nobody knows of a bot of that name, so what lies there is of one that is gone.
    for name in ["integrations/\(bot)", "bots/\(bot)/test-maps"] where FoundFile(at: from + name).isThere {
      let place = state.path + "/" + name
      FileTree.remove(place)
      try makeFolder((place as NSString).deletingLastPathComponent)
      try move(from + name, to: place)
    }
    let secrets = "secrets/\(bot).env"
    if FoundFile(at: from + secrets).isThere {
      try makeFolder(state.path + "/secrets", mode: 0o700)
      let place = state.path + "/" + secrets
      if FoundFile(at: place).isThere {
        let aside = free(place + ".before-" + Self.stamp(now))
        try move(place, to: aside)
        restored.aside.append(aside)
      }
      try move(from + secrets, to: place)
    }
    if hasStore { try store.take(bot, from: copy, at: now) }
    for file in files { try lay(file, &restored) }
  }

  private struct WantedFile {
    var name: String
    var from: String
    var isOther: Bool
    /// Beside its place.
    var staged = ""
  }

  /// The bot files of a backup; one that is here and says something else is not replaced unasked.
  private func wanted(_ staging: String, _ doing: String) throws -> [WantedFile] {
    let folder = staging + "/" + BackupContents.botFolder
    guard FileFacts(folder) != nil else { return [] }
    return try FileTree.entries(of: folder).map { name in
      let here = FoundFile(at: bots + "/" + name).isThere
      let isOther = here && contents(of: bots + "/" + name) != contents(of: folder + name)
      guard !isOther || replaces else {
        throw Explanation(
          doing: doing, wrong: "there is a bot file \(bots)/\(name), which says something else",
          advice: "name another folder with --bots, or say `--force` to have that one put aside", status: 2)
      }
      return WantedFile(name: name, from: folder + name, isOther: isOther)
    }
  }

  /// They may belong onto another disk: whether they can be laid there is found out before anything changes.
  private func stage(_ files: [WantedFile]) throws -> [WantedFile] {
    guard !files.isEmpty else { return [] }
    try makeFolder(bots)
    return try files.map { file in
      var file = file
      file.staged = "\(bots)/.\(file.name).new-\(ProcessInfo.processInfo.processIdentifier)"
      let mode = FileFacts(file.from)?.mode ?? 0o644
      try publish(contents(of: file.from) ?? [], as: file.staged)
      try setMode(file.staged, Int(mode))
      return file
    }
  }

  private func lay(_ file: WantedFile, _ restored: inout Restored) throws {
    let place = bots + "/" + file.name
    if file.isOther {
      let aside = free(place + ".before-" + Self.stamp(now))
      try move(place, to: aside)
      restored.aside.append(aside)
    }
    if !FoundFile(at: place).isThere { try move(file.staged, to: place) }
    restored.botFiles.append(file.name)
  }

  private func setMode(_ path: String, _ mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }
}
