import CLinux
import Glibc

/// Ends what is left of a tree and remembers what it had to do.
struct TreeEnding {
  let tree: ProcessTree
  /// Everything that got SIGTERM or SIGKILL.
  private(set) var signaled: Set<ProcessIdentity> = []
  private(set) var killed: Set<ProcessIdentity> = []

  init(tree: ProcessTree) { self.tree = tree }

  /// Every member that was ever seen.
  private var known: Set<ProcessIdentity> = []

  /// One look may miss what starts a successor and exits, so that "none" takes a quiet look, or several.
  mutating func isEmpty() -> Bool {
    for _ in 0..<3 {
      if tree.isCertainlyEmpty { return true }
      let newest = ProcessTable.newest
      if look(at: { _ in }) > 0 { return false }
      if let newest, newest == ProcessTable.newest { return true }
    }
    return true
  }

  /// Tells every living member and answers how many there were.
  private mutating func look(at found: (ProcessStatus) -> Void) -> Int {
    var living: Set<ProcessIdentity> = []
    tree.forEachLiving(known: known) { status in
      living.insert(status.identity)
      found(status)
    }
    known.formUnion(living)
    return living.count
  }

  /// SIGTERM to each member that has not had it, however often this is called; answers how many are alive.
  @discardableResult mutating func terminate() -> Int {
    var fresh: Set<ProcessIdentity> = []
    let before = signaled
    let living = look { status in
      guard !before.contains(status.identity) else { return }
      fresh.insert(status.identity)
      status.identity.send(SIGTERM)
      // What is stopped would never get to it.
      status.identity.send(SIGCONT)
    }
    signaled.formUnion(fresh)
    return living
  }

  /// Freezes and kills until a look finds nothing; answers how many are still alive at the end of the time.
  mutating func kill(seconds: Double, wait: () -> Void) -> Int {
    let deadline = monotonicSeconds() + seconds
    repeat {
      let frozen = freeze(until: deadline)
      if frozen.isEmpty {
        if isEmpty() { return 0 }
        continue
      }
      // The group first: one call reaches all of a storm. Its number is ours until the main is reaped.
      if let main = tree.main, main.pid > 1 { Glibc.kill(-main.pid, SIGKILL) }
      for identity in frozen { identity.send(SIGKILL) }
      killed.formUnion(frozen)
      signaled.formUnion(frozen)
      // Dying takes a while: the kernel gives back memory and files first.
      for _ in 0..<40 where monotonicSeconds() < deadline {
        if !hasLiving(of: frozen) { break }
        wait()
      }
    } while monotonicSeconds() < deadline
    return look { _ in }
  }

  private func hasLiving(of identities: Set<ProcessIdentity>) -> Bool {
    var found = false
    for identity in identities {
      guard let status = ProcessStatus(of: identity.pid), status.identity == identity else { continue }
      if status.isDead { Children.shared.reapStray(status) } else { found = true }
    }
    return found
  }

  /// Stops the members until a look finds none that was not stopped before: then none can start another.
  private mutating func freeze(until deadline: Double) -> Set<ProcessIdentity> {
    var frozen: Set<ProcessIdentity> = []
    if let main = tree.main, main.pid > 1 { Glibc.kill(-main.pid, SIGSTOP) }
    repeat {
      var fresh: Set<ProcessIdentity> = []
      _ = look { status in
        guard !frozen.contains(status.identity) else { return }
        fresh.insert(status.identity)
        status.identity.send(SIGSTOP)
      }
      if fresh.isEmpty { break }
      frozen.formUnion(fresh)
    } while monotonicSeconds() < deadline
    return frozen
  }
}

extension ProcessIdentity {
  /// To the process alone, through a pidfd that is checked after it was opened: nobody else's can be hit.
  public func send(_ signal: Int32) {
    guard pid > 1 else { return }
    let pidfd = bothy_pidfd_open(pid)
    guard pidfd >= 0 else {
      // Old kernels and some sandboxes have none.
      if errno == ENOSYS || errno == EPERM, ProcessStatus(of: pid)?.identity == self { kill(pid, signal) }
      return
    }
    defer { close(pidfd) }
    if ProcessStatus(of: pid)?.identity == self { _ = bothy_pidfd_signal(pidfd, signal) }
  }
}
