import Glibc

/// What is free for this user on the disk that holds a path.
public struct FreeSpace: Equatable, Sendable {
  public var bytes: Int
  /// Of the whole disk, used or not.
  public var whole: Int
  /// Nil where the file system has no fixed number of files.
  public var files: Int?

  /// Nil when it can't be told.
  public init?(at path: String) {
    var status = statvfs()
    guard statvfs(path, &status) == 0, status.f_blocks > 0 else { return nil }
    bytes = Self.bytes(blocks: UInt64(status.f_bavail), of: UInt64(status.f_frsize))
    whole = Self.bytes(blocks: UInt64(status.f_blocks), of: UInt64(status.f_frsize))
    files = status.f_files == 0 ? nil : Int(clamping: status.f_favail)
  }

  /// Some file systems over a network claim more than any number of bytes can say.
  static func bytes(blocks: UInt64, of size: UInt64) -> Int {
    let (bytes, isTooLarge) = blocks.multipliedReportingOverflow(by: size)
    return isTooLarge ? .max : Int(clamping: bytes)
  }
}
