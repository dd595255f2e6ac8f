public import Foundation

/// A folder for one test, gone with its owner at the latest.
public final class ScratchFolder: Sendable {
  public let path: String
  private let isKept: Bool

  /// A name with a space in it finds whoever forgets to quote. One that is kept can be looked at until it is
  /// removed by hand.
  public init(_ name: String, in parent: String? = nil, isKept: Bool = false) throws {
    self.isKept = isKept
    let parent = parent ?? FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    path = parent + "/bothy-\(name)-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { if !isKept { remove() } }

  public var url: URL { URL(fileURLWithPath: path) }

  public func folder(_ name: String) throws -> URL {
    let folder = url.appending(path: name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// The path of a file with this text.
  @discardableResult
  public func write(_ name: String, _ text: String, mode: UInt16 = 0o644) throws -> String {
    let file = path + "/" + name
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    try FileManager.default.setAttributes([.posixPermissions: Int(mode)], ofItemAtPath: file)
    return file
  }

  public func remove() {
    guard (try? FileManager.default.removeItem(atPath: path)) == nil,
      FileManager.default.fileExists(atPath: path)
    else { return }
    // Names that are no text, and folders that may not be written to, are beyond Foundation.
    let words = ["rm", "-rf", path]
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var id: pid_t = 0
    guard posix_spawn(&id, "/bin/rm", nil, nil, &arguments, environ) == 0 else { return }
    while waitpid(id, nil, 0) < 0, errno == EINTR {}
  }
}
