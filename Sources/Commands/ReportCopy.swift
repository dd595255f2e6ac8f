import Explaining
import Files
import Foundation
import State

/// A report of its own in a folder of the user's.
struct ReportCopy {
  let from: IntegrationFolder
  let to: String

  /// Told before an hour is spent: is there, or can there be, such a folder?
  static func check(_ place: String) throws {
    let path = URL(fileURLWithPath: place).standardizedFileURL.path
    var folder = path
    while FileFacts(folder) == nil, folder.count > 1 {
      folder = (folder as NSString).deletingLastPathComponent
    }
    let doing = "preparing \(place) for the report"
    guard FileFacts(folder)?.isFolder == true else {
      throw Explanation(
        doing: doing, wrong: "\(folder) is a file, not a folder", advice: "name a folder with --output",
        status: 2)
    }
    guard access(folder, W_OK | X_OK) == 0 else {
      let said = String(cString: strerror(errno))
      throw Explanation(
        doing: doing, wrong: "\(folder): \(said)",
        advice: "name a folder that can be written with --output", status: 5)
    }
  }

  func make() throws {
    try makeFolder(to)
    for name in FileTree.names(below: from.path, skipping: ["scratch", "sources"])
    where !IntegrationFolder.inner.contains(name) {
      guard let bytes = contents(of: from.file(name)) else { continue }
      let place = to + "/" + name
      try makeFolder((place as NSString).deletingLastPathComponent)
      try publish(bytes, as: place)
    }
  }
}
