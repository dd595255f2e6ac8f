import CLinux
import Glibc
import Synchronization

/// What this process has started, so that nobody reaps or ends the children of another `perform`. One for the
/// process, because the kernel has one list of children for it.
final class Children: Sendable {
  static let shared = Children()

  private struct State {
    var mains: Set<pid_t> = []
    var performing = 0
    var started = 0
    var adopts = false
  }

  private let state = Mutex(State())
  let own = ProcessIdentity(pid: getpid(), started: ProcessStatus(of: getpid())?.identity.started ?? 0)
  private var ownSession: pid_t { getsid(0) }

  private init() { bothy_keep_children() }

  var adopts: Bool { state.withLock { $0.adopts } }

  func adopt() { state.withLock { state in state.adopts = bothy_become_subreaper() == 0 } }

  /// From here on strays may belong to this one, too.
  func begin() -> Int {
    state.withLock { state in
      state.performing += 1
      state.started += 1
      return state.started
    }
  }

  func end() { state.withLock { $0.performing -= 1 } }

  /// Nobody can look for strays between the start of a main process and its being known.
  func start(_ launching: () -> bothy_launched) -> bothy_launched {
    state.withLock { state in
      let launched = launching()
      if launched.error == 0 { state.mains.insert(launched.pid) }
      return launched
    }
  }

  /// Reaps a main process: its rusage, or nil when somebody else has taken it.
  func reapMain(_ pid: pid_t) -> rusage? {
    state.withLock { state in
      var usage = rusage()
      let reaped = bothy_reap(pid, &usage)
      state.mains.remove(pid)
      return reaped == pid ? usage : nil
    }
  }

  /// A child that nobody here started: an orphan from a tree of ours.
  /// What stays in our own session was started by other code of this process: no tree of ours does.
  func isStray(_ status: ProcessStatus) -> Bool { state.withLock { isStray(status, $0) } }

  private func isStray(_ status: ProcessStatus, _ state: State) -> Bool {
    state.adopts && status.parent == own.pid && status.session != ownSession
      && !state.mains.contains(status.pid)
  }

  /// Whether a stray can only come from the one `perform` that is under way.
  var isAlone: Bool { state.withLock { $0.performing == 1 } }

  func reapStray(_ status: ProcessStatus) {
    state.withLock { state in
      guard status.isDead, isStray(status, state) else { return }
      var usage = rusage()
      _ = bothy_reap(status.pid, &usage)
    }
  }

  /// Reaps every dead child but the main processes, also one that other code has started.
  func reapAll() {
    for pid in ProcessTable.ownChildren() ?? [] {
      state.withLock { state in
        guard !state.mains.contains(pid) else { return }
        var usage = rusage()
        _ = bothy_reap(pid, &usage)
      }
    }
  }

  /// Reaps every orphan that has died.
  func reapStrays() {
    guard adopts else { return }
    for pid in ProcessTable.ownChildren() ?? [] {
      if let status = ProcessStatus(of: pid), status.isDead { reapStray(status) }
    }
  }
}

/// Orphans of what this process starts become its children, wherever they hide. Call it once, early.
/// Children which other code of this process starts are left alone as long as they stay in its session.
public func adoptOrphans() { Children.shared.adopt() }

/// This process goes on when its parent ends, which else takes it along.
public func outliveParent() { _ = bothy_end_with_parent(0) }

/// This process receives the signal when its parent (the thread that started it) ends.
public func endWithParent(_ signal: Int32) {
  let parent = getppid()
  _ = bothy_end_with_parent(signal)
  if getppid() != parent { raise(signal) }
}

/// Whether the parent that this process had lives no more, or was killed and is going: its threads end one
/// after the other, and the one that started this process is not always the last.
public func isOrphaned(by parent: Int32) -> Bool {
  guard getppid() == parent else { return true }
  return ProcessFile.read("/proc/\(parent)/status") { isGoing(String(decoding: $0, as: UTF8.self)) } ?? true
}

/// By the text of `/proc/PID/status`: it is told to die by a signal that cannot be refused, or has ended.
func isGoing(_ status: String) -> Bool {
  let lines = status.split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace) }
  return lines.contains { words in
    guard words.count > 1 else { return false }
    switch words[0] {
    case "State:": return words[1] == "Z" || words[1] == "X"
    // One that is ending has given back its memory, of which nothing is told then.
    case "SigPnd:", "ShdPnd:": return (UInt64(words[1], radix: 16) ?? 0) & 1 << UInt64(SIGKILL - 1) != 0
    default: return false
    }
  } || !lines.contains { $0.first == "VmSize:" }
}

/// Ends every process below this one, whatever session or group it is in: SIGTERM, one second, SIGKILL.
/// Takes at most about four seconds; answers how many there were. Reaps them all, so nothing else of this
/// process may still wait for a child: the last thing to do, or the first.
public func endAllDescendants() -> Int {
  let tree = ProcessTree.everythingBelow()
  var ending = TreeEnding(tree: tree)
  ending.terminate()
  let patience = monotonicSeconds() + 1
  while ending.terminate() > 0 && monotonicSeconds() < patience { usleep(10_000) }
  _ = ending.kill(seconds: 2.5) { usleep(5_000) }
  Children.shared.reapAll()
  return ending.signaled.count
}
