import Explaining
import Files
import Foundation
import Inflating
import Kit
import Model
import State
import StateKit
import Store
import Testing

@testable import Keeping

/// Three bots with a history, bot files, secrets, and what does not belong into a backup.
struct KeptWorld {
  let world: HistoryWorld
  let scratch: ScratchFolder
  var state: StateFolder { world.state }
  var bots: String { scratch.path + "/bots" }
  var file: String { scratch.path + "/all.tar.gz" }

  init() throws {
    world = try HistoryWorld()
    scratch = try ScratchFolder("backup")
    for bot in ["parser", "lexer", "local-tool"] as [BotID] {
      for hour in 0..<3 { try world.integrate(bot, hour: hour) { if hour == 1 { $0.fail([.failed]) } } }
      try scratch.write("bots/\(bot).yaml", "repository: /srv/\(bot)\n")
    }
    try write("secrets/parser.env", "TOKEN=hidden\n")
    try write("mail.yaml", "host: mail.example.org\n")
    for name in ["people.json", "audit.jsonl", "sessions.json"] { try write(name, name) }
    try write("hosted/parser.git/HEAD", "ref: refs/heads/main\n")
    try write("hosted/parser.git/bothy.json", "{}")
    try write("hosted/parser.git/config", "made again")
    try write("bots/parser/build/x.o", "made again")
    try write("bots/parser/checkout/Package.swift", "fetched again")
    try write("bots/parser/test-maps/1.json", "{}")
    try write("integrations/parser/2/scratch/half", "of the moment")
    try write("integrations/parser/2/archive/\(String(repeating: "long-", count: 30)).tar.zst", "an archive")
    try FileManager.default.createDirectory(
      atPath: state.path + "/integrations/parser/3/sources", withIntermediateDirectories: true)
  }

  func write(_ name: String, _ text: String) throws {
    let place = state.path + "/" + name
    try FileManager.default.createDirectory(
      atPath: (place as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: place))
  }

  var botFiles: [(name: String, path: String)] {
    ["lexer", "local-tool", "parser"].map { ("\($0).yaml", "\(bots)/\($0).yaml") }
  }

  func taking(_ bot: BotID? = nil) -> BackupTaking {
    BackupTaking(
      state: state, botFiles: bot.map { [("\($0).yaml", "\(bots)/\($0).yaml")] } ?? botFiles, bot: bot,
      maker: "test")
  }

  @discardableResult
  func take() throws -> BackupSum { try taking().take(to: .file(file, replacing: false)) }

  func restoring(into name: String, replaces: Bool = false) -> Restoring {
    Restoring(
      state: StateFolder(path: scratch.path + "/" + name), bots: scratch.path + "/\(name)-bots",
      replaces: replaces)
  }

  func listing() async throws -> [String] {
    let end = try await Command("/usr/bin/env", ["tar", "tzf", file]).run()
    #expect(end.status == 0, "\(end.errorText)")
    return end.outputText.split(separator: "\n").map(String.init)
  }
}

@Suite("A backup") struct BackupTests {
  private let kept: KeptWorld

  init() throws { kept = try KeptWorld() }

  @Test("holds what cannot be had again, for any tar to open, and is its owner's alone")
  func contents() async throws {
    let sum = try kept.take()
    #expect((sum.bots, sum.integrations, sum.botFiles, sum.others) == (3, 9, 3, 0))
    #expect(sum.hosted == 1)
    let names = try await kept.listing()
    for name in [
      "backup.json", "end.json", "bots/parser.yaml", "state/bothy.sqlite", "state/mail.yaml",
      "state/secrets/parser.env", "state/integrations/lexer/1/report.json",
      "state/integrations/parser/3/log.txt",
      "state/bots/parser/test-maps/1.json", "state/integrations/parser/3/sources/",
      "state/integrations/parser/2/archive/\(String(repeating: "long-", count: 30)).tar.zst",
    ] {
      #expect(names.contains(name), "\(name) is missing")
    }
    #expect(!names.contains { $0.contains("scratch") || $0.contains("build/") || $0.contains("checkout") })
    #expect(!names.contains { $0.contains("sessions") || $0.contains("config") })
    #expect(!names.contains { $0.contains("site") || $0.contains("ballast") })
    #expect(FileFacts(kept.file)?.mode == 0o600)
    #expect(try FileTree.entries(of: kept.state.path).allSatisfy { !$0.contains(".new-") })
  }

  @Test("does not replace a file unasked, and leaves nothing under a name before it is whole")
  func replacing() throws {
    try kept.take()
    let before = FileFacts(kept.file)
    let error = #expect(throws: Explanation.self) { try kept.take() }
    #expect(error?.status == 2 && error?.advice.contains("--force") == true)
    var taking = kept.taking()
    taking.isCanceled = { true }
    #expect(throws: CancellationError.self) { try taking.take(to: .file(kept.file, replacing: true)) }
    #expect(FileFacts(kept.file) == before)
    #expect(!FoundFile(at: BackupTaking.partial(kept.file)).isThere)
    _ = try kept.taking().take(to: .file(kept.file, replacing: true))
  }

  @Test("follows a link to where it is wanted, and does not replace what is no file")
  func places() throws {
    let files = FileManager.default
    try files.createDirectory(atPath: kept.scratch.path + "/disk", withIntermediateDirectories: true)
    let link = kept.scratch.path + "/link.tar.gz"
    try files.createSymbolicLink(atPath: link, withDestinationPath: "disk/all.tar.gz")
    _ = try kept.taking().take(to: .file(link, replacing: true))
    #expect(FileFacts(kept.scratch.path + "/disk/all.tar.gz")?.isRegular == true)
    #expect(try files.destinationOfSymbolicLink(atPath: link) == "disk/all.tar.gz")
    let error = #expect(throws: Explanation.self) {
      try kept.taking().take(to: .file(kept.scratch.path + "/disk", replacing: true))
    }
    #expect(error?.status == 2 && FileFacts(kept.scratch.path + "/disk")?.isFolder == true)
  }

  @Test("holds secrets and settings that are links, and counts what it leaves out")
  func links() throws {
    let files = FileManager.default
    for (name, elsewhere) in [("secrets/parser.env", "hidden"), ("mail.yaml", "mail")] {
      try files.moveItem(
        atPath: kept.state.path + "/" + name, toPath: kept.scratch.path + "/" + elsewhere)
      try files.createSymbolicLink(
        atPath: kept.state.path + "/" + name, withDestinationPath: kept.scratch.path + "/" + elsewhere)
    }
    try files.createSymbolicLink(
      atPath: kept.state.path + "/secrets/lost.env", withDestinationPath: "/nowhere")
    let sum = try kept.take()
    #expect(sum.secrets == 1 && sum.others == 1)
    _ = try kept.restoring(into: "new").perform(kept.file)
    let new = kept.scratch.path + "/new/"
    #expect(Files.contents(of: new + "secrets/parser.env") == Array("TOKEN=hidden\n".utf8))
    #expect(FileFacts(new + "secrets/parser.env")?.mode == 0o600)
    #expect(Files.contents(of: new + "mail.yaml") == Array("host: mail.example.org\n".utf8))
  }

  @Test("of a store that is damaged none is taken")
  func damaged() async throws {
    let store = kept.state.path + "/bothy.sqlite"
    let end = try await Command(
      "/usr/bin/sqlite3", [store, "PRAGMA wal_checkpoint(TRUNCATE)"], in: kept.scratch.url
    ).run()
    #expect(end.status == 0)
    let handle = try #require(FileHandle(forWritingAtPath: store))
    try handle.seek(toOffset: 3 * 4096 + 8)
    try handle.write(contentsOf: Data(repeating: 0xA5, count: 4000))
    try handle.close()
    let error = #expect(throws: (any Error).self) { try kept.take() }
    #expect(
      error.map { Explanation($0).wrong.contains("is damaged") } == true, "\(String(describing: error))")
    #expect(!FoundFile(at: kept.file).isThere)
  }

  @Test("takes what is removed while it is read for gone, and what grows as long as it was")
  func changing() throws {
    var taking = kept.taking()
    let (log, report) = (
      kept.state.path + "/integrations/lexer/1/log.txt",
      kept.state.path + "/integrations/parser/3/report.json"
    )
    var isDone = false
    taking.progress = { _, _ in
      guard !isDone else { return }
      isDone = true
      FileTree.remove(report)
      guard let grown = FileHandle(forWritingAtPath: log) else { return }
      grown.seekToEndOfFile()
      grown.write(Data("more\n".utf8))
    }
    _ = try taking.take(to: .file(kept.file, replacing: false))
    #expect(isDone)
    #expect(try kept.restoring(into: "new").perform(kept.file).counts?.integrations == 9)
  }

  @Test("on a disk that becomes full leaves no half file", .enabled(if: SmallDisk.isAllowed))
  func full() throws {
    let disk = try SmallDisk(kilobytes: 8)
    let error = #expect(throws: FileError.self) {
      try kept.taking().take(to: .file(disk.path + "/all.tar.gz", replacing: false))
    }
    #expect(error?.wrong.contains("space left") == true)
    #expect(try FileTree.entries(of: disk.path) == [])
  }

  @Test("can be taken of a state directory that can only be read", .enabled(if: SmallDisk.isAllowed))
  func readOnly() throws {
    let disk = try SmallDisk(kilobytes: 8000)
    do {
      let world = try HistoryWorld(at: disk.path + "/state")
      try world.integrate("parser", publish: false)
    }
    try disk.makeReadOnly()
    let taking = BackupTaking(state: StateFolder(path: disk.path + "/state"), botFiles: [], maker: "test")
    let sum = try taking.take(to: .file(kept.file, replacing: false))
    #expect((sum.bots, sum.integrations) == (1, 1))
    #expect(try kept.restoring(into: "new").perform(kept.file).counts?.integrations == 1)
  }

  @Test("cannot be written where nothing can be, in words")
  func unwritable() throws {
    let error = #expect(throws: FileError.self) {
      try kept.taking().take(to: .file("/proc/all.tar.gz", replacing: false))
    }
    #expect(error?.doing == "writing /proc/all.tar.gz")
  }

  @Test("of one bot holds nothing of another")
  func one() throws {
    _ = try kept.taking("parser").take(to: .file(kept.file, replacing: false))
    let restored = try kept.restoring(into: "new").perform(kept.file)
    #expect(restored.bot == "parser" && restored.counts == StoredCounts(bots: ["parser"], integrations: 3))
    let folder = kept.scratch.path + "/new"
    #expect(try FileTree.entries(of: folder + "/integrations") == ["parser"])
    #expect(!FoundFile(at: folder + "/mail.yaml").isThere)
    #expect(FileFacts(folder + "/secrets/parser.env")?.mode == 0o600)
  }
}

@Suite("What a backup is read by") struct TarEntryTests {
  @Test("a header comes back as it was", arguments: ["a", String(repeating: "ä/", count: 200), "x/y z"])
  func header(name: String) throws {
    let entry = TarEntry(name: name, size: 1234, mode: 0o640, modified: 1_790_000_000)
    let header = entry.header
    var read = try #require(TarEntry(header: Array(header[..<512])))
    if read.kind == .more {
      let more = Array(header[512..<(512 + read.size)])
      read = try #require(TarEntry(header: Array(header.suffix(512))))
      let isTaken = read.take(more: more)
      #expect(isTaken)
    }
    #expect(read == entry)
  }

  @Test("a size beyond what a header can say is said before it")
  func large() throws {
    let header = TarEntry(name: "a", size: 1 << 40).header
    let first = try #require(TarEntry(header: Array(header[..<512])))
    var read = try #require(TarEntry(header: Array(header.suffix(512))))
    let isTaken = read.take(more: Array(header[512..<(512 + first.size)]))
    #expect(first.kind == .more && isTaken)
    #expect(read.size == 1 << 40)
  }

  @Test("what is no header is none", arguments: [0, 100, 148, 300])
  func broken(place: Int) {
    var header = TarEntry(name: "a").header
    header[place] ^= 0x15
    #expect(TarEntry(header: header) == nil)
    #expect(TarEntry(header: [UInt8](repeating: 1, count: 512)) == nil)
  }

  @Test(
    "a name may come back only where Bothy put such things",
    arguments: [
      ("state/bothy.sqlite", true), ("bots/a.yaml", true), ("bots/a.yml", true),
      ("state/secrets/a.env", true),
      ("state/integrations/a/1/report.json", true), ("state/integrations/a/1/attachments/x/y.png", true),
      ("/etc/passwd", false), ("state/../x", false), ("state/integrations/a/../../x", false),
      ("bots/a.sh", false),
      ("state/integrations/a/1/../../../../x", false), ("bots/../a.yaml", false), ("", false),
      ("state", false),
      ("state/integrations//1/x", false), ("state/watch.socket", false), ("state/bots/a/checkout/x", false),
      ("state/integrations/a/1/./x", false), ("state/bothy.sqlite/x", false), ("bots/x/a.yaml", false),
      ("state/integrations/a/1/a\u{0}b", false), ("state/integrations/a/x/report.json", false),
      // To Swift the slash is one character with what stands beside it.
      ("state/integrations/a/1/../\u{301}x", false), ("state/integrations/a/1/x\u{600}/../y", false),
    ])
  func names(name: String, isTaken: Bool) {
    #expect(BackupContents.holds(name, bot: nil) == isTaken)
  }

  @Test("of one bot only its own things come back")
  func ofOne() {
    for name in ["state/mail.yaml", "state/secrets/b.env", "bots/b.yaml", "state/integrations/b/1/log.txt"] {
      #expect(BackupContents.holds(name, bot: nil) && !BackupContents.holds(name, bot: "a"))
    }
  }
}
