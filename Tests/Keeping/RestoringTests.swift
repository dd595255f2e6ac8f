import Explaining
import Files
import Foundation
import Inflating
import Kit
import Model
import Processes
import State
import StateKit
import Store
import Testing

@testable import Keeping

@Suite("Restoring") struct RestoringTests {
  private let kept: KeptWorld
  private var new: String { kept.scratch.path + "/new" }

  init() throws { kept = try KeptWorld() }

  private func refusal(replaces: Bool = false, _ name: String = "new") -> Explanation? {
    do {
      _ = try kept.restoring(into: name, replaces: replaces).perform(kept.file)
      return nil
    } catch { return Explanation(error) }
  }

  @Test("everything is there again as it was, and nothing of it is half")
  func whole() throws {
    try kept.take()
    var restoring = kept.restoring(into: "new")
    restoring.equip = { try Data("anew".utf8).write(to: URL(fileURLWithPath: $0 + "/config")) }
    let restored = try restoring.perform(kept.file)
    #expect(restored.counts == StoredCounts(bots: ["lexer", "local-tool", "parser"], integrations: 9))
    #expect(restored.hosted == ["parser.git"])
    #expect(contents(of: new + "/hosted/parser.git/config") == Array("anew".utf8))
    #expect(FileFacts(new + "/hosted")?.mode == 0o700 && !FoundFile(at: new + "/sessions.json").isThere)
    #expect(restored.botFiles == ["lexer.yaml", "local-tool.yaml", "parser.yaml"] && restored.aside == [])
    for name in [
      "integrations/parser/2/report.json", "secrets/parser.env", "mail.yaml", "people.json", "audit.jsonl",
    ] {
      #expect(contents(of: new + "/" + name) == contents(of: kept.state.path + "/" + name))
      #expect(
        FileFacts(new + "/" + name)?.modified.rounded(.down)
          == FileFacts(kept.state.path + "/" + name)?.modified.rounded(.down))
    }
    #expect(FileFacts(new + "/integrations/parser/3/sources")?.isFolder == true)
    #expect(FileFacts(new)?.mode == 0o700 && FileFacts(new + "/secrets")?.mode == 0o700)
    let store = try SQLiteStore(folder: new)
    #expect(try store.past(bot: "parser", limit: 9) == kept.world.store.past(bot: "parser", limit: 9))
    #expect(try store.openIssues(of: "lexer") == kept.world.store.openIssues(of: "lexer"))
    #expect(try FileTree.entries(of: new).allSatisfy { !$0.contains("restore") })
  }

  @Test("a bot of a hosted repository integrates the one that is here, and not where it was")
  func led() throws {
    let before = "name: P\nrepository: \"\(kept.state.path)/hosted/parser.git\"  # ours\nbase: main\n"
    try kept.scratch.write("bots/parser.yaml", before)
    try kept.take()
    let restored = try kept.restoring(into: "new").perform(kept.file)
    #expect(restored.led == ["parser.yaml"])
    let after = before.replacing(kept.state.path, with: new)
    #expect(contents(of: kept.scratch.path + "/new-bots/parser.yaml") == Array(after.utf8))
    let names = ["a.git"]
    #expect(HostedPlaces.moved("repository: /x/hosted/a.git\n", to: "/y", names) == "repository: /y/a.git\n")
    for other in [
      "repository: /y/a.git", "repository: /x/hosted/b.git", "repository: https://x/hosted/a.git",
      "repository: /x/hosted/a.git/b", "# repository: /x/hosted/a.git", "link: /x/hosted/a.git",
    ] {
      #expect(HostedPlaces.moved(other, to: "/y", names) == nil, "\(other)")
    }
    #expect(HostedPlaces.moved("repository: /x/hosted/a.git", to: "/y: z", names) == nil)
  }

  @Test("what ran where it comes from runs nowhere here, though a process has its number")
  func running() throws {
    _ = try kept.world.begin("parser", process: ProcessInfo.processInfo.processIdentifier)
    try kept.take()
    _ = try kept.restoring(into: "new").perform(kept.file)
    let store = try SQLiteStore(folder: new)
    #expect(try store.cutOff { $0 != 0 }.map(\.number) == [4])
  }

  @Test("a state directory that holds something is refused, and with --force put aside")
  func kept_() throws {
    try kept.take()
    _ = try kept.restoring(into: "new").perform(kept.file)
    try Data("other\n".utf8).write(to: URL(fileURLWithPath: new + "/mail.yaml"))
    let error = refusal()
    #expect(error?.status == 2 && error?.wrong.contains("in use") == true)
    #expect(contents(of: new + "/mail.yaml") == Array("other\n".utf8))
    let restored = try kept.restoring(into: "new", replaces: true).perform(kept.file)
    #expect(restored.aside.count == 1)
    #expect(contents(of: restored.aside[0] + "/mail.yaml") == Array("other\n".utf8))
    #expect(try SQLiteStore(folder: restored.aside[0]).counts().integrations == 9)
    #expect(try SQLiteStore(folder: new).counts().integrations == 9)
  }

  @Test("a bot file that says something else is refused before anything is changed")
  func otherBotFile() throws {
    try kept.take()
    try kept.scratch.write("new-bots/parser.yaml", "repository: /elsewhere\n")
    #expect(refusal()?.wrong.contains("parser.yaml, which says something else") == true)
    #expect(!FoundFile(at: new).isThere)
    let restored = try kept.restoring(into: "new", replaces: true).perform(kept.file)
    #expect(restored.aside.count == 1 && restored.aside[0].contains("/new-bots/parser.yaml.before-"))
  }

  @Test("a bot file is for those who might read it before")
  func modes() throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: kept.bots + "/parser.yaml")
    try kept.take()
    _ = try kept.restoring(into: "new").perform(kept.file)
    #expect(FileFacts(new + "-bots/parser.yaml")?.mode == 0o600)
    #expect(FileFacts(new + "-bots/lexer.yaml")?.mode == FileFacts(kept.bots + "/lexer.yaml")?.mode)
  }

  @Test("where the bot files cannot be laid, nothing is changed")
  func botFilesElsewhere() throws {
    try kept.take()
    try kept.scratch.write("new-bots", "a file where their folder should be")
    #expect(refusal() != nil && !FoundFile(at: new).isThere)
  }

  @Test(
    "where a watcher runs, pages are served or a bot is integrated, it is refused",
    arguments: [
      ("watch-lock", "a watcher, or another restore, runs"), ("serve-lock", "are served"),
      ("bots/a/lock", "is being integrated"),
      ("bots/a/perform-lock", "is being integrated"),
    ])
  func used(lock: String, words: String) throws {
    try kept.take()
    try FileManager.default.createDirectory(
      atPath: new + "/bots/a", withIntermediateDirectories: true)
    let held = try FileLock(taking: new + "/" + lock)
    #expect(refusal(replaces: true)?.wrong.contains(words) == true)
    withExtendedLifetime(held) {}
    #expect(!FoundFile(at: new + "/bothy.sqlite").isThere)
  }

  @Test("on a disk that becomes full nothing is changed", .enabled(if: SmallDisk.isAllowed))
  func full() throws {
    try kept.take()
    let disk = try SmallDisk(kilobytes: 100)
    let restoring = Restoring(
      state: StateFolder(path: disk.path + "/state"), bots: disk.path + "/bots", replaces: false)
    let error = #expect(throws: FileError.self) { try restoring.perform(kept.file) }
    #expect(error?.wrong.contains("space left") == true)
    #expect(try FileTree.entries(of: disk.path) == [])
  }

  @Test("what one that was killed left there is cleared away by the next")
  func leftBehind() throws {
    try kept.take()
    try kept.scratch.write("new/restore.new-999999/state/x", "half")
    _ = try kept.restoring(into: "new").perform(kept.file)
    #expect(try FileTree.entries(of: new).allSatisfy { !$0.contains("restore") })
  }

  // MARK: - What is not to be trusted

  @Test("one that ends early is refused, wherever it ends, and nothing is changed")
  func cutShort() throws {
    try kept.take()
    let whole = try #require(contents(of: kept.file))
    for part in [0, 1, 9, 100, 600, whole.count / 3, whole.count / 2, whole.count - 9, whole.count - 1] {
      try Data(whole[..<part]).write(to: URL(fileURLWithPath: kept.file))
      let error = refusal()
      #expect(error?.status == 5, "\(part) bytes")
      #expect(error?.wrong.contains("missing") == true || error?.wrong.contains("no backup") == true)
      #expect(!FoundFile(at: new).isThere, "\(part) bytes")
    }
  }

  @Test("one that was changed anywhere is refused")
  func changed() throws {
    try kept.take()
    let whole = try #require(contents(of: kept.file))
    for place in stride(from: 0, to: whole.count, by: max(1, whole.count / 40)) where place != 9 {
      var other = whole
      // All of it: single bits may only fill up a byte.
      other[place] ^= 0xFF
      try Data(other).write(to: URL(fileURLWithPath: kept.file))
      // The time and the system in the head of gzip's frame mean nothing.
      if (4..<10).contains(place) { continue }
      // Nor do the bits that fill up the last byte before the checksum.
      if place == whole.count - 9 { continue }
      #expect(refusal() != nil, "byte \(place)")
      FileTree.remove(new)
      FileTree.remove(new + "-bots")
    }
  }

  @Test("what is no backup is refused as such", arguments: ["", "hello", "\u{1F}\u{8B}"])
  func foreign(text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: kept.file))
    #expect(refusal()?.wrong == "it is no backup of Bothy's")
    let packer = GzipPacker()
    let packed = packer.add(Array(text.utf8)) + packer.end()
    try Data(packed).write(to: URL(fileURLWithPath: kept.file))
    #expect(refusal()?.wrong == "it is no backup of Bothy's")
    #expect(!FoundFile(at: new).isThere)
  }

  @Test("a newer format is refused with what to do, and a file that is not there in words")
  func newer() throws {
    try pack([(TarEntry(name: "backup.json"), "{\"format\": 2}")])
    #expect(refusal()?.wrong == "it was made by a newer Bothy (format 2, this one knows 1)")
    FileTree.remove(kept.file)
    #expect(refusal()?.wrong.isEmpty == false)
  }

  @Test(
    "an archive that means harm is refused, and nothing is laid outside",
    arguments: [
      "/tmp/bothy-harm", "../harm", "state/../../harm", "state/integrations/a/../../../../harm",
      "state/site/x",
      "state/integrations/a/1/../../../../../harm", "bots/../../harm.yaml", "harm", "state/watch.socket",
      "bots/.yaml", "bots/od d.yaml", "bots/a\nb.yaml", "bots/\u{1B}[2J.yaml", "state/secrets/.env",
      "state/integrations/a/+9/log.txt", "state/integrations/a/-9/log.txt", "state/integrations/a/09/log.txt",
    ])
  func hostile(name: String) throws {
    try pack([(head, headText), (TarEntry(name: name), "harm")])
    #expect(refusal()?.wrong.contains("which no backup of Bothy's does") == true)
    #expect(!FoundFile(at: new).isThere && !FoundFile(at: "/tmp/bothy-harm").isThere)
    #expect(!FoundFile(at: kept.scratch.path + "/harm").isThere)
  }

  @Test("a store that knows a bot by a name that leads elsewhere is refused")
  func names() throws {
    _ = try kept.world.begin("../../victim")
    try kept.take()
    #expect(refusal()?.wrong == "it remembers a bot `../../victim`, which no backup of Bothy's does")
    #expect(!FoundFile(at: new).isThere)
  }

  @Test("how much a bot had on the disk where it comes from is not told here")
  func disk() throws {
    try kept.world.store.keep(diskBytes: 1 << 30, of: "parser")
    try kept.take()
    _ = try kept.restoring(into: "new").perform(kept.file)
    #expect(try SQLiteStore(folder: new).knownBots().allSatisfy { $0.diskBytes == nil })
  }

  @Test("links, devices and pipes are refused", arguments: Array("123467"))
  func kinds(flag: Character) throws {
    var header = TarEntry(name: "state/integrations/a/1/log.txt").header
    header[156] = flag.asciiValue ?? 0
    header.replaceSubrange(157..<168, with: Array("/etc/passwd".utf8))
    let sum = header.indices.reduce(0) { $0 + ((148..<156).contains($1) ? 32 : Int(header[$1])) }
    header.replaceSubrange(
      148..<154, with: Array((String(repeating: "0", count: 6) + String(sum, radix: 8)).suffix(6).utf8))
    let packer = GzipPacker()
    let bytes =
      packer.add(block(head, headText)) + packer.add(header) + packer.add(TarEntry.end) + packer.end()
    try Data(bytes).write(to: URL(fileURLWithPath: kept.file))
    #expect(refusal()?.wrong.contains("which no backup of Bothy's does") == true)
    #expect(!FoundFile(at: new).isThere)
  }

  @Test("one thing twice, and less or more than was promised, is refused")
  func lies() throws {
    let log = TarEntry(name: "state/integrations/a/1/log.txt")
    try pack([(head, headText), (log, "a"), (log, "b")])
    #expect(refusal()?.wrong.contains("twice") == true)
    try pack([(head, headText), (log, "a"), (TarEntry(name: "end.json"), "{\"files\": 2, \"bytes\": 1}")])
    #expect(refusal()?.wrong.contains("damaged") == true)
    try pack([(head, headText), (log, "a")])
    #expect(refusal()?.wrong.contains("missing") == true)
  }

  @Test("a store that is none, or of another program, is refused")
  func store() throws {
    let text = "no database at all"
    let mark = SHA256.hex(Array(text.utf8))
    let end = "{\"files\": 1, \"bytes\": \(text.utf8.count), \"store\": \"\(mark)\"}"
    try pack([
      (head, headText), (TarEntry(name: "state/bothy.sqlite"), text), (TarEntry(name: "end.json"), end),
    ])
    #expect(refusal()?.wrong.contains("damaged") == true)
    #expect(!FoundFile(at: new).isThere)
  }

  private let head = TarEntry(name: "backup.json")
  private let headText = "{\"format\": 1, \"bothy\": \"x\", \"made\": \"2026-11-23T04:00:00Z\"}"

  private func block(_ entry: TarEntry, _ text: String) -> [UInt8] {
    var entry = entry
    entry.size = text.utf8.count
    return entry.header + Array(text.utf8) + [UInt8](repeating: 0, count: TarEntry.padding(text.utf8.count))
  }

  private func pack(_ entries: [(TarEntry, String)]) throws {
    let packer = GzipPacker()
    let bytes = entries.reduce(into: [UInt8]()) { $0 += packer.add(block($1.0, $1.1)) }
    try Data(bytes + packer.add(TarEntry.end) + packer.end()).write(to: URL(fileURLWithPath: kept.file))
  }
}
