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

  /// Nil when there is nothing of that name; errno tells other failures.
  func folder(_ name: [UInt8]) -> Result<Folder, SystemFailure> {
    let descriptor = TreePath.withCString(name) {
      openat(self.descriptor, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }
    return descriptor < 0 ? .failure(SystemFailure(errno)) : .success(Folder(descriptor: descriptor))
  }

  /// Opens a file for reading. Never waits for a pipe, never follows a link.
  func file(_ path: [UInt8]) -> Result<OpenFile, SystemFailure> {
    let descriptor = TreePath.withCString(path) {
      openat(self.descriptor, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    }
    return descriptor < 0 ? .failure(SystemFailure(errno)) : .success(OpenFile(descriptor: descriptor))
  }

  /// Makes a file that must not be there yet.
  func newFile(_ path: [UInt8], mode: mode_t) -> Result<OpenFile, SystemFailure> {
    let descriptor = TreePath.withCString(path) {
      openat(self.descriptor, $0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    }
    return descriptor < 0 ? .failure(SystemFailure(errno)) : .success(OpenFile(descriptor: descriptor))
  }

  func stamp(_ path: [UInt8]) -> Result<FileStamp, SystemFailure> {
    var status = stat()
    let code = TreePath.withCString(path) { fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }
    return code < 0 ? .failure(SystemFailure(errno)) : .success(FileStamp(status))
  }

  func linkTarget(_ path: [UInt8]) -> Result<[UInt8], SystemFailure> {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = TreePath.withCString(path) { path in
      buffer.withUnsafeMutableBytes { bytes in
        readlinkat(
          descriptor, path, bytes.bindMemory(to: CChar.self).baseAddress.unsafelyUnwrapped, bytes.count)
      }
    }
    return count < 0 ? .failure(SystemFailure(errno)) : .success(Array(buffer[..<count]))
  }

  /// The names in it, but `.` and `..`.
  func names() -> Result<[[UInt8]], SystemFailure> {
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { return .failure(SystemFailure(errno)) }
    guard let stream = fdopendir(copy) else {
      let failure = SystemFailure(errno)
      close(copy)
      return .failure(failure)
    }
    defer { closedir(stream) }
    var names = [[UInt8]]()
    let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        return errno == 0 ? .success(names) : .failure(SystemFailure(errno))
      }
      let start = UnsafeRawPointer(entry).advanced(by: offset)
      let count = strlen(start.assumingMemoryBound(to: CChar.self))
      let name = [UInt8](UnsafeRawBufferPointer(start: start, count: count))
      if name != [0x2E] && name != [0x2E, 0x2E] { names.append(name) }
    }
  }

  /// Removes whatever stands under that name, with all that is in it. What is not there is removed already.
  func remove(_ name: [UInt8]) -> SystemFailure? {
    if TreePath.withCString(name, { unlinkat(descriptor, $0, 0) }) == 0 { return nil }
    var failure = SystemFailure(errno)
    if failure.number == ENOENT { return nil }
    if failure.number == EACCES {
      fchmod(descriptor, 0o755)
      if TreePath.withCString(name, { unlinkat(descriptor, $0, 0) }) == 0 { return nil }
      failure = SystemFailure(errno)
    }
    guard failure.number == EISDIR || failure.number == EPERM else { return failure }
    switch writableFolder(name) {
    case .failure(let failure): return failure.number == ENOENT ? nil : failure
    case .success(let folder):
      switch folder.names() {
      case .failure(let failure): return failure
      case .success(let names):
        for name in names { if let failure = folder.remove(name) { return failure } }
      }
    }
    if TreePath.withCString(name, { unlinkat(descriptor, $0, AT_REMOVEDIR) }) == 0 { return nil }
    return SystemFailure(errno)
  }

  /// A folder of our own, made readable again if a test locked it.
  func writableFolder(_ name: [UInt8]) -> Result<Folder, SystemFailure> {
    let first = folder(name)
    guard case .failure(let failure) = first, failure.number == EACCES else { return first }
    guard case .success(let stamp) = stamp(name), stamp.sort == .folder else { return first }
    _ = TreePath.withCString(name) { fchmodat(descriptor, $0, 0o755, 0) }
    return folder(name)
  }
}

/// errno, kept before the next call replaces it.
struct SystemFailure: Error {
  let number: Int32

  init(_ number: Int32) { self.number = number }
}

/// An open file.
final class OpenFile {
  let descriptor: Int32
  private static let portion = 1 << 18

  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  func stamp() -> Result<FileStamp, SystemFailure> {
    var status = stat()
    return fstat(descriptor, &status) < 0 ? .failure(SystemFailure(errno)) : .success(FileStamp(status))
  }

  /// Up to `buffer.count` bytes, fewer only at the end of the file.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Result<Int, SystemFailure> {
    var filled = 0
    while filled < buffer.count {
      let count = Foundation.read(descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
      if count == 0 { break }
      if count > 0 { filled += count } else if errno != EINTR { return .failure(SystemFailure(errno)) }
    }
    return .success(filled)
  }

  func write(_ bytes: UnsafeRawBufferPointer) -> SystemFailure? {
    var written = 0
    while written < bytes.count {
      let count = Foundation.write(
        descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      if count >= 0 { written += count } else if errno != EINTR { return SystemFailure(errno) }
    }
    return nil
  }

  /// Hands over the file's bytes portion by portion; stops early when `body` says false.
  func forEachPortion(_ body: (UnsafeRawBufferPointer) throws -> Bool) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.portion, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = try read(into: buffer).get()
      if count == 0 { return }
      if try !body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { return }
    }
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
      let count = try other.read(into: part).get()
      same = count == portion.count && equal(portion, UnsafeRawBufferPointer(part), at: 0)
      return same
    }
    guard same else { return false }
    return try other.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<1])).get() == 0
  }

  private func equal(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer, at place: Int) -> Bool {
    guard a.count > 0, let left = a.baseAddress, let right = b.baseAddress else { return a.count == 0 }
    return memcmp(left, right.advanced(by: place), a.count) == 0
  }
}
