import Glibc

/// The peak memory of a child. The kernel's own figure begins with what *we* used when the child was made
/// (it shared our memory until it became another program), so a smaller one is only known by looking.
struct MemoryWatch {
  private let path: String
  private let floor: Int
  private var seen = 0
  private var next = 0.0

  init(pid: pid_t) {
    path = "/proc/\(pid)/status"
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    floor = usage.ru_maxrss * 1024
  }

  mutating func look(at now: Double) {
    guard now >= next else { return }
    next = now + 0.04
    seen = max(seen, ProcessFile.read(path) { Self.highWater(in: $0) } ?? 0)
  }

  func peakBytes(_ usage: rusage?) -> Int {
    let told = (usage?.ru_maxrss ?? 0) * 1024
    return told > floor || seen == 0 ? told : seen
  }

  /// `VmHWM:     1234 kB`, which is looked for 25 times a second.
  static func highWater(in status: UnsafeRawBufferPointer) -> Int {
    String(decoding: status, as: UTF8.self).withCString { text in
      strstr(text, "\nVmHWM:").map { strtol($0 + 7, nil, 10) * 1024 } ?? 0
    }
  }
}
