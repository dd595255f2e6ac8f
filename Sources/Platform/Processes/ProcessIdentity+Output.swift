import Glibc

extension ProcessIdentity {
  /// What it has as its standard output, as the kernel names it; nil when that is closed or it is gone.
  public var standardOutput: String? {
    kernelName("/proc/\(pid)/fd/1")
  }

  /// The program that it is, which another may take the place of; nil when it is gone.
  public var program: ProgramIdentity? {
    let link = "/proc/\(pid)/exe"
    var facts = stat()
    guard let path = kernelName(link), stat(link, &facts) == 0 else { return nil }
    return ProgramIdentity(
      device: UInt64(facts.st_dev), file: UInt64(facts.st_ino), stack: stackStart ?? 0, path: path)
  }

  /// Where the kernel laid its program's stack, anew each time that one begins; nil where that is hidden.
  private var stackStart: UInt64? {
    ProcessFile.read("/proc/\(pid)/stat") { line in
      let text = String(decoding: line, as: UTF8.self)
      // The name of a program may hold anything.
      guard let end = text.lastIndex(of: ")") else { return nil }
      let fields = text[text.index(after: end)...].split(separator: " ")
      return fields.count > Self.stackField ? UInt64(fields[Self.stackField]) : nil
    } ?? nil
  }

  private static let stackField = 25

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

extension Descriptor {
  /// What it leads to, as the kernel names it.
  var name: String? { kernelName("/proc/self/fd/\(number)") }
}

/// Where a link leads that the kernel makes.
private func kernelName(_ link: String) -> String? {
  var name = [CChar](repeating: 0, count: 4096)
  let count = readlink(link, &name, name.count)
  return count > 0 ? String(decoding: name[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
}

/// A program that a process runs, wherever it was moved meanwhile.
public struct ProgramIdentity: Equatable, Sendable {
  let device: UInt64
  let file: UInt64
  /// Of the same file another one each time that it is started.
  private let stack: UInt64
  public let path: String

  init(device: UInt64, file: UInt64, stack: UInt64, path: String) {
    (self.device, self.file, self.stack, self.path) = (device, file, stack, path)
  }

  public func isSameFile(as other: Self) -> Bool { device == other.device && file == other.file }

  public static func == (one: Self, other: Self) -> Bool {
    // What ends has given its stack back before it is gone.
    one.isSameFile(as: other) && (one.stack == other.stack || one.stack == 0 || other.stack == 0)
  }
}
