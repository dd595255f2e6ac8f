import Foundation
import Synchronization

/// Wakes whoever waits for it; sent while nobody waits, it wakes the next at once.
public final class WakeSignal: Sendable {
  private struct State {
    var isSent = false
    var waiter: CheckedContinuation<Void, Never>?
    /// When whoever waits has waited for long enough.
    var due = DispatchTime.distantFuture
    /// One for all waits: a canceled one would be kept until its time has come.
    var timer: (any DispatchSourceTimer)?
  }

  private let state = Mutex(State())

  public init() {}

  deinit { state.withLock { $0.timer?.cancel() } }

  public func send() {
    let waiter = state.withLock { state in
      let waiter = Self.takeWaiter(&state)
      if waiter == nil { state.isSent = true }
      return waiter
    }
    waiter?.resume()
  }

  /// One at a time. Returns at once when the task is canceled, unless it must be waited all the same.
  public func wait(seconds: Double, evenWhenCanceled: Bool = false) async {
    guard !evenWhenCanceled else { return await sleep(seconds) }
    await withTaskCancellationHandler {
      guard !Task.isCancelled else { return }
      await sleep(seconds)
    } onCancel: {
      send()
    }
  }

  private func sleep(_ seconds: Double) async {
    await withCheckedContinuation { continuation in
      let isSent = state.withLock { state in
        guard !state.isSent, seconds > 0 else {
          state.isSent = false
          return true
        }
        state.waiter = continuation
        state.due = .now() + min(seconds, 86_400)
        if state.timer == nil { state.timer = makeTimer() }
        state.timer?.schedule(deadline: state.due)
        return false
      }
      if isSent { continuation.resume() }
    }
  }

  private func makeTimer() -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.setEventHandler { [weak self] in self?.wakeWhenDue() }
    timer.activate()
    return timer
  }

  /// The timer may have been set for a wait that is over.
  private func wakeWhenDue() {
    let waiter = state.withLock { state in
      if state.due <= .now() { return Self.takeWaiter(&state) }
      state.timer?.schedule(deadline: state.due)
      return nil
    }
    waiter?.resume()
  }

  private static func takeWaiter(_ state: inout State) -> CheckedContinuation<Void, Never>? {
    defer { state.waiter = nil }
    guard state.waiter != nil else { return nil }
    state.due = .distantFuture
    state.timer?.schedule(deadline: .distantFuture)
    return state.waiter
  }
}
