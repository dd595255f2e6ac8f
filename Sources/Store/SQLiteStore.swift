import Foundation
import SQLite

/// What Bothy remembers, in `<state>/bothy.sqlite`. One owner, who calls it from one place at a time; other
/// programs may have the same file open.
public final class SQLiteStore {
  public let folder: String
  let database: Database

  /// Opens what is remembered in `folder`.
  /// - Parameters:
  ///   - folder: made, for this user alone, when missing.
  ///   - readOnly: nothing is made or changed; a folder on a read-only medium will do.
  public init(folder: String, readOnly: Bool = false) throws {
    self.folder = folder
    let path = Self.path(in: folder)
    let doing = "opening \(path)"
    if readOnly {
      try StateFolder.check(folder, doing: "opening the state folder \(folder)")
      database = try Self.named(doing, path) { try Self.openForReading(path) }
    } else {
      try StateFolder.make(folder)
      database = try Self.named(doing, path) { try Self.openForWriting(path) }
    }
  }

  static func path(in folder: String) -> String {
    folder.hasSuffix("/") ? "\(folder)bothy.sqlite" : "\(folder)/bothy.sqlite"
  }

  private static func openForWriting(_ path: String) throws -> Database {
    let database = try Database(path: path)
    guard !database.isReadOnly else {
      throw StoreError(
        kind: .readOnly, doing: "opening \(path)", wrong: "it cannot be written",
        advice: "make it and its folder writable, or use another folder with --state")
    }
    try checkOwner(of: database)
    // Whoever reads goes on reading while an integration is written. FULL, because a number that was given
    // out must survive a loss of power: its folder does.
    try database.logAhead()
    try database.script("PRAGMA synchronous = FULL")
    try database.script("PRAGMA foreign_keys = ON")
    try Schema.create(in: database)
    return database
  }

  private static func openForReading(_ path: String) throws -> Database {
    guard FileManager.default.fileExists(atPath: path) else {
      throw StoreError(
        kind: .missing, doing: "opening \(path)", wrong: "nothing is remembered here yet",
        advice: StoreError.nothingThere)
    }
    let database = try openAsItIs(path)
    try checkOwner(of: database)
    guard try Schema.version(of: database) == 0 else { return database }
    // Only a writer can make the tables; on a read-only medium that fails and says so.
    _ = try openForWriting(path)
    return try openAsItIs(path)
  }

  private static func openAsItIs(_ path: String) throws -> Database {
    let database = try Database(path: path, mode: .readOnly)
    do {
      _ = try Schema.version(of: database)
      return database
    } catch let error as SQLiteError where error.kind == .cannotOpen || error.kind == .readOnly {
      // On a read-only medium not even the file with the locks can be made, and nobody can be writing.
      let log = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
      guard (log ?? 0) == 0 else { throw error }
      return try Database(path: path, mode: .immutable)
    }
  }

  private static func checkOwner(of database: Database) throws {
    guard let application = try Schema.application(of: database) else { return }
    guard application == Schema.applicationID else {
      throw StoreError(
        kind: .foreign, doing: "opening \(database.path)", wrong: "it is a database of another program",
        advice: "use another folder with --state")
    }
    try checkVersion(
      of: database, doing: "opening \(database.path)", advice: "use that one, or another --state")
  }

  static func checkVersion(of database: Database, doing: String, advice: String) throws {
    let version = try Schema.version(of: database)
    guard version != 0, version != Schema.version else { return }
    throw StoreError(
      kind: version > Schema.version ? .newer : .older, doing: doing,
      wrong: "it was written by \(version > Schema.version ? "a newer" : "an older") Bothy "
        + "(schema \(version), this one has \(Schema.version))",
      advice: advice)
  }

  /// Puts what was being done into an error from below.
  func named<T>(_ doing: String, _ body: () throws -> T) throws -> T {
    try Self.named(doing, database.path, body)
  }

  /// The same for what is done wholly or not at all.
  func whole<T>(_ doing: String, _ body: () throws -> T) throws -> T {
    try named(doing) { try database.transaction { try body() } }
  }

  private static func named<T>(_ doing: String, _ path: String, _ body: () throws -> T) throws -> T {
    do { return try body() } catch let error as SQLiteError {
      throw StoreError(error, doing: doing, path: path)
    }
  }
}
