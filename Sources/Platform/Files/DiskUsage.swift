import Glibc

/// What files take on disk: their blocks, a file of several names once.
public struct DiskUsage {
  public private(set) var bytes = 0
  private var counted: Set<Name> = []

  private struct Name: Hashable {
    var device: UInt
    var file: UInt
  }

  public init(of folders: [String]) {
    for folder in folders { walk(folder) }
  }

  /// What vanishes meanwhile counts for nothing.
  private mutating func walk(_ top: String) {
    var waiting = [top]
    while let path = waiting.popLast() {
      guard let folder = opendir(path) else { continue }
      defer { closedir(folder) }
      var status = stat()
      let device = fstat(dirfd(folder), &status) == 0 ? UInt(status.st_dev) : nil
      while let entry = readdir(folder) {
        // Most pages are files that those of earlier integrations are too.
        if let device, entry.pointee.d_type == UInt8(DT_REG),
          counted.contains(Name(device: device, file: UInt(entry.pointee.d_ino)))
        {
          continue
        }
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { name -> String? in
            let isAbove = name[0] == 46 && (name[1] == 0 || name[1] == 46 && name[2] == 0)
            guard !isAbove, fstatat(dirfd(folder), name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
              return nil
            }
            return status.st_mode & S_IFMT == S_IFDIR ? String(cString: name) : ""
          }
        }
        guard let name else { continue }
        add(status)
        if !name.isEmpty { waiting.append(path + "/" + name) }
      }
    }
  }

  private mutating func add(_ status: stat) {
    if status.st_nlink > 1, status.st_mode & S_IFMT != S_IFDIR {
      let name = Name(device: UInt(status.st_dev), file: UInt(status.st_ino))
      guard counted.insert(name).inserted else { return }
    }
    bytes += Int(status.st_blocks) * 512
  }
}
