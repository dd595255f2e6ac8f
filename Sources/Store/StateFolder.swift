import Foundation

/// The folder that holds everything Bothy remembers.
enum StateFolder {
  /// Makes it, and what is missing above it, for this user alone.
  static func make(_ path: String) throws {
    let doing = "making the state folder \(path)"
    if FileManager.default.fileExists(atPath: path) { return try check(path, doing: doing) }
    let parent = (path as NSString).deletingLastPathComponent
    if !parent.isEmpty, parent != path { try make(parent) }
    guard mkdir(path, 0o700) != 0 else { return }
    let code = errno
    // Another program may have made it in between.
    guard code != EEXIST else { return try check(path, doing: doing) }
    throw StoreError(
      kind: kind(of: code), doing: doing, wrong: String(cString: strerror(code)),
      advice: "make the folder above it writable, or use another with --state")
  }

  static func check(_ path: String, doing: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw StoreError(
        kind: .missing, doing: doing, wrong: "there is no such folder",
        advice: StoreError.nothingThere)
    }
    guard isFolder.boolValue else {
      throw StoreError(
        kind: .notAFolder, doing: doing, wrong: "it is a file, not a folder",
        advice: "name a folder with --state")
    }
  }

  private static func kind(of code: Int32) -> StoreError.Kind {
    switch code {
    case EROFS, EACCES, EPERM: .readOnly
    case ENOSPC, EDQUOT: .full
    case ENOTDIR: .notAFolder
    default: .other
    }
  }
}
