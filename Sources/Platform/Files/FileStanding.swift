import Foundation

/// How a file stands on its disk: nothing can be done to it, or put in its place, without changing that.
public struct FileStanding: Equatable, Sendable {
  /// Relative to the folder that was looked through.
  public var name: String
  public var isLink: Bool
  /// What the file system keeps of it. When it was changed last (ctime) nobody can set.
  public var numbers: [Int]

  /// Of all files below a folder, sorted by name; links are not followed. Nil where a folder can't be read,
  /// or there are more than `most`.
  public static func all(
    below root: String, most: Int, skipping isIdle: (String) -> Bool = { _ in false }
  ) -> [FileStanding]? {
    var found: [FileStanding] = []
    guard walk(root, "", most, isIdle, &found) else { return nil }
    return found.sorted { $0.name < $1.name }
  }

  private static func walk(
    _ root: String, _ prefix: String, _ most: Int, _ isIdle: (String) -> Bool, _ found: inout [FileStanding]
  ) -> Bool {
    guard let names = try? FileTree.entries(of: root) else { return false }
    for entry in names where !isIdle(prefix + entry) {
      let path = root + "/" + entry
      var status = stat()
      guard lstat(path, &status) == 0, found.count < most else { return false }
      if status.st_mode & S_IFMT == S_IFDIR {
        guard walk(path, prefix + entry + "/", most, isIdle, &found) else { return false }
        continue
      }
      found.append(
        FileStanding(
          name: prefix + entry, isLink: status.st_mode & S_IFMT == S_IFLNK,
          numbers: [
            Int(status.st_size), Int(status.st_mode), Int(bitPattern: UInt(status.st_ino)),
            status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
          ]))
    }
    return true
  }
}
