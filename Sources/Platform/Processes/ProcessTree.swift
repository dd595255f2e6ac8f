import CLinux
import Glibc

/// What belongs to one main process: its session, whatever carries its mark, and all that descends from it.
struct ProcessTree: Sendable {
  static let variable = "BOTHY_PROCESS_TREE"

  /// The mark of the tree that we are in ourselves comes first, so that whoever ends that ends ours as well.
  static func mark(_ number: Int) -> String {
    let own = Children.shared.own
    let outer = getenv(variable).map { String(cString: $0) + "/" } ?? ""
    return "\(outer)\(own.pid).\(own.started)-\(number)"
  }

  /// A second mark, for what throws its environment away: a limit that means nothing.
  /// The upper half is the outermost tree's, the lower half that of a tree within it.
  static func limit(_ number: Int, outer: UInt64 = outerLimit) -> UInt64 {
    let pid = UInt64(UInt32(bitPattern: Children.shared.own.pid) & 0x3F_FFFF)
    let own = pid << 10 | UInt64(truncatingIfNeeded: number) & 0x3FF
    return outer == 0 ? own << 32 : outer << 32 | own
  }

  private static var outerLimit: UInt64 { getenv(variable) == nil ? 0 : bothy_own_tree() >> 32 }

  static func isLimit(_ value: UInt64, of number: Int, outer: UInt64 = outerLimit) -> Bool {
    let limit = limit(number, outer: outer)
    return outer == 0 ? value >> 32 == limit >> 32 : value == limit
  }

  /// Nil: everything below this process.
  let main: ProcessIdentity?
  private let entry: [UInt8]
  private let number: Int

  init(main: ProcessIdentity, number: Int) {
    self.main = main
    entry = Array("\(Self.variable)=\(Self.mark(number))".utf8)
    self.number = number
  }

  private init(prefix: String) {
    main = nil
    entry = Array("\(Self.variable)=\(prefix)".utf8)
    number = 0
  }

  static func everythingBelow() -> ProcessTree { ProcessTree(prefix: String(mark(0).dropLast())) }

  /// Looks at all processes once and tells each living member, those that are members by themselves at once.
  /// What was a member once stays one when its parent has gone. Reaps dead strays on the way.
  func forEachLiving(known: Set<ProcessIdentity>, _ found: (ProcessStatus) -> Void) {
    let oldest = (main ?? Children.shared.own).started
    var members: Set<pid_t> = []
    var others: [ProcessStatus] = []
    ProcessTable.forEach { status in
      guard status.identity.started >= oldest, status.identity != Children.shared.own else { return }
      if status.isDead { Children.shared.reapStray(status) }
      guard known.contains(status.identity) || isMember(status) else { return others.append(status) }
      members.insert(status.pid)
      if !status.isDead { found(status) }
    }
    var grew = !members.isEmpty
    while grew {
      grew = false
      others.removeAll { status in
        guard members.contains(status.parent) else { return false }
        members.insert(status.pid)
        if !status.isDead { found(status) }
        grew = true
        return true
      }
    }
  }

  /// True only when nothing of it can be alive, seen without a look at all processes.
  var isCertainlyEmpty: Bool {
    guard let main, Children.shared.adopts else { return false }
    return ProcessTable.ownChildren() == [main.pid]
  }

  private func isMember(_ status: ProcessStatus) -> Bool {
    guard let main else {
      return status.parent == Children.shared.own.pid || carriesMark(status.pid) == .ours
    }
    // The number of the main process can't be given again: it is reaped last.
    if status.pid == main.pid || status.session == main.pid || status.group == main.pid { return true }
    switch carriesMark(status.pid) {
    case .ours: return true
    case .other: return false
    case .none: return carriesLimit(status.pid) || Children.shared.isStray(status) && Children.shared.isAlone
    }
  }

  private func carriesLimit(_ pid: pid_t) -> Bool {
    // Max file locks            9876543210           unlimited            locks
    ProcessFile.read("/proc/\(pid)/limits") { bytes in
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      guard let line = lines.first(where: { $0.hasPrefix("Max file locks") }) else { return false }
      let words = line.split(separator: " ")
      guard words.count > 3, let value = UInt64(words[3]) else { return false }
      return Self.isLimit(value, of: number)
    } ?? false
  }

  enum Mark { case ours, other, none }

  private func carriesMark(_ pid: pid_t) -> Mark {
    ProcessFile.read("/proc/\(pid)/environ") { mark(in: $0) } ?? .none
  }

  func mark(in environment: UnsafeRawBufferPointer) -> Mark {
    guard let base = environment.baseAddress else { return .none }
    let at = bothy_find_entry(
      base.assumingMemoryBound(to: CChar.self), environment.count, "\(Self.variable)=")
    guard at >= 0 else { return .none }
    let length = strnlen(base.assumingMemoryBound(to: CChar.self) + at, environment.count - at)
    return isOurs(UnsafeRawBufferPointer(rebasing: environment[at..<(at + length)])) ? .ours : .other
  }

  private func isOurs(_ value: UnsafeRawBufferPointer) -> Bool {
    guard value.count >= entry.count, value.starts(with: entry) else { return false }
    return main == nil || value.count == entry.count || value[entry.count] == UInt8(ascii: "/")
  }
}
