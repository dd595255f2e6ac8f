import CLinux
import Glibc

/// Ends what was started by a Bothy that was killed before it could end it; answers how many there were.
/// What belongs to a Bothy that lives, in any part of its line of descent, is left alone.
@discardableResult public func endOrphans() -> Int {
  var ended: Set<ProcessIdentity> = []
  // What is killed may have started a successor in between.
  for _ in 0..<20 {
    var living = 0
    ProcessTable.forEach { status in
      guard !status.isDead, Orphan.isOne(status) else { return }
      living += 1
      ended.insert(status.identity)
      kill(status.pid, SIGKILL)
    }
    if living == 0 { break }
    usleep(10_000)
  }
  return ended.count
}

enum Orphan {
  static func isOne(_ status: ProcessStatus) -> Bool {
    guard status.pid != getpid(), isOfOurNamespace(status) else { return false }
    let mark = ProcessFile.read("/proc/\(status.pid)/environ") { bytes -> String? in
      guard let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return nil }
      let at = bothy_find_entry(base, bytes.count, "\(ProcessTree.variable)=")
      guard at >= 0 else { return nil }
      let value = bytes[at..<(at + strnlen(base + at, bytes.count - at))]
      return String(decoding: value, as: UTF8.self)
    }
    guard let mark = mark ?? nil else { return false }
    let starters = starters(mark)
    return !starters.isEmpty && !isStarter(status) && !starters.contains(where: \.isAlive)
  }

  /// `BOTHY_PROCESS_TREE=12.3456-1/78.9012-4`: each Bothy above, with the moment it was started.
  static func starters(_ mark: String) -> [ProcessIdentity] {
    mark.drop { $0 != "=" }.dropFirst().split(separator: "/").compactMap { part in
      let numbers = part.split { $0 == "." || $0 == "-" }
      guard numbers.count == 3, let pid = pid_t(numbers[0]), let started = UInt64(numbers[1]) else {
        return nil
      }
      return ProcessIdentity(pid: pid, started: started)
    }
  }

  /// A Bothy ends by itself, and still writes its report, when the one that started it is gone.
  private static func isStarter(_ status: ProcessStatus) -> Bool {
    let own = target("/proc/self/exe")
    return own != nil && target("/proc/\(status.pid)/exe") == own
  }

  /// In a container the same numbers mean other processes.
  private static func isOfOurNamespace(_ status: ProcessStatus) -> Bool {
    let own = target("/proc/self/ns/pid")
    return own != nil && target("/proc/\(status.pid)/ns/pid") == own
  }

  private static func target(_ path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlink(path, start, buffer.count)
      guard count > 0 else { return nil }
      return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
}
