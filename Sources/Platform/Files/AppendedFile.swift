import Foundation

/// Puts a line behind what is there, only for its owner to read, and comes back when it is on the disk. A
/// line that was cut off there stays one of its own.
public func append(_ line: [UInt8], to path: String) throws {
  let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
  guard descriptor >= 0 else { throw FileError(doing: "writing \(path)") }
  defer { close(descriptor) }
  let end = lseek(descriptor, 0, SEEK_END)
  var last: UInt8 = 0x0A
  if end > 0 { _ = pread(descriptor, &last, 1, end - 1) }
  let bytes = last == 0x0A ? line : [0x0A] + line
  try bytes.withUnsafeBytes { try writeAll($0, to: descriptor, path: path) }
  guard fdatasync(descriptor) == 0 else { throw FileError(doing: "writing \(path)") }
}
