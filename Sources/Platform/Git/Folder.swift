import Foundation

/// An open folder. Everything below it is reached name by name from here: no symbolic link is followed.
final class Folder {
  let descriptor: Int32

  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// The folder at a path that the user gave; links on the way to it are the user's own.
  static func open(_ path: String, _ doing: String) throws -> Folder {
    let descriptor = Foundation.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor < 0 { throw GitError.system(errno, doing, path) }
    return Folder(descriptor: descriptor)
  }

  private func open(_ path: [UInt8], _ flags: Int32, _ mode: mode_t = 0) throws(SystemFailure) -> Int32 {
    try SystemFailure.check(TreePath.withCString(path) { openat(descriptor, $0, flags | O_CLOEXEC, mode) })
  }

  func folder(_ name: [UInt8]) throws(SystemFailure) -> Folder {
    Folder(descriptor: try open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW))
  }

  /// Opens a file for reading. Never waits for a pipe, never follows a link.
  func file(_ path: [UInt8]) throws(SystemFailure) -> OpenFile {
    OpenFile(descriptor: try open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK))
  }

  /// Makes a file that must not be there yet.
  func newFile(_ path: [UInt8], mode: mode_t) throws(SystemFailure) -> OpenFile {
    OpenFile(descriptor: try open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode))
  }

  func stamp(_ path: [UInt8]) throws(SystemFailure) -> FileStamp {
    var status = stat()
    try SystemFailure.check(
      TreePath.withCString(path) { fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) })
    return FileStamp(status)
  }

  func linkTarget(_ path: [UInt8]) throws(SystemFailure) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = TreePath.withCString(path) { path in
      buffer.withUnsafeMutableBytes { bytes in
        readlinkat(
          descriptor, path, bytes.bindMemory(to: CChar.self).baseAddress.unsafelyUnwrapped, bytes.count)
      }
    }
    return Array(buffer[..<(try SystemFailure.check(count))])
  }

  /// The names in it, but `.` and `..`.
  func names() throws(SystemFailure) -> [[UInt8]] {
    let copy = try open([0x2E], O_RDONLY | O_DIRECTORY)
    guard let stream = fdopendir(copy) else {
      let failure = SystemFailure(errno)
      close(copy)
      throw failure
    }
    defer { closedir(stream) }
    var names = [[UInt8]]()
    let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno == 0 { return names }
        throw SystemFailure(errno)
      }
      let start = UnsafeRawPointer(entry).advanced(by: offset)
      let count = strlen(start.assumingMemoryBound(to: CChar.self))
      let name = [UInt8](UnsafeRawBufferPointer(start: start, count: count))
      if name != [0x2E] && name != [0x2E, 0x2E] { names.append(name) }
    }
  }

  /// Removes whatever stands under that name, with all that is in it. What is not there is removed already.
  func remove(_ name: [UInt8]) throws(SystemFailure) {
    guard var failure = unlink(name, 0) else { return }
    if failure.number == EACCES {
      fchmod(descriptor, 0o755)
      guard let second = unlink(name, 0) else { return }
      failure = second
    }
    if failure.number == ENOENT { return }
    guard failure.number == EISDIR || failure.number == EPERM else { throw failure }
    let folder: Folder
    do { folder = try writableFolder(name) } catch {
      if error.number == ENOENT { return }
      throw error
    }
    for name in try folder.names() { try folder.remove(name) }
    if let failure = unlink(name, AT_REMOVEDIR) { throw failure }
  }

  private func unlink(_ name: [UInt8], _ flags: Int32) -> SystemFailure? {
    TreePath.withCString(name) { unlinkat(descriptor, $0, flags) } == 0 ? nil : SystemFailure(errno)
  }

  /// A folder of our own, made readable again if a test locked it.
  func writableFolder(_ name: [UInt8]) throws(SystemFailure) -> Folder {
    do { return try folder(name) } catch {
      guard error.number == EACCES, (try? stamp(name))?.sort == .folder else { throw error }
      _ = TreePath.withCString(name) { fchmodat(descriptor, $0, 0o755, 0) }
      return try folder(name)
    }
  }
}

/// errno, kept before the next call replaces it.
struct SystemFailure: Error {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  /// What a call of the system answered, when it did not fail.
  @discardableResult
  static func check<Answer: SignedInteger>(_ answer: Answer) throws(SystemFailure) -> Answer {
    if answer < 0 { throw SystemFailure(errno) }
    return answer
  }
}

/// An open file.
final class OpenFile {
  let descriptor: Int32
  private static let portion = 1 << 18

  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  func stamp() throws(SystemFailure) -> FileStamp {
    var status = stat()
    try SystemFailure.check(fstat(descriptor, &status))
    return FileStamp(status)
  }

  /// Up to `buffer.count` bytes, fewer only at the end of the file.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemFailure) -> Int {
    var filled = 0
    while filled < buffer.count {
      let count = Foundation.read(descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
      if count == 0 { break }
      if count > 0 { filled += count } else if errno != EINTR { throw SystemFailure(errno) }
    }
    return filled
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(SystemFailure) {
    var written = 0
    while written < bytes.count {
      let count = Foundation.write(
        descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      if count >= 0 { written += count } else if errno != EINTR { throw SystemFailure(errno) }
    }
  }

  /// Hands over the file's bytes portion by portion; stops early when `body` says false.
  func forEachPortion(_ body: (UnsafeRawBufferPointer) throws -> Bool) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.portion, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = try read(into: buffer)
      if count == 0 { return }
      if try !body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { return }
    }
  }

  /// What can be read of it, and no more than one portion behind the limit.
  func content(limit: Int = .max) -> [UInt8] {
    var bytes: [UInt8] = []
    try? forEachPortion {
      bytes += $0
      return bytes.count <= limit
    }
    return bytes
  }

  /// Whether it holds these bytes from here to its end.
  func holds(_ bytes: UnsafeRawBufferPointer) throws -> Bool {
    var place = 0
    var same = true
    try forEachPortion { portion in
      same = place + portion.count <= bytes.count && equal(portion, bytes, at: place)
      place += portion.count
      return same
    }
    return same && place == bytes.count
  }

  /// Whether two files hold the same bytes from here to their ends.
  func holds(sameAs other: OpenFile) throws -> Bool {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.portion, alignment: 16)
    defer { buffer.deallocate() }
    var same = true
    try forEachPortion { portion in
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<portion.count])
      let count = try other.read(into: part)
      same = count == portion.count && equal(portion, UnsafeRawBufferPointer(part), at: 0)
      return same
    }
    guard same else { return false }
    return try other.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<1])) == 0
  }

  private func equal(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer, at place: Int) -> Bool {
    guard a.count > 0, let left = a.baseAddress, let right = b.baseAddress else { return a.count == 0 }
    return memcmp(left, right.advanced(by: place), a.count) == 0
  }
}
