import Faults
import Files
import Foundation

/// Removes what is built: what is half gone must never come back. Whoever is cut off leaves it whole, or
/// under a name that nobody believes.
struct RemovalAtOneStroke {
  let folder: String
  var moving: @Sendable (String, String) throws -> Void

  /// Of that folder, unless it is named. Where it cannot be moved out of the way it stays as it is.
  func remove(_ name: String, from place: String? = nil) throws {
    let path = (place ?? folder) + "/" + name
    guard isThere(path) else { return }
    // A copy that comes in its place is made beside it.
    let going = "\(folder)/\(name).going.new-\(ProcessInfo.processInfo.processIdentifier)"
    FileTree.remove(going)
    try moving(path, going)
    FaultPoint.reach(.branchGoing)
    FileTree.remove(going)
  }

  /// What one that was cut off left.
  func mend() {
    for name in (try? FileTree.entries(of: folder)) ?? [] where HalfMade(name) != nil {
      FileTree.remove("\(folder)/\(name)")
    }
  }
}
