import CLinux
import Foundation

/// Readers see the whole file or the one before: written beside, then renamed.
public func publish(_ bytes: [UInt8], as path: String, mode: UInt32 = 0o644) throws {
  let beside = "\(path).new-\(getpid())"
  let descriptor = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
  guard descriptor >= 0 else { throw FileError(doing: "writing \(path)") }
  do { try bytes.withUnsafeBytes { try writeAll($0, to: descriptor, path: path) } } catch {
    close(descriptor)
    unlink(beside)
    throw error
  }
  guard close(descriptor) == 0, rename(beside, path) == 0 else {
    let error = FileError(doing: "writing \(path)")
    unlink(beside)
    throw error
  }
}

/// The same with what lies in a file, which may be larger than memory.
public func publish(copyOf file: String, as path: String) throws {
  let beside = "\(path).new-\(getpid())"
  unlink(beside)
  defer { unlink(beside) }
  try FileManager.default.copyItem(atPath: file, toPath: beside)
  guard rename(beside, path) == 0 else { throw FileError(doing: "writing \(path)") }
}

/// Has a folder take the place of another, so that a reader finds the one or the other; what was there lies
/// beside then. False where the file system can't, or nothing was there.
public func exchange(_ beside: String, _ place: String) -> Bool { bothy_exchange(beside, place) == 0 }

/// Whether anything has that name, were it a link that leads nowhere.
public func isThere(_ path: String) -> Bool {
  var status = stat()
  return lstat(path, &status) == 0
}

/// The whole file; nil when there is none, or none that can be read.
public func contents(of path: String) -> [UInt8]? { (try? wholeFile(at: path)) ?? nil }

/// The whole file; nil when there is none. A pipe is none: opening one would wait for its writer. Throws
/// where it may be there and cannot be read now: too many files are open, or the disk fails.
public func wholeFile(at path: String) throws -> [UInt8]? {
  let doing = "reading \(path)"
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
  guard descriptor >= 0 else {
    let error = FileError(doing: doing)
    if error.isMissing || [ENXIO, ELOOP].contains(error.code) { return nil }
    throw error
  }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw FileError(doing: doing) }
  guard status.st_mode & S_IFMT == S_IFREG else { return nil }
  let (bytes, failure) = content(of: descriptor, upTo: Int(status.st_size))
  guard failure == 0 else { throw FileError(doing: doing, code: failure) }
  return bytes
}

/// A file in parts of one size, the last of which is shorter, and empty where nothing is left for it.
func eachPart(of path: String, _ body: ([UInt8]) -> Void) throws {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
  guard descriptor >= 0 else { throw FileError(doing: "reading \(path)") }
  defer { close(descriptor) }
  while true {
    let (part, failure) = content(of: descriptor, upTo: 1 << 20)
    guard failure == 0 else { throw FileError(doing: "reading \(path)", code: failure) }
    body(part)
    if part.count < 1 << 20 { return }
  }
}

/// What is there, up to a limit; `failure` is errno where reading ended before.
func content(of descriptor: Int32, upTo limit: Int) -> (bytes: [UInt8], failure: Int32) {
  var failure: Int32 = 0
  let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
    while count < limit, let start = buffer.baseAddress {
      let got = Foundation.read(descriptor, start + count, limit - count)
      if got < 0, errno == EINTR { continue }
      if got < 0 { failure = errno }
      guard got > 0 else { break }
      count += got
    }
  }
  return (bytes, failure)
}

/// Makes the folder and those above it.
public func makeFolder(_ path: String, mode: UInt32 = 0o755) throws {
  if mkdir(path, mode) == 0 { return }
  if errno == ENOENT {
    let parent = (path as NSString).deletingLastPathComponent
    guard !parent.isEmpty, parent != path else {
      throw FileError(doing: "making the folder \(path)", code: ENOENT)
    }
    try makeFolder(parent, mode: mode)
    if mkdir(path, mode) == 0 { return }
  }
  let code = errno
  var status = stat()
  if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return }
  throw FileError(doing: "making the folder \(path)", code: code == EEXIST ? ENOTDIR : code)
}

func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: String) throws {
  var rest = bytes
  while !rest.isEmpty, let start = rest.baseAddress {
    let count = write(descriptor, start, rest.count)
    if count < 0 {
      if errno == EINTR { continue }
      throw FileError(doing: "writing \(path)")
    }
    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
  }
}
