import Foundation

/// What is known of a file without reading it.
public struct FileFacts: Equatable, Sendable {
  public var size: Int
  public var modified: Double
  public var kind: FileKind
  public var isFolder: Bool { kind == .folder }
  public var isRegular: Bool { kind == .regular }
  /// Who may read, write and execute it.
  public var mode: UInt32
  public var isExecutable: Bool { mode & 0o111 != 0 }
  private var inode: UInt64
  private var changed: Double

  /// Differs after every change of the file. Size and time of modification alone do not: two changes within
  /// one tick of the clock may leave both as they were.
  public var stamp: String { "\(inode) \(size) \(modified) \(changed)" }

  /// Follows symbolic links; nil when nothing is there.
  public init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    size = Int(status.st_size)
    modified = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
    kind = FileKind(status.st_mode)
    mode = UInt32(status.st_mode & 0o7777)
    inode = UInt64(status.st_ino)
    changed = Double(status.st_ctim.tv_sec) + Double(status.st_ctim.tv_nsec) / 1e9
  }
}

public enum FileTree {
  /// The relative names of all files below a folder, sorted; symbolic links are named, not followed.
  /// Folders whose own name is in `skipping` are left out with all they hold.
  public static func names(below root: String, skipping: Set<String> = []) -> [String] {
    var found: [String] = []
    walk(root, prefix: "", skipping: skipping, into: &found)
    return found.sorted()
  }

  /// What lies in one folder, sorted; names that are not UTF-8 are told as well as they can be.
  public static func entries(of folder: String) throws -> [String] {
    var names: [String] = []
    guard list(folder, { name, _ in names.append(name) }) else {
      throw FileError(doing: "reading the folder \(folder)")
    }
    return names.sorted()
  }

  /// Whether each of some folders of `root` has a file of that name: of a thousand, none by its whole path.
  public static func holds(_ name: String, in folders: [String], of root: String) -> [Bool] {
    let place = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard place >= 0 else { return folders.map { _ in false } }
    defer { close(place) }
    return folders.map { faccessat(place, $0 + "/" + name, F_OK, 0) == 0 }
  }

  /// Each name in a folder and its kind; false, and errno, when it can't be read.
  private static func list(_ folder: String, _ body: (String, UInt8) -> Void) -> Bool {
    guard let stream = opendir(folder) else { return false }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: UInt8.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { body(name, entry.pointee.d_type) }
    }
    return true
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func walk(
    _ folder: String, prefix: String, skipping: Set<String>, into found: inout [String]
  ) {
    _ = list(folder) { name, kind in
      // Some file systems tell of no kinds here.
      if kind == UInt8(DT_DIR) || kind == UInt8(DT_UNKNOWN) && isFolder(folder + "/" + name) {
        guard !skipping.contains(name) else { return }
        walk(folder + "/" + name, prefix: prefix + name + "/", skipping: skipping, into: &found)
      } else {
        found.append(prefix + name)
      }
    }
  }
}
