import Files
import Foundation
import State

/// What is asked for twice under one key is begun once: whoever makes its folder is the one, whatever was
/// killed before that or after.
struct BegunOnce {
  private let folder: String
  private static let secondsKept = 30.0 * 24 * 3600

  init(_ state: StateFolder) { folder = state.acts }

  /// False where it was begun before.
  func claim(_ mark: String) throws -> Bool {
    try makeFolder(folder, mode: 0o700)
    do {
      try FileManager.default.createDirectory(
        atPath: place(mark), withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      return true
    } catch {
      guard FileFacts(place(mark)) != nil else { throw error }
      return false
    }
  }

  /// It came to nothing, and may be begun again.
  func forget(_ mark: String) { try? FileManager.default.removeItem(atPath: place(mark)) }

  func forgetOld(now: Date = Date()) {
    for name in (try? FileTree.entries(of: folder)) ?? [] {
      guard let facts = FileFacts(folder + "/" + name),
        now.timeIntervalSince1970 - facts.modified > Self.secondsKept
      else { continue }
      try? FileManager.default.removeItem(atPath: folder + "/" + name)
    }
  }

  private func place(_ mark: String) -> String { folder + "/" + mark }
}
