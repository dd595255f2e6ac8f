import Foundation
import Kit
import Model
import SQLite
import Testing

@testable import Store

@Suite struct OpeningTests {
  private func kind(_ folder: String, readOnly: Bool = false) -> StoreError.Kind? {
    do {
      _ = try SQLiteStore(folder: folder, readOnly: readOnly)
      return nil
    } catch {
      return (error as? StoreError)?.kind
    }
  }

  @Test("a missing folder is made for this user alone, with those above it")
  func made() throws {
    let scratch = try ScratchFolder("store")
    let folder = scratch.path + "/one/two three"
    _ = try SQLiteStore(folder: folder)
    for path in [folder, scratch.path + "/one"] {
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o700)
    }
  }

  @Test("a file in the folder's place is told as one")
  func file() throws {
    let scratch = try ScratchFolder("store")
    try Data().write(to: URL(fileURLWithPath: scratch.path + "/state"))
    #expect(kind(scratch.path + "/state") == .notAFolder)
    #expect(kind(scratch.path + "/state/deeper") == .notAFolder)
    #expect(kind(scratch.path + "/state", readOnly: true) == .notAFolder)
  }

  @Test("reading where nothing was ever integrated says so and makes nothing")
  func missing() throws {
    let scratch = try ScratchFolder("store")
    #expect(kind(scratch.path + "/state", readOnly: true) == .missing)
    #expect(kind(scratch.path, readOnly: true) == .missing)
    for folder in [scratch.path + "/state", scratch.path] {
      let error = #expect(throws: StoreError.self) { try SQLiteStore(folder: folder, readOnly: true) }
      #expect(error?.status == 2 && error?.advice.hasPrefix("`bothy watch` integrates") == true)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).isEmpty)
  }

  @Test("a database of another version is refused and left as it is", arguments: [99, 5], [false, true])
  func otherVersion(_ version: Int, readOnly: Bool) throws {
    let scratch = try ScratchFolder("store")
    _ = try SQLiteStore(folder: scratch.path)
    try Database(path: scratch.path + "/bothy.sqlite").script("PRAGMA user_version = \(version)")
    let error = #expect(throws: StoreError.self) { try SQLiteStore(folder: scratch.path, readOnly: readOnly) }
    #expect(error?.kind == (version == 99 ? .newer : .older))
    #expect(error?.wrong.contains("was written by \(version == 99 ? "a newer" : "an older") Bothy") == true)
    #expect(error?.advice == "use that one, or another --state")
    #expect(try Schema.version(of: Database(path: scratch.path + "/bothy.sqlite")) == version)
  }

  @Test("a database of another program is refused and left as it is")
  func foreign() throws {
    let scratch = try ScratchFolder("store")
    try Database(path: scratch.path + "/bothy.sqlite").script("CREATE TABLE photos (n)")
    #expect(kind(scratch.path) == .foreign)
    #expect(kind(scratch.path, readOnly: true) == .foreign)
    let database = try Database(path: scratch.path + "/bothy.sqlite")
    #expect(try database.first("SELECT count(*) FROM sqlite_schema") { $0.int(0) } == 1)
    #expect(try database.first("PRAGMA journal_mode") { $0.text(0) } == "delete")
  }

  @Test("a file that is no database, and a damaged one, are told as damaged")
  func corrupt() throws {
    let scratch = try ScratchFolder("store")
    let file = URL(fileURLWithPath: scratch.path + "/bothy.sqlite")
    try Data(repeating: 7, count: 9000).write(to: file)
    #expect(kind(scratch.path) == .corrupt)
    #expect(kind(scratch.path, readOnly: true) == .corrupt)
    #expect(try Data(contentsOf: file) == Data(repeating: 7, count: 9000))

    let other = try ScratchFolder("store")
    try BotLife.fill(other.path)
    let damaged = URL(fileURLWithPath: other.path + "/bothy.sqlite")
    var bytes = try Data(contentsOf: damaged)
    bytes.replaceSubrange(100..<bytes.count, with: Data(repeating: 0xa5, count: bytes.count - 100))
    try bytes.write(to: damaged)
    #expect(kind(other.path) == .corrupt)
  }

  @Test("an empty file, as a crash at the very beginning leaves it, is taken over")
  func empty() throws {
    let scratch = try ScratchFolder("store")
    try Data().write(to: URL(fileURLWithPath: scratch.path + "/bothy.sqlite"))
    #expect(kind(scratch.path) == nil)
  }
}

@Suite(.enabled(if: SmallDisk.isAllowed, "this user may not mount a disk"))
struct DiskTests {
  @Test("a read-only folder can be read, but not written")
  func readOnly() throws {
    let disk = try SmallDisk(kilobytes: 2048)
    try BotLife.fill(disk.path + "/state")
    try disk.makeReadOnly()
    let error = #expect(throws: StoreError.self) { try SQLiteStore(folder: disk.path + "/state") }
    #expect(error?.kind == .readOnly)
    #expect(error?.advice.contains("--state") == true)
    let absent = #expect(throws: StoreError.self) { try SQLiteStore(folder: disk.path + "/other") }
    #expect(absent?.kind == .readOnly)
    let store = try SQLiteStore(folder: disk.path + "/state", readOnly: true)
    #expect(try store.past(bot: "parser", limit: 9).count == 3)
  }

  @Test("a full disk is told as one: when opening, when beginning and when finishing")
  func full() throws {
    let disk = try SmallDisk(kilobytes: 700)
    let store = try SQLiteStore(folder: disk.path + "/state")
    let number = try store.begin(
      bot: "parser", branch: "main", commit: nil, queued: at(0), started: at(0), processID: 1)
    var report = Report(
      bot: "parser", integration: number, result: .succeeded, reason: "", commit: nil, toolchain: "",
      configuration: .debug, queued: at(0), started: at(0))
    report.tests = TestReport(cases: (0..<20_000).map { testCase("test\($0)", .failed, message: "wrong") })
    let late = #expect(throws: StoreError.self) { try store.finish(report) }
    #expect(late?.kind == .full)
    #expect(late?.doing == "keeping parser#1")
    #expect(try store.integration(bot: "parser", number: 1)?.isRunning == true)
    #expect(try store.outcomes(1).isEmpty)
    try store.abandon(bot: "parser", integration: 1, result: .internalError, reason: "disk full", at: at(2))

    disk.fill()
    let other = #expect(throws: StoreError.self) { try SQLiteStore(folder: disk.path + "/new") }
    #expect(other?.kind == .full)
    let again = #expect(throws: StoreError.self) {
      for _ in 0..<5000 {
        _ = try store.begin(
          bot: "parser", branch: "main", commit: nil, queued: at(0), started: at(0), processID: 1)
      }
    }
    #expect(again?.kind == .full)
  }
}

extension SmallDisk {
  /// Writes until nothing more fits.
  func fill() {
    guard let file = fopen(path + "/ballast", "w") else { return }
    setvbuf(file, nil, _IONBF, 0)
    while fputc(0x78, file) != EOF {}
    fclose(file)
  }
}
