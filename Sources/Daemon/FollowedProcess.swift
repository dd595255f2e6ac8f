import Explaining
import Foundation
import Model
import Ordering
import Processes
import Synchronization
import Watcher
import Words

/// One process that performs an integration, from its start until nothing of it is left.
final class FollowedProcess: ProcessObserver, Sendable {
  private struct State {
    var process: ProcessIdentity?
    var failure: String?
    var isRunning = true
    var wantsEnd = false
    var wasAsked = false
    var heard = PerformingProcess()
    var ending: String?
    var arePagesMade = false
  }

  private let state = Mutex(State())
  private let started = DispatchSemaphore(value: 0)
  private let killing = Cancellation()
  /// Asked until it says that the pages are made that scripts wait for.
  private let makePages: @Sendable () -> Bool

  init(makePages: @escaping @Sendable () -> Bool = { true }) { self.makePages = makePages }

  func perform(_ command: Command) {
    do {
      let end = try Processes.perform(command, limits: ProcessLimits(), cancellation: killing, observer: self)
      state.withLock {
        $0.isRunning = false
        $0.ending = $0.heard.lastWords ?? PerformingProcess.fate(end.ending).capitalizedFirst
        $0.heard = PerformingProcess()
      }
    } catch {
      let told = Explanation(error)
      state.withLock {
        $0.isRunning = false
        $0.failure = "\(told.doing): \(told.wrong)"
      }
      started.signal()
    }
  }

  func waitForStart() throws -> ProcessIdentity {
    started.wait()
    return try state.withLock { state in
      guard let process = state.process else { throw LaunchError(state.failure ?? "it did not start") }
      return process
    }
  }

  var isRunning: Bool { state.withLock { $0.isRunning } }
  var ending: String? { state.withLock { $0.ending } }

  func cancel() { state.withLock { $0.wantsEnd = true } }
  func kill() { killing.cancel() }

  func started(_ process: ProcessIdentity, output: String?) {
    state.withLock { $0.process = process }
    started.signal()
  }

  func received(_ bytes: UnsafeRawBufferPointer, from stream: Processes.OutputStream) {
    state.withLock { $0.heard.hear(bytes) }
  }

  /// Only the integration itself is told: it ends its own processes and writes its report.
  func check(elapsed: Double) -> String? {
    if !state.withLock({ $0.arePagesMade }), makePages() { state.withLock { $0.arePagesMade = true } }
    let process = state.withLock { state -> ProcessIdentity? in
      guard state.wantsEnd, !state.wasAsked else { return nil }
      state.wasAsked = true
      return state.process
    }
    process?.send(SIGTERM)
    return nil
  }
}
