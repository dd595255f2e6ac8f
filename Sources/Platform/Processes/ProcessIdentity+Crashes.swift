import Glibc

extension ProcessIdentity {
  /// Whether a crash would still be caught; the runtime gives its handlers back before it writes how the
  /// process died. Nil when the process is gone.
  public var catchesCrashes: Bool? {
    guard isAlive else { return nil }
    return ProcessFile.read("/proc/\(pid)/status", Self.catchesCrashes)
  }

  /// Reads the text of `/proc/PID/status`. Bad memory is caught by the backtracer too.
  static func catchesCrashes(_ status: UnsafeRawBufferPointer) -> Bool {
    let line = status.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: Array("SigCgt:".utf8)) }
    let digits = line.map { String(decoding: $0.dropFirst(7), as: UTF8.self) } ?? ""
    let caught = UInt64(digits.filter { !$0.isWhitespace }, radix: 16) ?? 0
    return [SIGILL, SIGTRAP, SIGFPE].contains { caught & (1 << UInt64($0 - 1)) != 0 }
  }
}
