import Foundation
import Kit
import Testing

@testable import SQLite

@Suite struct DatabaseTests {
  @Test("every kind of value comes back as it went in")
  func values() throws {
    let scratch = try ScratchFolder("sqlite")
    let database = try Database(path: scratch.file)
    try database.script("CREATE TABLE t (a, b, c, d, e)")
    let text = "é\u{0}𝄞 \"'; DROP TABLE t; --"
    try database.run(
      "INSERT INTO t VALUES (?, ?, ?, ?, ?)", Int.min, 0.1, text, Int?.none, true)
    let same = try database.first("SELECT * FROM t") {
      $0.int(0) == .min && $0.double(1) == 0.1 && $0.text(2) == text && $0.maybeInt(3) == nil
        && $0.bool(4) && $0.count == 5 && $0.text("c") == text && $0.double("b") == 0.1
    }
    #expect(same == true)
  }

  @Test("an empty text is not null")
  func empty() throws {
    let database = try Database(path: ":memory:")
    #expect(try database.first("SELECT typeof(?)", "") { $0.text(0) } == "text")
  }

  @Test("a statement may be used again while its rows are being read")
  func reentry() throws {
    let database = try Database(path: ":memory:")
    try database.script("CREATE TABLE t (n); INSERT INTO t VALUES (1), (2), (3)")
    let sums = try database.all("SELECT n FROM t ORDER BY n") { row in
      let n = row.int(0)
      return try database.all("SELECT n FROM t ORDER BY n") { $0.int(0) }.reduce(0, +) * n
    }
    #expect(sums == [6, 12, 18])
  }

  @Test("a transaction that throws leaves nothing behind")
  func rollback() throws {
    struct Stop: Error {}
    let database = try Database(path: ":memory:")
    try database.script("CREATE TABLE t (n)")
    #expect(throws: Stop.self) {
      try database.transaction {
        try database.run("INSERT INTO t VALUES (1)")
        throw Stop()
      }
    }
    #expect(!database.isInTransaction)
    #expect(try database.first("SELECT count(*) FROM t") { $0.int(0) } == 0)
    try database.transaction { try database.run("INSERT INTO t VALUES (1)") }
    #expect(try database.first("SELECT count(*) FROM t") { $0.int(0) } == 1)
  }

  @Test("a statement that failed can be used again")
  func againAfterFailure() throws {
    let database = try Database(path: ":memory:")
    try database.script("CREATE TABLE t (n UNIQUE)")
    try database.run("INSERT INTO t VALUES (?)", 1)
    let error = #expect(throws: SQLiteError.self) { try database.run("INSERT INTO t VALUES (?)", 1) }
    #expect(error?.kind == .constraint)
    #expect(error?.wrong.contains("UNIQUE constraint failed: t.n") == true)
    #expect(try database.run("INSERT INTO t VALUES (?)", 2) == 1)
  }

  @Test("10,000 rows are written and read through one prepared statement each")
  func many() throws {
    let database = try Database(path: ":memory:")
    try database.script("CREATE TABLE t (n, s)")
    try database.transaction {
      for n in 0..<10_000 { try database.run("INSERT INTO t VALUES (?, ?)", n, "row \(n)") }
    }
    let rows = try database.all("SELECT n, s FROM t ORDER BY n") { ($0.int(0), $0.text(1)) }
    #expect(rows.count == 10_000 && rows[9_999] == (9_999, "row 9999"))
  }
}

@Suite struct DatabaseErrorTests {
  private func kind(_ body: () throws -> Void) -> SQLiteError.Kind? {
    do {
      try body()
      return nil
    } catch {
      return (error as? SQLiteError)?.kind
    }
  }

  private func filled(_ path: String) throws {
    let database = try Database(path: path)
    try database.script("CREATE TABLE t (n, s); CREATE INDEX i ON t (s)")
    try database.transaction {
      for n in 0..<500 {
        try database.run("INSERT INTO t VALUES (?, ?)", n, String(repeating: "x", count: 50))
      }
    }
  }

  @Test("what is no SQL is told in SQLite's words")
  func badStatement() throws {
    let database = try Database(path: ":memory:")
    let error = #expect(throws: SQLiteError.self) { try database.run("SELEKT 1") }
    #expect(error?.kind == .other)
    #expect(error?.wrong.contains("near \"SELEKT\": syntax error") == true)
  }

  @Test("a missing folder and a folder in the file's place cannot be opened")
  func cannotOpen() throws {
    let scratch = try ScratchFolder("sqlite")
    let missing = #expect(throws: SQLiteError.self) { try Database(path: scratch.path + "/no/such") }
    #expect(missing?.kind == .cannotOpen)
    #expect(missing?.wrong.contains("No such file or directory") == true)
    #expect(kind { _ = try Database(path: scratch.path) } == .cannotOpen)
    #expect(kind { _ = try Database(path: scratch.file, mode: .readOnly) } == .cannotOpen)
    #expect(!FileManager.default.fileExists(atPath: scratch.file))
  }

  @Test("a file of something else is no database")
  func notADatabase() throws {
    let scratch = try ScratchFolder("sqlite")
    try Data(repeating: 0x41, count: 5000).write(to: URL(fileURLWithPath: scratch.file))
    let database = try Database(path: scratch.file)
    #expect(kind { _ = try database.first("PRAGMA user_version") { $0.int(0) } } == .notADatabase)
  }

  @Test("a damaged page is found out when it is read")
  func corrupt() throws {
    let scratch = try ScratchFolder("sqlite")
    try filled(scratch.file)
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: scratch.file))
    let size = try file.seekToEnd()
    try file.seek(toOffset: 4096)
    try file.write(contentsOf: Data(repeating: 0xa5, count: Int(size) - 4096))
    try file.close()
    let database = try Database(path: scratch.file)
    #expect(kind { _ = try database.all("SELECT s FROM t ORDER BY s") { $0.text(0) } } == .corrupt)
  }

  @Test("writing through a handle that only reads is refused")
  func readOnlyHandle() throws {
    let scratch = try ScratchFolder("sqlite")
    try filled(scratch.file)
    for mode in [Database.Mode.readOnly, .immutable] {
      let database = try Database(path: scratch.file, mode: mode)
      #expect(database.isReadOnly)
      #expect(kind { try database.run("DELETE FROM t") } == .readOnly)
      #expect(try database.first("SELECT count(*) FROM t") { $0.int(0) } == 500)
    }
  }

  @Test("who cannot get the lock in time is told that it is held")
  func busy() throws {
    let scratch = try ScratchFolder("sqlite")
    try filled(scratch.file)
    let one = try Database(path: scratch.file)
    let two = try Database(path: scratch.file, busyMilliseconds: 30)
    try one.transaction {
      try one.run("DELETE FROM t WHERE n = 1")
      #expect(kind { try two.transaction {} } == .busy)
    }
    try two.transaction { try two.run("DELETE FROM t WHERE n = 2") }
    #expect(try one.first("SELECT count(*) FROM t") { $0.int(0) } == 498)
  }

  @Test(
    "a full disk is told as one, and nothing half written stays",
    .enabled(if: SmallDisk.isAllowed, "this user may not mount a disk"))
  func full() throws {
    let disk = try SmallDisk(kilobytes: 128)
    let path = disk.path + "/d.sqlite"
    let database = try Database(path: path)
    try database.script("CREATE TABLE t (s)")
    let failure = kind {
      try database.transaction {
        for _ in 0..<1000 {
          try database.run("INSERT INTO t VALUES (?)", String(repeating: "x", count: 1000))
        }
      }
    }
    #expect(failure == .full)
    #expect(!database.isInTransaction)
    #expect(try database.first("SELECT count(*) FROM t") { $0.int(0) } == 0)
  }

  @Test(
    "a file on a read-only disk opens for reading and says so",
    .enabled(if: SmallDisk.isAllowed, "this user may not mount a disk"))
  func readOnlyDisk() throws {
    let disk = try SmallDisk(kilobytes: 512)
    let path = disk.path + "/d.sqlite"
    try filled(path)
    try disk.makeReadOnly()
    let database = try Database(path: path)
    #expect(database.isReadOnly)
    #expect(kind { try database.run("DELETE FROM t") } == .readOnly)
    #expect(kind { _ = try Database(path: disk.path + "/new.sqlite") } == .readOnly)
  }
}
