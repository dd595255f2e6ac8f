import CLinux
import Explaining
import Glibc

/// Starts a command, hands on what it writes, and answers when it and its whole tree have ended.
/// A stop takes at most `graceSeconds` and then three seconds, whatever the tree does.
public func perform(
  _ command: Command, limits: ProcessLimits, cancellation: Cancellation, observer: some ProcessObserver
) throws -> ProcessEnd {
  if cancellation.isCanceled {
    return ProcessEnd(
      ending: .signaled(SIGTERM), stopped: .canceled, seconds: 0, cpuSeconds: 0, peakMemoryBytes: 0,
      leftBehind: 0)
  }
  let number = Children.shared.begin()
  defer { Children.shared.end() }
  let (main, sources, output) = try start(command, number: number)
  let performance = Performance(
    main: main, sources: sources, limits: limits, cancellation: cancellation, observer: observer)
  observer.started(main.identity, output: output)
  return performance.run()
}

/// The child's sides of the outputs are closed on the way out: what is read ends when the child's tree does.
private func start(
  _ command: Command, number: Int
) throws(Explanation) -> (MainProcess, [OutputSource], output: String?) {
  let ends = try OutputEnds(command.outputs)
  return (try MainProcess.start(command, ends: ends, number: number), ends.sources, ends.output.name)
}

/// One command from its start until nothing of it is left.
private final class Performance<Observer: ProcessObserver> {
  private static var killSeconds: Double { 2.5 }
  /// More than pipes and terminals can hold: what a dead process has left is surely less.
  private static var mostLeft: Int { 4 * OutputSource.pipeBytes }

  private let main: MainProcess
  private var sources: [OutputSource]
  private let limits: ProcessLimits
  private let cancellation: Cancellation
  private let observer: Observer
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 4096)
  private let started = monotonicSeconds()
  private var memory: MemoryWatch
  private var lastOutput: Double
  private var lastReap: Double
  private var ending: Ending?

  init(
    main: MainProcess, sources: [OutputSource], limits: ProcessLimits, cancellation: Cancellation,
    observer: Observer
  ) {
    (self.main, self.sources, self.limits) = (main, sources, limits)
    (self.cancellation, self.observer) = (cancellation, observer)
    memory = MemoryWatch(pid: main.identity.pid)
    lastOutput = started
    lastReap = started
  }

  deinit { buffer.deallocate() }

  func run() -> ProcessEnd {
    let stop = watch()
    let exited = monotonicSeconds()
    let canceledAtExit = cancellation.isCanceled
    let (left, survivors) = limits.endsMainAlone ? endAlone() : endTree(stop)
    drain()
    let seconds = (stop == nil ? exited : monotonicSeconds()) - started
    let usage = Children.shared.reapMain(main.identity.pid)
    Children.shared.reapStrays()
    // Whoever cancels us may have told our children as well, and they may have been quicker.
    let stopped = stop ?? (canceledAtExit ? .canceled : nil)
    return ProcessEnd(
      ending: ending ?? .signaled(SIGKILL), stopped: stopped, seconds: seconds,
      cpuSeconds: usage.map { $0.ru_utime.seconds + $0.ru_stime.seconds } ?? 0,
      peakMemoryBytes: memory.peakBytes(usage), leftBehind: left, survivors: survivors)
  }

  private func endTree(_ stop: StopReason?) -> (left: Int, survivors: Int) {
    var tree = TreeEnding(tree: main.tree)
    return stop == nil ? endLeftovers(&tree) : self.stop(&tree)
  }

  /// It alone, asked first.
  private func endAlone() -> (left: Int, survivors: Int) {
    let deadline = monotonicSeconds() + max(0, limits.graceSeconds)
    if ending == nil { main.identity.send(SIGTERM) }
    while ending == nil && monotonicSeconds() < deadline {
      pump(atMost: 0.02)
      ending = main.ending
    }
    if ending == nil { endMain() }
    return (0, 0)
  }

  /// Until the main process has exited by itself (nil) or has to be stopped.
  private func watch() -> StopReason? {
    while true {
      pump(atMost: wait(), whileRunning: true)
      if ending != nil { return nil }
      let now = monotonicSeconds()
      if cancellation.isCanceled { return .canceled }
      if let asked = observer.check(elapsed: now - started) { return .asked(asked) }
      if let limit = limits.seconds, now - started >= limit { return .time }
      if let limit = limits.silentSeconds, now - lastOutput >= limit { return .silence }
      memory.look(at: now)
      if now - lastReap > 1 {
        Children.shared.reapStrays()
        lastReap = monotonicSeconds()
      }
    }
  }

  /// Until the next thing is due.
  private func wait() -> Double {
    let now = monotonicSeconds()
    var wait = limits.checkSeconds
    if let limit = limits.seconds { wait = min(wait, started + limit - now) }
    if let limit = limits.silentSeconds { wait = min(wait, lastOutput + limit - now) }
    return max(0, wait)
  }

  /// The main process has exited; what it started may still write, or hold the other side of its outputs.
  private func endLeftovers(_ tree: inout TreeEnding) -> (left: Int, survivors: Int) {
    drain()
    if main.tree.isCertainlyEmpty { return (0, 0) }
    // What is ending anyway, such as the rest of a pipeline, is not left behind.
    let settled = monotonicSeconds() + 0.1
    repeat {
      if tree.isEmpty() { return (0, 0) }
      pump(atMost: 0.01)
    } while monotonicSeconds() < settled
    let survivors = terminateThenKill(&tree)
    return (tree.signaled.count, survivors)
  }

  private func stop(_ tree: inout TreeEnding) -> (left: Int, survivors: Int) {
    let survivors = terminateThenKill(&tree)
    endMain()
    return (tree.killed.subtracting([main.identity]).count, survivors)
  }

  /// Where /proc shows nothing, the main process and its group at least can be ended without it.
  private func endMain() {
    ending = main.ending
    if ending == nil { kill(-main.identity.pid, SIGKILL) }
    let patience = monotonicSeconds() + 0.5
    while ending == nil && monotonicSeconds() < patience {
      pump(atMost: 0.005)
      ending = main.ending
    }
  }

  private func terminateThenKill(_ tree: inout TreeEnding) -> Int {
    let deadline = monotonicSeconds() + max(0, limits.graceSeconds)
    var living = tree.terminate()
    while living > 0 && monotonicSeconds() < deadline {
      pump(atMost: min(0.02, max(0, deadline - monotonicSeconds())))
      living = tree.terminate()
    }
    if living == 0 && tree.isEmpty() { return 0 }
    return tree.kill(seconds: Self.killSeconds) { pump(atMost: 0.005) }
  }

  /// Takes what is there, without waiting for an end that children may withhold.
  private func drain() {
    var taken = 0
    while taken < Self.mostLeft {
      let more = pump(atMost: 0)
      if more == 0 { return }
      taken += more
    }
  }

  /// Waits for output, an exit, or a cancellation, and hands on one buffer of each stream: how many bytes.
  @discardableResult private func pump(atMost seconds: Double, whileRunning: Bool = false) -> Int {
    var looks = sources.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
    var wait = seconds
    if whileRunning {
      looks.append(pollfd(fd: main.pidfd?.number ?? -1, events: Int16(POLLIN), revents: 0))
      looks.append(pollfd(fd: cancellation.descriptor, events: Int16(POLLIN), revents: 0))
      if main.pidfd == nil { wait = min(wait, 0.01) }
    }
    let found = poll(&looks, nfds_t(looks.count), Int32((wait * 1000).rounded(.up)))
    // Asked before reading: whatever the process wrote was there when it exited.
    if whileRunning && (main.pidfd == nil || looks[sources.count].revents != 0) { ending = main.ending }
    guard found > 0 else { return 0 }
    var bytes = 0
    for index in sources.indices where looks[index].revents != 0 {
      guard case .bytes(let count) = sources[index].read(into: buffer) else { continue }
      observer.received(UnsafeRawBufferPointer(rebasing: buffer[..<count]), from: sources[index].stream)
      bytes += count
    }
    if bytes > 0 { lastOutput = monotonicSeconds() }
    return bytes
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
