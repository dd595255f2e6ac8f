import Files
import Foundation
import Processes
import State
import Store

/// What is asked for twice under one key is begun once: begun is what got its number, in the same
/// transaction, and what came to its end by itself. What was killed before that may be begun again.
struct BegunOnce {
  private let state: StateFolder
  private static let secondsKept = 30.0 * 24 * 3600

  init(_ state: StateFolder) { self.state = state }

  /// To be held for as long as it is being begun; nil where it was begun before, or is being begun.
  func claim(_ mark: String) throws -> FileLock? {
    try makeFolder(state.acts, mode: 0o700)
    guard !wasClaimedBefore(mark), let lock = try FileLock(taking: place(mark)) else { return nil }
    // Whoever held it before has said so by now.
    return try wasBegun(mark) ? nil : lock
  }

  /// It came to its end by itself, whatever that was.
  func end(_ mark: String) throws {
    try SQLiteStore(folder: state.path).keepBegun(mark, at: Date())
  }

  /// It was to be begun, and nobody is at it any more, and nothing came of it.
  func cameToNothing(_ mark: String) throws -> Bool {
    guard !wasClaimedBefore(mark), FileFacts(place(mark)) != nil, FileLock.holder(of: place(mark)) == nil
    else { return false }
    return try !wasBegun(mark)
  }

  private func wasBegun(_ mark: String) throws -> Bool {
    guard FileFacts(state.path + "/bothy.sqlite") != nil else { return false }
    return try SQLiteStore(folder: state.path, readOnly: true).wasBegun(mark)
  }

  /// By a former Bothy, which made a folder of that name.
  private func wasClaimedBefore(_ mark: String) -> Bool {
    FileFacts(state.acts + "/" + mark)?.isFolder == true
  }

  func forgetOld(now: Date = Date()) throws {
    let before = now - Self.secondsKept
    for name in (try? FileTree.entries(of: state.acts)) ?? [] {
      let path = state.acts + "/" + name
      guard let facts = FileFacts(path), facts.modified < before.timeIntervalSince1970,
        FileLock.holder(of: path) == nil
      else { continue }
      try? FileManager.default.removeItem(atPath: path)
    }
    guard FileFacts(state.path + "/bothy.sqlite") != nil else { return }
    try SQLiteStore(folder: state.path).forgetBegun(before: before)
  }

  private func place(_ mark: String) -> String { state.acts + "/" + mark + ".lock" }
}
