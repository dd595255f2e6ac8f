import Foundation
import Synchronization

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

  deinit { jobs.add(nil) }

  /// Runs it there, after what was there before.
  public func run(_ body: @escaping @Sendable () -> Void) { jobs.add(body) }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The actor, and with it this executor, is kept by the job until it has run.
    let executor = asUnownedSerialExecutor()
    jobs.add { job.runSynchronously(on: executor) }
  }
}

private final class Jobs: Sendable {
  private let waiting = Mutex<[(@Sendable () -> Void)?]>([])
  private let filled = DispatchSemaphore(value: 0)

  /// nil ends the thread, after what was there before.
  func add(_ job: (@Sendable () -> Void)?) {
    waiting.withLock { $0.append(job) }
    filled.signal()
  }

  func run() {
    while true {
      filled.wait()
      guard let job = waiting.withLock({ $0.removeFirst() }) else { return }
      job()
    }
  }
}
