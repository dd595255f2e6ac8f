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
    if let foreign = foreign(in: place) {
      throw Explanation(
        doing: doing, wrong: "\(place)/\(foreign) is not of a report of Bothy, and would be overwritten",
        advice: "name a folder of its own with --output", status: 2)
    }
  }

  private static let names = [
    "index.html", "report.json", "log.txt", "summary.md", "junit.xml", "tests.html",
  ]

  /// What would be written over that no report has brought there.
  private static func foreign(in place: String) -> String? {
    let report = contents(of: place + "/report.json") ?? []
    if ["\"schema\"", "\"integration\""].allSatisfy(report.holds) { return nil }
    return names.first { FileFacts("\(place)/\($0)") != nil }
  }

  /// Where the next integration would take it for a part of what it integrates.
  private var isInRepository: Bool {
    var folder = URL(fileURLWithPath: to).standardizedFileURL
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      if FileFacts(folder.appending(path: ".git").path) != nil { return true }
    }
    return false
  }

  func make() throws {
    let isNew = ((try? FileTree.entries(of: to)) ?? []).isEmpty
    try makeFolder(to)
    if isNew, isInRepository { try publish(Array("*\n".utf8), as: to + "/.gitignore") }
    let names = FileTree.names(below: from.path, skipping: ["scratch", "sources"])
    // By the first of them the others are known as a report's.
    for name in names.filter({ $0 == "report.json" }) + names.filter({ $0 != "report.json" })
    where !IntegrationFolder.inner.contains(name) {
      guard FileFacts(from.file(name))?.isRegular == true else { continue }
      let place = to + "/" + name
      try makeFolder((place as NSString).deletingLastPathComponent)
      try publish(copyOf: from.file(name), as: place)
    }
  }
}
