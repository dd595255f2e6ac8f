import Files
import Foundation
import Model

/// The compiler's driver tells versions of a file apart by the second in which they were written. What comes
/// after a build within its last second is taken for what that build read: a new source is not compiled.
struct LastBuild {
  private let folders: [String]

  init(_ order: Order) { self.init(folders: [order.buildFolder, order.archiveBuildFolder]) }

  init(folders: [String]) { self.folders = folders }

  /// Before sources are written: waits until the second is over in which something was built last.
  func leaveItsSecond() {
    let ends = folders.compactMap { FileFacts($0 + "/build.db")?.modified }
    guard let last = ends.max() else { return }
    let wait = Self.wait(at: Date().timeIntervalSince1970, since: last)
    if wait > 0 { Thread.sleep(forTimeInterval: wait) }
  }

  /// Times of files are those of the kernel's last tick: what is written when a second has only just begun
  /// may be of the one before.
  private static let tick = 0.02

  /// A clock that was put back is not waited for.
  static func wait(at now: Double, since last: Double) -> Double {
    let wait = last.rounded(.down) + 1 + tick - now
    return wait <= 1 + tick ? max(wait, 0) : 0
  }
}
