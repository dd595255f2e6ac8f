import Glibc

/// A folder whose files are served, and nothing outside of it.
public struct ServedFolder: Sendable {
  public enum Found: Sendable {
    case file(ServedFile)
    case folder
    case nothing
  }

  public let path: String

  public init(_ path: String) { self.path = path }

  /// Goes down one name after the other and follows no link: wherever one leads, it is not served. The folder
  /// itself is looked for anew each time, because a newer one may have taken its place.
  public func look(_ names: [String]) -> Found {
    var here = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard here >= 0 else { return .nothing }
    defer { close(here) }
    for (index, name) in names.enumerated() {
      guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(where: { $0 == 0x2F || $0 == 0 })
      else { return .nothing }
      guard index == names.count - 1 else {
        let below = openat(here, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard below >= 0 else { return .nothing }
        close(here)
        here = below
        continue
      }
      // A pipe that somebody left there is not waited for.
      let file = openat(here, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      guard file >= 0 else { return .nothing }
      return ServedFile.look(at: file)
    }
    return .folder
  }
}

/// A file that is open to be served.
public final class ServedFile: Sendable {
  public let size: Int
  /// When it was written, in seconds since 1970.
  public let modified: Int
  /// Differs where the file is another, or has changed.
  public let mark: String
  private let descriptor: Int32

  static func look(at descriptor: Int32) -> ServedFolder.Found {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      close(descriptor)
      return .nothing
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file(ServedFile(descriptor, status))
    case S_IFDIR:
      close(descriptor)
      return .folder
    default:
      close(descriptor)
      return .nothing
    }
  }

  private init(_ descriptor: Int32, _ status: stat) {
    self.descriptor = descriptor
    size = Int(status.st_size)
    modified = status.st_mtim.tv_sec
    let nanoseconds = UInt64(bitPattern: Int64(modified)) &* 1_000_000_000 &+ UInt64(status.st_mtim.tv_nsec)
    mark = [UInt64(status.st_ino), UInt64(size), nanoseconds].map { String($0, radix: 36) }
      .joined(separator: "-")
  }

  deinit { close(descriptor) }

  /// All of it; nil where it could not be read to its end.
  public func bytes() -> [UInt8]? {
    var isWhole = false
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size, let start = buffer.baseAddress {
        let got = pread(descriptor, start + count, size - count, off_t(count))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { break }
        count += got
      }
      isWhole = count == size
    }
    return isWhole ? bytes : nil
  }

  /// One for somebody else, who closes it.
  func copy() -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 3) }
}
