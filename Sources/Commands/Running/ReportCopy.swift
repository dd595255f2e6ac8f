import Doctor
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
    let trial = FolderTrial(place)
    let doing = "preparing \(place) for the report"
    guard trial.isFolder else {
      throw Explanation(
        doing: doing, wrong: "\(trial.nearest) is a file, not a folder",
        advice: "name a folder with --output", status: 2)
    }
    if let objection = trial.objection {
      throw Explanation(
        doing: doing, wrong: "\(objection.path): \(objection.words)",
        advice: "name a folder that can be written with --output")
    }
  }

  func make() throws {
    try makeFolder(to)
    for name in FileTree.names(below: from.path, skipping: ["scratch", "sources"])
    where !IntegrationFolder.inner.contains(name) {
      guard FileFacts(from.file(name))?.isRegular == true else { continue }
      let place = to + "/" + name
      try makeFolder((place as NSString).deletingLastPathComponent)
      try publish(copyOf: from.file(name), as: place)
    }
  }
}
