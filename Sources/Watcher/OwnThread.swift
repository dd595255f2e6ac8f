import Foundation

/// A thread for one actor: what blocks there holds up nobody else. It ends with its actor.
public final class OwnThread: SerialExecutor {
  private let jobs = Jobs()

  public init(name: String) {
    let jobs = self.jobs
    let thread = Thread { jobs.run() }
    thread.name = name
    thread.stackSize = 8 << 20
    thread.start()
  }

  deinit { jobs.end() }

  /// Runs it there, after what was there before.
  public func run(_ body: @escaping @Sendable () -> Void) { jobs.add(body) }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The actor, and with it this executor, is kept by the job until it has run.
    let executor = asUnownedSerialExecutor()
    jobs.add { job.runSynchronously(on: executor) }
  }
}

// The condition guards all of it.
private final class Jobs: @unchecked Sendable {
  private let condition = NSCondition()
  private var waiting: [() -> Void] = []
  private var isEnded = false

  func add(_ job: @escaping () -> Void) {
    condition.lock()
    waiting.append(job)
    condition.signal()
    condition.unlock()
  }

  func end() {
    condition.lock()
    isEnded = true
    condition.signal()
    condition.unlock()
  }

  func run() {
    while true {
      condition.lock()
      while waiting.isEmpty, !isEnded { condition.wait() }
      let jobs = waiting
      waiting = []
      let isDone = jobs.isEmpty
      condition.unlock()
      if isDone { return }
      for job in jobs { job() }
    }
  }
}
