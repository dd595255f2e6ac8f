import Explaining
import Foundation
import Model
import Processes
import Synchronization
import Watcher

/// One process that performs an integration, from its start until nothing of it is left.
final class FollowedProcess: ProcessObserver, Sendable {
  private struct State {
    var process: StartedProcess?
    var failure: String?
    var isRunning = true
    var wantsEnd = false
    var wasAsked = false
    var words: [UInt8] = []
    var ending: String?
  }

  private let state = Mutex(State())
  private let started = DispatchSemaphore(value: 0)
  private let killing = Cancellation()

  func perform(_ command: Command) {
    do {
      let end = try Processes.perform(
        command, limits: ProcessLimits(), cancellation: killing, observer: self)
      state.withLock {
        $0.isRunning = false
        $0.ending = Self.words(end, $0.words)
        $0.words = []
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

  func waitForStart() throws -> KnownProcess {
    started.wait()
    return try state.withLock { state in
      guard let process = state.process else { throw LaunchError(state.failure ?? "it did not start") }
      return process.known
    }
  }

  var isRunning: Bool { state.withLock { $0.isRunning } }
  var ending: String? { state.withLock { $0.ending } }

  func cancel() { state.withLock { $0.wantsEnd = true } }
  func kill() { killing.cancel() }

  func started(_ process: StartedProcess) {
    state.withLock { $0.process = process }
    started.signal()
  }

  func received(_ bytes: UnsafeRawBufferPointer, from stream: Processes.OutputStream) {
    state.withLock { if $0.words.count < 1 << 14 { $0.words.append(contentsOf: bytes) } }
  }

  /// Only the integration itself is told: it ends its own processes and writes its report.
  func check(elapsed: Double) -> String? {
    let process = state.withLock { state -> StartedProcess? in
      guard state.wantsEnd, !state.wasAsked else { return nil }
      state.wasAsked = true
      return state.process
    }
    process?.send(SIGTERM)
    return nil
  }

  private static func words(_ end: ProcessEnd, _ said: [UInt8]) -> String {
    let lines = String(decoding: said, as: UTF8.self).split(separator: "\n")
    if let last = lines.last { return String(last.hasPrefix("bothy: ") ? last.dropFirst(7) : last) }
    switch end.ending {
    case .exited(let status): return "Its process ended with status \(status) before its report was written"
    case .signaled(SIGKILL): return "Its process was killed before its report was written"
    case .signaled(let signal):
      return "Its process was ended by signal \(signal) before its report was written"
    }
  }
}
