import Files
import Foundation

/// Whether a folder can be made, or written where it is there already. Tried, not asked: root may write
/// everywhere, says the kernel, also where nothing can be made.
package struct FolderTrial {
  /// The folder itself, or the nearest one above it that is there.
  package let nearest: String
  package let isFolder: Bool
  /// What stood in the way, as the system says it.
  package let objection: (path: String, words: String)?

  package init(_ path: String) {
    var nearest = URL(fileURLWithPath: path).standardizedFileURL.path
    while FileFacts(nearest) == nil, nearest.count > 1 {
      nearest = (nearest as NSString).deletingLastPathComponent
    }
    self.nearest = nearest
    isFolder = FileFacts(nearest)?.isFolder == true
    let probe = nearest + "/.bothy-trial-\(getpid())"
    if mkdir(probe, 0o700) != 0 {
      objection = (nearest, String(cString: strerror(errno)))
    } else {
      objection = rmdir(probe) == 0 ? nil : (probe, String(cString: strerror(errno)))
    }
  }
}
