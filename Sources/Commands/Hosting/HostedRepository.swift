import Explaining
import Files
import Foundation
import Model
import Processes
import State
import Words

/// A bare repository in the state directory: git's own, with what Bothy knows of it beside.
struct HostedRepository {
  let name: HostedName
  let state: StateFolder

  static let base = "main"
  static let hooks = ["pre-receive", "post-receive"]

  var path: String { state.hosted(name) }
  private var recordFile: String { path + "/" + HostedContents.record }
  private var pushFile: String { path + "/" + HostedContents.push }
  private var lock: String { path + "/bothy-lock" }

  var isThere: Bool { FileFacts(recordFile)?.isRegular == true }

  static func all(_ state: StateFolder) -> [HostedRepository] {
    let folders = (try? FileTree.entries(of: state.hosted)) ?? []
    return folders.filter { $0.hasSuffix(".git") }.compactMap { HostedName(repository: $0) }
      .sorted { $0.text < $1.text }
      .map { HostedRepository(name: $0, state: state) }.filter(\.isThere)
  }

  /// The one that lies at this path; nil for any other repository.
  static func at(_ path: String, _ state: StateFolder) -> HostedRepository? {
    let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    return all(state).first { URL(fileURLWithPath: $0.path).resolvingSymlinksInPath().path == real }
  }

  // MARK: What is kept of it

  func record(doing: String) throws -> HostedRecord {
    guard isThere, let bytes = contents(of: recordFile) else {
      throw Explanation(
        doing: doing, wrong: "no repository `\(name)` is hosted here",
        advice: "`bothy host` lists those that are, `bothy host create \(name)` makes it", status: 2)
    }
    guard let record = try? Self.decoder.decode(HostedRecord.self, from: Data(bytes)),
      record.version == HostedRecord(created: Date(), base: Self.base).version
    else {
      throw Explanation(
        doing: doing, wrong: "what \(recordFile) says is not understood",
        advice: "use the Bothy that wrote it, or bring it back from a backup")
    }
    return record
  }

  /// What two ask for at once is done one after the other.
  func change(doing: String, _ body: (inout HostedRecord) throws -> Void) throws {
    _ = try record(doing: doing)
    let end = Date() + 20
    guard let held = try FileLock.wait(for: lock, while: { Date() < end }) else {
      throw Explanation(
        doing: doing, wrong: "another process has held \(lock) for long", advice: "end that one first")
    }
    defer { withExtendedLifetime(held) {} }
    var record = try record(doing: doing)
    try body(&record)
    try publish(try Self.bytes(record), as: recordFile, mode: 0o600)
  }

  var lastPush: HostedPush? {
    contents(of: pushFile).flatMap { try? Self.decoder.decode(HostedPush.self, from: Data($0)) }
  }

  func keep(_ push: HostedPush) throws { try publish(try Self.bytes(push), as: pushFile, mode: 0o600) }

  private static func bytes(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return Array(try encoder.encode(value)) + [0x0A]
  }

  private static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }

  /// What git leaves when it is killed goes: a lock would keep a branch where it is for good. Git holds one
  /// for a moment, and what is coming in for as long as it comes.
  func tidy(now: Date) {
    func remove(_ names: [String], olderThan seconds: Double) {
      for name in names {
        guard let facts = FileFacts(path + "/" + name), now.timeIntervalSince1970 - facts.modified > seconds
        else { continue }
        try? FileManager.default.removeItem(atPath: path + "/" + name)
      }
    }
    let refs = FileTree.look(below: path + "/refs").found.map { "refs/" + $0.name }
    remove(refs.filter { $0.hasSuffix(".lock") } + ["packed-refs.lock", "HEAD.lock"], olderThan: 600)
    let objects = (try? FileTree.entries(of: path + "/objects")) ?? []
    remove(objects.filter { $0.hasPrefix("tmp_objdir-") }.map { "objects/" + $0 }, olderThan: 86_400)
  }

  // MARK: Making it

  /// Whole or not at all: made beside, then renamed.
  func make(doing: String, now: Date) throws {
    let there = Explanation(
      doing: doing, wrong: "there is a repository of that name already", advice: "take another name",
      status: 2)
    guard !Files.isThere(path) else { throw there }
    try makeFolder(state.hosted, mode: 0o700)
    let beside = "\(state.hosted)/.\(name)-\(UUID().uuidString)"
    let files = FileManager.default
    try? files.removeItem(atPath: beside)
    defer { try? files.removeItem(atPath: beside) }
    try Self.equip(beside, as: name)
    try publish(Array("ref: refs/heads/\(Self.base)\n".utf8), as: beside + "/HEAD", mode: 0o644)
    let record = HostedRecord(created: now, base: Self.base)
    try publish(try Self.bytes(record), as: beside + "/" + HostedContents.record, mode: 0o600)
    // One that was made a moment ago is not replaced.
    do { try files.moveItem(atPath: beside, toPath: path) } catch {
      throw Files.isThere(path) ? there : Explanation(error, doing: doing)
    }
  }

  /// All that is the same of each, as for one that comes back from a backup.
  static func equip(_ folder: String, as name: HostedName) throws {
    for inner in ["hooks", "info"] + HostedContents.folders { try makeFolder(folder + "/" + inner) }
    func write(_ text: String, _ file: String, mode: UInt32 = 0o644) throws {
      try publish(Array(text.utf8), as: folder + "/" + file, mode: mode)
    }
    try write(configuration, "config")
    try write("\(name), hosted by Bothy\n", "description")
    for hook in hooks { try write(script(hook), "hooks/\(hook)", mode: 0o755) }
  }

  /// What is pushed is checked, also that no name in it leads into a `.git`. Packs are joined while the one
  /// who pushed waits, not by a process that nobody ends; and what was ever pushed stays.
  private static let configuration = """
    [core]
    \trepositoryformatversion = 0
    \tfilemode = true
    \tbare = true
    \tlogAllRefUpdates = true
    [receive]
    \tfsckObjects = true
    \tdenyDeleteCurrent = refuse
    \tadvertisePushOptions = false
    [receive "fsck"]
    \tzeroPaddedFilemode = ignore
    \tmissingSpaceBeforeDate = ignore
    \tbadTimezone = ignore
    \tmissingEmail = ignore
    [gc]
    \tautoDetach = false
    \tpruneExpire = never
    \treflogExpire = never
    \treflogExpireUnreachable = never
    [maintenance]
    \tautoDetach = false
    [uploadpack]
    \tallowFilter = true

    """

  /// Who serves git says which Bothy that is; a push from this machine finds the one that made it.
  private static func script(_ hook: String) -> String {
    """
    #!/bin/sh
    # Made by `bothy host create`: without Bothy nothing is pushed here.
    bothy=${BOTHY_PROGRAM:-\(ShellWord.quoted(ProgramSearch.own))}
    [ -x "$bothy" ] || bothy=bothy
    exec "$bothy" host hook \(hook)

    """
  }
}
