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

  @Test("a database of a newer Bothy is refused and left as it is", arguments: [false, true])
  func newer(readOnly: Bool) throws {
    let scratch = try ScratchFolder("store")
    _ = try SQLiteStore(folder: scratch.path)
    try Database(path: scratch.path + "/bothy.sqlite").script("PRAGMA user_version = 99")
    let error = #expect(throws: StoreError.self) { try SQLiteStore(folder: scratch.path, readOnly: readOnly) }
    #expect(error?.kind == .newer)
    #expect(error?.wrong.contains("was written by a newer Bothy") == true)
    #expect(error?.advice == "use that one, or another --state")
    let version = try Schema.version(of: Database(path: scratch.path + "/bothy.sqlite"))
    #expect(version == 99)
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

@Suite struct MigrationTests {
  @Test("a database of the first step is brought up to date with all it knows", arguments: [false, true])
  func migrated(readOnly: Bool) throws {
    let scratch = try ScratchFolder("store")
    try FirstStep.write(to: scratch.path + "/bothy.sqlite")
    let store = try SQLiteStore(folder: scratch.path, readOnly: readOnly)
    #expect(try Schema.version(of: store.database) == Schema.newest)
    let older = try Database(path: scratch.path + "/bothy.sqlite.schema-1", mode: .readOnly)
    #expect(try Schema.version(of: older) == 1)
    let stored = try #require(try store.integration(bot: "local-parser", number: 1))
    #expect(stored.result == .testFailures && stored.subject == "It's begun; mostly")
    let past = try store.past(bot: "local-parser", numbers: 1...1)
    #expect(past.map(\.lines) == [LineCounts(executable: 100, executed: 60, partial: 1)])
    #expect(try store.integration(bot: "local-parser", number: nil)?.isRunning == true)
    let baseline = try store.baseline(bot: "local-parser", branch: "main")
    #expect(baseline?.openIssues == [issue("b", since: 1)])
    #expect(baseline?.coverage?.integration == 1)
    guard !readOnly else { return }
    #expect(try store.localBot(path: "/home/me/parser", folderName: "parser") == "local-parser")
    let next = try store.begin(
      bot: "local-parser", branch: "main", commit: nil, queued: at(0), started: at(0), processID: 1)
    #expect(next == 3)
  }

  @Test("what nobody asked the database goes, and the lines of each file stay")
  func fewer() throws {
    let scratch = try ScratchFolder("store")
    try FirstStep.write(to: scratch.path + "/bothy.sqlite")
    let store = try SQLiteStore(folder: scratch.path)
    let files = try store.coverage(bot: "local-parser", integration: 1)
    let lines = LineCounts(executable: 100, executed: 60, partial: 1)
    #expect(files == [FileLines(target: "P", path: "Sources/P/File0.swift", lines: lines)])
    #expect(try store.database.all("PRAGMA table_info(coverage)") { $0.text("name") }.count == 5)
    #expect(try store.database.all("PRAGMA table_info(failure)") { $0.text("name") }.isEmpty)
    #expect(try store.database.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
    let older = try Database(path: scratch.path + "/bothy.sqlite.schema-1", mode: .readOnly)
    #expect(try older.all("SELECT message FROM failure") { $0.text("message") } == ["wrong"])
  }

  @Test("a migrated database and a new one have the same tables")
  func sameTables() throws {
    let old = try ScratchFolder("store")
    let new = try ScratchFolder("store")
    try FirstStep.write(to: old.path + "/bothy.sqlite")
    func schema(_ folder: String) throws -> [String] {
      try SQLiteStore(folder: folder).database.all(
        "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name"
      ) { row in row.text(0) + row.text(1).filter { !$0.isWhitespace && $0 != "\"" } }
    }
    #expect(try schema(old.path) == schema(new.path))
  }

  @Test("a step that fails leaves the step before it")
  func failedStep() throws {
    let scratch = try ScratchFolder("store")
    let path = scratch.path + "/bothy.sqlite"
    try FirstStep.write(to: path)
    try Database(path: path).script("CREATE TABLE integrationMeasured (n)")
    let error = #expect(throws: StoreError.self) { try SQLiteStore(folder: scratch.path) }
    #expect(error?.kind == .other)
    let database = try Database(path: path)
    #expect(try Schema.version(of: database) == 1)
    let columns = try database.all("PRAGMA table_info(integration)") { $0.text(1) }
    #expect(!columns.contains("selection"))
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

  @Test("an old database on a read-only disk is told as not writable")
  func oldReadOnly() throws {
    let disk = try SmallDisk(kilobytes: 2048)
    try FirstStep.write(to: disk.path + "/bothy.sqlite")
    try disk.makeReadOnly()
    let error = #expect(throws: StoreError.self) { try SQLiteStore(folder: disk.path, readOnly: true) }
    #expect(error?.kind == .readOnly)
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
