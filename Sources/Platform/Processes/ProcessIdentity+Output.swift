import Glibc

extension ProcessIdentity {
  /// What it has as its standard output, as the kernel names it; nil when that is closed or it is gone.
  public var standardOutput: String? {
    var name = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/\(pid)/fd/1", &name, name.count)
    return count > 0 ? String(decoding: name[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
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
