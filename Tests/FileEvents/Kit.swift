import Foundation
import Kit
import Testing

@testable import FileEvents

/// A scratch folder, a watcher over things in it, and the git program.
final class Post {
  let scratch: ScratchFolder
  let watcher: FileWatcher<String>

  init(mostWatches: Int = 1 << 20) throws {
    scratch = try ScratchFolder("file events")
    watcher = try FileWatcher(mostWatches: mostWatches)
  }

  func path(_ name: String) -> String { scratch.path + "/" + name }

  @discardableResult
  func git(_ folder: String, _ arguments: String...) throws -> String {
    try Worktree(path: path(folder)).git(arguments)
  }

  func repository(_ name: String, bare: Bool = false) throws {
    guard bare else {
      try Worktree.make(at: path(name)).commit()
      return
    }
    _ = try scratch.folder(name)
    try git(name, "init", "-q", "-b", "main", "--bare")
  }

  func commit(_ name: String) throws {
    try git(name, "commit", "-q", "--allow-empty", "-m", "one")
  }

  func shell(_ script: String) throws {
    try #require(try Command("/bin/sh", ["-ec", script], in: scratch.url).runHere().status == 0, "\(script)")
  }

  func watch(_ repositories: String...) async {
    let subjects = repositories.map { ($0, WatchedFiles.branches(ofRepository: path($0))) }
    await watcher.watch(Dictionary(uniqueKeysWithValues: subjects), within: 60)
  }

  /// The next word within the time, or nil.
  func word(within seconds: Double = 10) async -> LookNow<String>? {
    let watcher = self.watcher
    return await withTaskGroup(of: LookNow<String>?.self) { group in
      group.addTask { await watcher.next() }
      group.addTask {
        try? await Task.sleep(for: .seconds(seconds))
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }

  /// What is heard of an act; what was heard before does not count.
  func heard(_ act: () throws -> Void) async throws -> Set<String> {
    while await word(within: 0.15) != nil {}
    try act()
    return await word()?.keys ?? []
  }

  /// Nothing is heard of an act.
  func silence(_ act: () throws -> Void) async throws -> LookNow<String>? {
    while await word(within: 0.15) != nil {}
    try act()
    return await word(within: 0.3)
  }
}
