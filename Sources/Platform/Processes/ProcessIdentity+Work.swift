import Glibc

extension ProcessIdentity {
  /// What the processor has done so far for the process and for all that runs in its session, in seconds.
  public var worked: Double {
    var ticks = 0
    ProcessTable.forEach { status in
      guard status.session == pid || status.pid == pid else { return }
      ticks += ProcessFile.read("/proc/\(status.pid)/stat", Self.ticks) ?? 0
    }
    return Double(ticks) / Double(max(sysconf(Int32(_SC_CLK_TCK)), 1))
  }

  /// Behind the name, which may hold anything, user and system time are the 12th and the 13th word, and those
  /// of children that have ended the next two.
  private static func ticks(_ stat: UnsafeRawBufferPointer) -> Int {
    guard let end = stat.lastIndex(of: UInt8(ascii: ")")) else { return 0 }
    let words = stat[(end + 1)...].split(separator: UInt8(ascii: " ")).dropFirst(11).prefix(4)
    return words.reduce(0) { $0 + (Int(String(decoding: $1, as: UTF8.self)) ?? 0) }
  }
}
