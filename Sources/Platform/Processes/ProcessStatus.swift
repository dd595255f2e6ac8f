import CLinux
import Glibc

/// One process for good: a number alone is given again.
struct ProcessIdentity: Hashable, Sendable {
  let pid: pid_t
  /// Clock ticks since boot.
  let started: UInt64
}

/// One line of the kernel's table of processes.
struct ProcessStatus: Sendable, Equatable {
  let identity: ProcessIdentity
  let parent: pid_t
  let group: pid_t
  let session: pid_t
  /// Exited and waiting to be reaped. A process whose first thread alone has ended is alive.
  let isDead: Bool

  var pid: pid_t { identity.pid }

  init?(of pid: pid_t) {
    guard let status = ProcessFile.read("/proc/\(pid)/stat", { Self($0) }) else { return nil }
    guard let status, status.pid == pid else { return nil }
    self = status
  }

  /// Reads `/proc/PID/stat`. The name in it may contain anything, also spaces and parentheses.
  init?(_ line: UnsafeRawBufferPointer) {
    guard let open = line.firstIndex(of: UInt8(ascii: "(")), let close = line.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let fields = line[(close + 1)...].split(whereSeparator: { $0 == 0x20 || $0 == 0x0A })
    guard fields.count > 19, let pid = Self.number(line[..<open].dropLast()),
      let parent = Self.number(fields[1]), let group = Self.number(fields[2]),
      let session = Self.number(fields[3]), let threads = Self.number(fields[17]),
      let started = Self.number(fields[19]), let state = fields[0].first
    else { return nil }
    identity = ProcessIdentity(pid: pid_t(truncatingIfNeeded: pid), started: UInt64(max(0, started)))
    self.parent = pid_t(truncatingIfNeeded: parent)
    self.group = pid_t(truncatingIfNeeded: group)
    self.session = pid_t(truncatingIfNeeded: session)
    isDead = (state == UInt8(ascii: "Z") || state == UInt8(ascii: "X")) && threads <= 1
  }

  private static func number(_ digits: Slice<UnsafeRawBufferPointer>) -> Int? {
    var value = 0
    var negative = false
    for (offset, byte) in digits.enumerated() {
      if offset == 0 && byte == UInt8(ascii: "-") {
        negative = true
      } else if byte >= 0x30 && byte <= 0x39 {
        value = value &* 10 &+ Int(byte &- 0x30)
      } else {
        return nil
      }
    }
    return digits.isEmpty ? nil : (negative ? -value : value)
  }
}

/// Every process that can be seen from here.
enum ProcessTable {
  static func forEach(_ visit: (ProcessStatus) -> Void) {
    guard let folder = Descriptor(owning: open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC)) else { return }
    var pids = [pid_t](repeating: 0, count: 16)
    while true {
      let count = Int(bothy_next_pids(folder.number, &pids, Int32(pids.count)))
      if count == 0 { return }
      for pid in pids[..<count] {
        if let status = ProcessStatus(of: pid) { visit(status) }
      }
    }
  }

  /// The number that was given last: unchanged, nothing was started in between.
  static var newest: pid_t? {
    let text = ProcessFile.read("/proc/loadavg") { String(decoding: $0, as: UTF8.self) }
    return text?.split(whereSeparator: \.isWhitespace).last.flatMap { pid_t($0) }
  }

  /// The children of this process, dead ones included; nil where the kernel doesn't tell.
  static func ownChildren() -> [pid_t]? {
    guard let folder = opendir("/proc/self/task") else { return nil }
    defer { closedir(folder) }
    var children: [pid_t] = []
    while let entry = readdir(folder) {
      let thread = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { pid_t(strtol($0, nil, 10)) }
      }
      guard thread > 0 else { continue }
      let listed = ProcessFile.read("/proc/self/task/\(thread)/children") { bytes in
        bytes.split(separator: UInt8(ascii: " ")).compactMap { pid_t(String(decoding: $0, as: UTF8.self)) }
      }
      // A thread may have ended since; a kernel without these files has none for any.
      if let listed {
        children += listed
      } else if access("/proc/self/task/\(thread)", F_OK) == 0 {
        return nil
      }
    }
    return children
  }
}

/// A file of /proc: small, of unknown length, and gone when its process is.
enum ProcessFile {
  static func read<Value>(_ path: String, _ use: (UnsafeRawBufferPointer) -> Value) -> Value? {
    let number = open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return nil }
    defer { close(number) }
    return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { first in
      let count = Glibc.read(number, first.baseAddress, first.count)
      guard count >= 0 else { return nil }
      if count < first.count { return use(UnsafeRawBufferPointer(rebasing: first[..<count])) }
      return readRest(of: number, after: first, use)
    }
  }

  /// Far above what the kernel lets a process carry as its environment by default.
  private static let most = 8 << 20

  private static func readRest<Value>(
    of number: Int32, after first: UnsafeMutableRawBufferPointer, _ use: (UnsafeRawBufferPointer) -> Value
  ) -> Value {
    var bytes = [UInt8](first)
    while bytes.count < most {
      let more = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in
        count = max(0, Glibc.read(number, buffer.baseAddress, buffer.count))
      }
      if more.isEmpty { break }
      bytes += more
    }
    return bytes.withUnsafeBytes(use)
  }
}
