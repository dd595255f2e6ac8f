import CLinux
import Foundation

/// A file that is nobody's until it is whole: written beside its place, it stands there only when all of it
/// is on the disk.
public final class NewFile {
  public let path: String
  private let beside: String
  private let descriptor: Int32
  private var isDone = false
  public private(set) var length = 0

  /// What one that was killed left `beside` is replaced.
  public init(_ path: String, beside: String, mode: UInt32) throws {
    (self.path, self.beside) = (path, beside)
    unlink(beside)
    descriptor = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw FileError(doing: "writing \(path)") }
  }

  deinit {
    close(descriptor)
    if !isDone { unlink(beside) }
  }

  public func append(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try writeAll($0, to: descriptor, path: path) }
    length += bytes.count
  }

  public func append(_ bytes: ArraySlice<UInt8>) throws {
    try bytes.withUnsafeBytes { try writeAll($0, to: descriptor, path: path) }
    length += bytes.count
  }

  /// As old as something else, in seconds since 1970.
  public func setModified(_ seconds: Double) {
    let time = timespec(tv_sec: Int(seconds), tv_nsec: Int((seconds - seconds.rounded(.down)) * 1e9))
    let both = [time, time]
    _ = both.withUnsafeBufferPointer { futimens(descriptor, $0.baseAddress) }
  }

  /// Lays it in its place, where nothing may be unless it is to be replaced.
  public func publish(replacing: Bool) throws {
    guard fsync(descriptor) == 0 else { throw FileError(doing: "writing \(path)") }
    try place(replacing: replacing)
    syncFolder((path as NSString).deletingLastPathComponent)
  }

  /// The same for one of many, which are brought to the disk together.
  public func place(replacing: Bool) throws {
    if !replacing, FoundFile(at: path).isThere {
      throw FileError(doing: "writing \(path)", code: EEXIST)
    }
    guard rename(beside, path) == 0 else { throw FileError(doing: "writing \(path)") }
    isDone = true
  }
}

/// Whatever was written to the disk that holds a path is on it now.
public func syncDisk(of path: String) throws {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw FileError(doing: "writing \(path)") }
  defer { close(descriptor) }
  guard bothy_sync_disk(descriptor) == 0 else { throw FileError(doing: "writing \(path)") }
}

/// Which names a folder has is on the disk now, as far as its file system knows how.
public func syncFolder(_ path: String) {
  let descriptor = open(path.isEmpty ? "." : path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor >= 0 else { return }
  fsync(descriptor)
  close(descriptor)
}

/// Puts a file or a folder into another place of the same disk, where nothing may be.
public func move(_ path: String, to place: String) throws {
  guard !FoundFile(at: place).isThere else { throw FileError(doing: "writing \(place)", code: EEXIST) }
  guard rename(path, place) == 0 else { throw FileError(doing: "moving \(path) to \(place)") }
}

/// A file that is gone needs no removing.
public func removeFile(_ path: String) throws {
  guard unlink(path) != 0, errno != ENOENT else { return }
  throw FileError(doing: "removing \(path)")
}

/// A file that is read from its start, part by part: as much as there is when it is opened, and not what
/// comes later. Nothing is followed and nothing is waited for.
public final class ReadFile {
  private let path: String
  private let descriptor: Int32
  private let isOwned: Bool
  public let size: Int
  public let mode: UInt32
  public let modified: Double

  public init(_ path: String, isFollowed: Bool = false) throws {
    self.path = path
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (isFollowed ? 0 : O_NOFOLLOW))
    isOwned = true
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      let error = FileError(doing: "reading \(path)")
      if descriptor >= 0 { close(descriptor) }
      throw error
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw FileError(doing: "reading \(path)", code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    (size, mode) = (Int(status.st_size), UInt32(status.st_mode & 0o777))
    modified = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
  }

  /// Standard input, until its writer is done.
  public init(standardInput: Void) {
    (path, descriptor, isOwned) = ("standard input", STDIN_FILENO, false)
    (size, mode, modified) = (0, 0, 0)
  }

  deinit { if isOwned { close(descriptor) } }

  /// Nothing at its end.
  public func next(_ most: Int = 1 << 18) throws -> [UInt8] {
    let (bytes, failure) = content(of: descriptor, upTo: most)
    guard failure == 0 else { throw FileError(doing: "reading \(path)", code: failure) }
    return bytes
  }
}
