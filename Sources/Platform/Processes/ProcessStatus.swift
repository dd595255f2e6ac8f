import CLinux
import Glibc

/// One process for good: by its number and by when it started, since numbers are given again.
public struct ProcessIdentity: Hashable, Sendable {
  public let pid: Int32
  /// Clock ticks since boot.
  public let started: UInt64

  public init(pid: Int32, started: UInt64) { (self.pid, self.started) = (pid, started) }

  /// The one that has this number now; nil where none has.
  public init?(of pid: Int32) {
    guard let identity = ProcessStatus(of: pid)?.identity else { return nil }
    self = identity
  }

  public var isAlive: Bool { ProcessStatus(of: pid).map { $0.identity == self && !$0.isDead } ?? false }
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

  /// Reads the text of `/proc/PID/stat`.
  init?(_ line: UnsafeRawBufferPointer) {
    guard let base = line.baseAddress else { return nil }
    var read = bothy_status()
    guard bothy_read_status(base.assumingMemoryBound(to: CChar.self), line.count, &read) else { return nil }
    identity = ProcessIdentity(pid: read.pid, started: read.started)
    parent = read.parent
    group = read.group
    session = read.session
    let state = UInt8(bitPattern: read.state)
    isDead = (state == UInt8(ascii: "Z") || state == UInt8(ascii: "X")) && read.threads <= 1
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

  static func threads(of process: pid_t) -> [pid_t] { threads(below: "/proc/\(process)/task") ?? [] }

  private static func threads(below folder: String) -> [pid_t]? {
    guard let folder = opendir(folder) else { return nil }
    defer { closedir(folder) }
    var threads: [pid_t] = []
    while let entry = readdir(folder) {
      let thread = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { pid_t(strtol($0, nil, 10)) }
      }
      if thread > 0 { threads.append(thread) }
    }
    return threads
  }

  /// The children of this process, dead ones included; nil where the kernel doesn't tell.
  static func ownChildren() -> [pid_t]? {
    guard let threads = threads(below: "/proc/self/task") else { return nil }
    var children: [pid_t] = []
    for thread in threads {
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
