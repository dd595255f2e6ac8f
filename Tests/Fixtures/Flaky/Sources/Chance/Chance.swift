import Foundation

/// Counts how often it was asked for under this name, from one process to the next.
public func turn(_ name: String) -> Int {
  let marker = ProcessInfo.processInfo.environment["BOTHY_FIXTURE_MARKER", default: "none"]
  let file = NSTemporaryDirectory() + "/flaky-fixture-\(marker)-\(name)"
  let before = FileManager.default.contents(atPath: file)?.count ?? 0
  _ = FileManager.default.createFile(atPath: file, contents: Data(count: before + 1))
  return before + 1
}

/// What only a repetition executes does not count as executed.
public func place(isFirst: Bool) -> String {
  if isFirst {
    return "among the others"
  }
  return "alone"
}
