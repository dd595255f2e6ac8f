import Foundation

/// A folder that is gone when the test is.
final class Scratch {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "bothy-sqlite-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  var file: String { path + "/a b?#%é.sqlite" }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
