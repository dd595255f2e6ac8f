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
    let now = Date().timeIntervalSince1970
    guard now.rounded(.down) == last.rounded(.down) else { return }
    // Times of files are those of the kernel's last tick.
    Thread.sleep(forTimeInterval: now.rounded(.down) + 1.01 - now)
  }
}
