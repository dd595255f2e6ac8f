import Foundation

/// What tells whether a working tree is as it was: the files that an integration of it would take.
public struct TreeMark: Hashable, Sendable {
  private var files: [TreePath: FileStamp] = [:]

  private static let mostAttempts = 20

  /// `leavingOut` are folders that are not taken wherever they lie.
  public init(workingTree path: String, leavingOut: [String]) throws {
    let place = try Repository.find(from: path)
    try self.init(leavingOut) { try Repository(at: place) }
  }

  /// Of a folder that belongs to no repository; `scratch` is one of ours, for an empty clone.
  public init(folder path: String, leavingOut: [String], scratch: String) throws {
    let clone = CloneFolder(path: scratch, interruption: .none)
    _ = try clone.bringNothing(afresh: false, "looking at the files of \(path)")
    try self.init(leavingOut) { try Repository(folder: path, by: scratch) }
  }

  private init(_ apart: [String], _ open: () throws -> Repository) throws {
    for attempt in 1... {
      do {
        let walk = WorkingTreeWalk(apart: apart, interruption: .none)
        try walk.add(open(), at: .root, history: false)
        for entry in walk.wanted.entries {
          guard case .disk(_, var stamp) = entry.origin else { continue }
          // It moves when a link to the file is made, too.
          stamp.changed = stamp.modified
          files[entry.path] = stamp
        }
        return
      } catch let moved as Moved where attempt > Self.mostAttempts {
        throw GitError(
          .other, doing: "looking at the working tree", wrong: "\(moved.path.shown) comes and goes",
          advice: "stop the program that writes it, or have git ignore it")
      } catch is Moved {
        usleep(useconds_t(attempt) * 2_000)
      }
    }
  }
}
