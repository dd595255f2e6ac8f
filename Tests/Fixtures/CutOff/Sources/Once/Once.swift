import Foundation

/// Whether it is asked for the first time under this name, from one process to the next.
public func isFirst(_ name: String) -> Bool {
  let marker = ProcessInfo.processInfo.environment["BOTHY_FIXTURE_MARKER", default: "none"]
  let file = NSTemporaryDirectory() + "/cutoff-fixture-\(marker)-\(name)"
  defer { _ = FileManager.default.createFile(atPath: file, contents: Data()) }
  return !FileManager.default.fileExists(atPath: file)
}
