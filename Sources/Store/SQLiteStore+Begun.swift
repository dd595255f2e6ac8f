public import Foundation
import SQLite

/// What was asked for under a key, and was begun.
extension SQLiteStore {
  public func wasBegun(_ mark: String) throws -> Bool {
    try named("reading what was begun") {
      try database.first("SELECT 1 FROM begun WHERE mark = ?", mark) { _ in true } ?? false
    }
  }

  public func keepBegun(_ mark: String, at time: Date) throws {
    try named("keeping what was begun") { try insertBegun(mark, at: time) }
  }

  public func forgetBegun(before time: Date) throws {
    try named("forgetting what was begun") {
      _ = try database.run("DELETE FROM begun WHERE at < ?", time.milliseconds)
    }
  }

  func insertBegun(_ mark: String, at time: Date) throws {
    try database.run("INSERT OR IGNORE INTO begun VALUES (?, ?)", mark, time.milliseconds)
  }
}
