public import Foundation

/// A folder for one test, gone when the test is over.
public struct ScratchFolder: Sendable {
  public let url: URL

  public init(_ name: String) throws {
    let parent = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    url = parent.appending(path: "bothy-\(name)-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  public var path: String { url.path }

  public func folder(_ name: String) throws -> URL {
    let folder = url.appending(path: name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  public func remove() {
    try? FileManager.default.removeItem(at: url)
  }
}
