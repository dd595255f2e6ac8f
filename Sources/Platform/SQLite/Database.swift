import CSQLite
import Foundation

/// An open database file: one connection, one owner. It is closed when it is let go.
public final class Database {
  public enum Mode: Sendable {
    /// Made when missing.
    case readWrite
    case readOnly
    /// For a file nobody can be writing to, as on a read-only medium: no locks, no file beside it.
    case immutable
  }

  public enum Locking: String, Sendable {
    case deferred = "DEFERRED"
    case immediate = "IMMEDIATE"
  }

  public let path: String
  private let handle: OpaquePointer
  private var statements: [String: Statement] = [:]
  /// Told of each statement that ran, and how many steps of SQLite's machine it took.
  public var didRun: ((String, Int) -> Void)?

  public init(path: String, mode: Mode = .readWrite, busyMilliseconds: Int32 = 60_000) throws(SQLiteError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(Self.name(of: path, mode: mode), &opened, Self.flags(of: mode), nil)
    guard code == SQLITE_OK, let opened else {
      // A connection that could not be opened still holds the reason, and memory.
      let reason = mode == .readWrite ? Self.systemReason(path) : nil
      let error = Self.error(code, opened, doing: "opening \(path)", systemError: reason)
      sqlite3_close_v2(opened)
      throw error
    }
    sqlite3_extended_result_codes(opened, 1)
    sqlite3_busy_timeout(opened, busyMilliseconds)
    handle = opened
    self.path = path
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// The file was opened for writing, but the system only lets it be read.
  public var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  public var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Runs statements that take no values and whose answers do not matter.
  public func script(_ sql: String) throws(SQLiteError) {
    try check(sqlite3_exec(handle, sql, nil, nil, nil), sql)
  }

  /// Readers and a writer do not wait for each other from then on. Of several that begin a file at once
  /// SQLite refuses this to some without letting them wait.
  public func logAhead() throws(SQLiteError) {
    for _ in 0..<600 {
      do {
        return try script("PRAGMA journal_mode = WAL")
      } catch {
        guard error.kind == .busy else { throw error }
      }
      usleep(20_000)
    }
    try script("PRAGMA journal_mode = WAL")
  }

  /// Runs one statement; answers how many rows it changed.
  @discardableResult public func run(_ sql: String, _ values: any Bindable...) throws -> Int {
    try step(sql, values) { _ in true }
    return Int(sqlite3_changes64(handle))
  }

  /// The first row of an answer.
  public func first<T>(
    _ sql: String, _ values: any Bindable..., read: (borrowing Row) throws -> T
  ) throws -> T? {
    var result: T?
    try step(sql, values) {
      result = try read($0)
      return false
    }
    return result
  }

  /// All rows of an answer.
  public func all<T>(
    _ sql: String, _ values: any Bindable..., read: (borrowing Row) throws -> T
  ) throws -> [T] {
    var result: [T] = []
    try step(sql, values) {
      result.append(try read($0))
      return true
    }
    return result
  }

  public var lastInsertedRow: Int { Int(sqlite3_last_insert_rowid(handle)) }

  /// All of `body` or nothing of it.
  @discardableResult
  public func transaction<T>(_ locking: Locking = .immediate, _ body: () throws -> T) throws -> T {
    precondition(!isInTransaction, "A transaction is not begun inside another.")
    try script("BEGIN \(locking.rawValue)")
    do {
      let result = try body()
      try script("COMMIT")
      return result
    } catch {
      // SQLite ends a transaction by itself when the disk is full.
      if isInTransaction { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }

  /// How SQLite would answer a statement: which tables it reads whole, which through an index.
  public func plan(of sql: String) throws -> [String] {
    let question = "EXPLAIN QUERY PLAN " + sql
    var steps: [String] = []
    try step(question, [Value](repeating: .null, count: try prepared(question).valueCount)) {
      steps.append($0.text(3))
      return true
    }
    return steps
  }

  /// Makes a database of all that is in this one at one moment, while others go on reading and writing it.
  public func copy(to path: String) throws(SQLiteError) {
    let target = try Database(path: path)
    // Nobody else knows of it yet, and what is half is thrown away.
    try target.script("PRAGMA journal_mode = OFF")
    try target.script("PRAGMA synchronous = OFF")
    guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw Self.error(sqlite3_errcode(target.handle), target.handle, doing: "copying \(self.path)")
    }
    var code = sqlite3_backup_step(backup, -1)
    var refusals = 0
    while code & 0xff == SQLITE_BUSY || code & 0xff == SQLITE_LOCKED, refusals < 600 {
      refusals += 1
      usleep(100_000)
      code = sqlite3_backup_step(backup, -1)
    }
    let end = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else {
      throw Self.error(end == SQLITE_OK ? code : end, target.handle, doing: "copying \(self.path)")
    }
  }

  private func step(_ sql: String, _ values: [any Bindable], _ read: (borrowing Row) throws -> Bool) throws {
    let statement = try prepared(sql)
    statement.isActive = true
    defer {
      didRun?(sql, statement.takeSteps())
      statement.reset()
      statement.isActive = false
    }
    try check(statement.bind(values), sql)
    while true {
      let code = sqlite3_step(statement.pointer)
      switch code {
      case SQLITE_ROW: guard try read(Row(statement)) else { return }
      case SQLITE_DONE: return
      default: try check(code, sql)
      }
    }
  }

  private func prepared(_ sql: String) throws(SQLiteError) -> Statement {
    let cached = statements[sql]
    if let cached, !cached.isActive { return cached }
    var pointer: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
    try check(code, sql)
    guard let pointer else { preconditionFailure("A statement is not empty.") }
    let statement = Statement(pointer: pointer)
    if cached == nil { statements[sql] = statement }
    return statement
  }

  private func check(_ code: Int32, _ sql: String) throws(SQLiteError) {
    guard code != SQLITE_OK else { return }
    throw Self.error(code, handle, doing: "\(Self.verb(of: sql)) \(path)")
  }

  /// SQLite tries again for reading alone and so remembers the wrong reason why no file could be made.
  private static func systemReason(_ path: String) -> Int32? {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor < 0 else {
      close(descriptor)
      return nil
    }
    return errno
  }

  private static func error(
    _ code: Int32, _ handle: OpaquePointer?, doing: String, systemError: Int32? = nil
  ) -> SQLiteError {
    let sentence = handle.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
    // After opening, the extended code is only in the connection.
    let extended = handle.map { sqlite3_extended_errcode($0) } ?? code
    return SQLiteError(
      code: extended & 0xff == code & 0xff ? extended : code,
      systemError: systemError ?? handle.map { sqlite3_system_errno($0) } ?? 0, sentence: sentence,
      doing: doing)
  }

  private static func verb(of sql: String) -> String {
    switch sql.prefix(6).uppercased() {
    case "SELECT", "PRAGMA", "EXPLAI": "reading"
    default: "writing to"
    }
  }

  private static func flags(of mode: Mode) -> Int32 {
    switch mode {
    case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXRESCODE
    case .readOnly: SQLITE_OPEN_READONLY | SQLITE_OPEN_EXRESCODE
    case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE
    }
  }

  private static func name(of path: String, mode: Mode) -> String {
    guard case .immutable = mode else { return path }
    let name = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
    return "file:\(name)?immutable=1"
  }
}
