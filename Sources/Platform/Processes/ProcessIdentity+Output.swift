import Glibc

extension ProcessIdentity {
  /// What it has as its standard output, as the kernel names it; nil when that is closed or it is gone.
  public var standardOutput: String? {
    var name = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/\(pid)/fd/1", &name, name.count)
    return count > 0 ? String(decoding: name[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }

  /// The program that it is, which another may take the place of; nil when it is gone.
  public var program: ProgramIdentity? {
    let link = "/proc/\(pid)/exe"
    var facts = stat()
    var name = [CChar](repeating: 0, count: 4096)
    let count = readlink(link, &name, name.count)
    guard count > 0, stat(link, &facts) == 0 else { return nil }
    let path = String(decoding: name[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return ProgramIdentity(device: UInt64(facts.st_dev), file: UInt64(facts.st_ino), path: path)
  }

  /// It has any file open: what ends gives all back at one moment.
  public var hasOpenFiles: Bool {
    guard let folder = opendir("/proc/\(pid)/fd") else { return false }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { return true }
    }
    return false
  }
}

/// A program that a process runs, wherever it was moved meanwhile.
public struct ProgramIdentity: Equatable, Sendable {
  let device: UInt64
  let file: UInt64
  public let path: String

  public static func == (one: Self, other: Self) -> Bool {
    one.device == other.device && one.file == other.file
  }
}
