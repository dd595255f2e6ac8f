import Foundation

/// A file that is written from its start and only grows, for others to follow.
public final class GrowingFile {
  public let path: String
  private let descriptor: Int32
  public private(set) var length = 0

  public init(_ path: String) throws {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FileError(doing: "opening \(path)") }
  }

  /// Begins with these bytes, and stands in its place only with all of them.
  public init(_ path: String, beginningWith bytes: [UInt8]) throws {
    self.path = path
    let beside = "\(path).new-\(getpid())"
    descriptor = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FileError(doing: "opening \(path)") }
    do {
      try append(bytes)
      guard rename(beside, path) == 0 else { throw FileError(doing: "writing \(path)") }
    } catch {
      unlink(beside)
      throw error
    }
  }

  deinit { close(descriptor) }

  public func append(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try append($0) } }

  public func append(_ bytes: UnsafeRawBufferPointer) throws {
    try writeAll(bytes, to: descriptor, path: path)
    length += bytes.count
  }
}

/// Reads what has been added to a growing file since the last look.
public final class FollowedFile {
  private let path: String
  private var descriptor: Int32 = -1
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  public init(_ path: String) { self.path = path }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Hands over everything new; does nothing while the file does not exist.
  public func readNew(_ body: (UnsafeRawBufferPointer) -> Void) {
    // Whatever a test put in its place, nobody waits for it.
    if descriptor < 0 { descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    var facts = stat()
    guard descriptor >= 0, fstat(descriptor, &facts) == 0 else { return }
    // A device may never come to an end.
    guard facts.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      descriptor = -1
      return
    }
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      buffer.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }
}
