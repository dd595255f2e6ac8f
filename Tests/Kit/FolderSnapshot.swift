public import Foundation

/// Every file below a folder: kind, mode, times and content. Two are equal when nothing was touched.
public struct FolderSnapshot: Equatable, Sendable {
  public private(set) var entries: [String: String] = [:]

  public init(of folder: URL) throws {
    let found = FileManager.default.enumerator(atPath: folder.path)
    entries["."] = try Self.describe(folder.path)
    while let path = found?.nextObject() as? String {
      entries[path] = try Self.describe(folder.path + "/" + path)
    }
  }

  /// The paths that differ, each with what it was and what it is.
  public func changes(to other: FolderSnapshot) -> [String] {
    Set(entries.keys).union(other.entries.keys).sorted().compactMap { path in
      let (before, after) = (entries[path], other.entries[path])
      return before == after ? nil : "\(path): was \(before ?? "absent"), is \(after ?? "absent")"
    }
  }

  private static func describe(_ path: String) throws -> String {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw CocoaError(.fileReadUnknown) }
    let times =
      "\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec) \(status.st_ctim.tv_sec).\(status.st_ctim.tv_nsec)"
    let kind = status.st_mode & S_IFMT
    let content =
      switch kind {
      case S_IFREG: String(try Data(contentsOf: URL(fileURLWithPath: path)).hashOfBytes, radix: 16)
      case S_IFLNK: try FileManager.default.destinationOfSymbolicLink(atPath: path)
      default: ""
      }
    return "mode \(String(status.st_mode, radix: 8)), \(status.st_size) bytes, times \(times), \(content)"
  }
}

extension Data {
  /// FNV-1a: enough to notice a change, and the same in every process.
  var hashOfBytes: UInt64 {
    reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
