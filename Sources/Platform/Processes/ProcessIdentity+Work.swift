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

  /// For how long each of its threads, and of those of its session, has waited for a processor, in seconds.
  /// Empty where the kernel does not tell.
  public var waited: [Int32: Double] {
    var waited: [Int32: Double] = [:]
    ProcessTable.forEach { status in
      guard status.session == pid || status.pid == pid else { return }
      for thread in ProcessTable.threads(of: status.pid) {
        // Time on a processor, time waiting for one, in nanoseconds, and how often.
        let words = ProcessFile.read("/proc/\(status.pid)/task/\(thread)/schedstat") { bytes in
          bytes.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        }
        if let words, words.count > 1, let time = Double(words[1]) { waited[thread] = time / 1e9 }
      }
    }
    return waited
  }

  /// Behind the name, which may hold anything, user and system time are the 12th and the 13th word, and those
  /// of children that have ended the next two.
  private static func ticks(_ stat: UnsafeRawBufferPointer) -> Int {
    guard let end = stat.lastIndex(of: UInt8(ascii: ")")) else { return 0 }
    let words = stat[(end + 1)...].split(separator: UInt8(ascii: " ")).dropFirst(11).prefix(4)
    return words.reduce(0) { $0 + (Int(String(decoding: $1, as: UTF8.self)) ?? 0) }
  }
}
