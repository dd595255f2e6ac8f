import Foundation
import Synchronization

/// Says "look now" to whoever waits; rung while nobody waits, it is heard by the next.
public final class Bell: Sendable {
  private struct State {
    var isRung = false
    var waiter: CheckedContinuation<Void, Never>?
    var timer: DispatchWorkItem?
    var round = 0
  }

  private let state = Mutex(State())

  public init() {}

  public func ring() { wake(nil) }

  /// One at a time. Returns at once when the task is canceled, unless it must be waited all the same.
  public func wait(seconds: Double, evenWhenCanceled: Bool = false) async {
    guard !evenWhenCanceled else { return await sleep(seconds) }
    await withTaskCancellationHandler {
      guard !Task.isCancelled else { return }
      await sleep(seconds)
    } onCancel: {
      ring()
    }
  }

  private func sleep(_ seconds: Double) async {
    await withCheckedContinuation { continuation in
      let isRung = state.withLock { state in
        state.round += 1
        guard !state.isRung, seconds > 0 else {
          state.isRung = false
          return true
        }
        let round = state.round
        let timer = DispatchWorkItem { [weak self] in self?.wake(round) }
        state.waiter = continuation
        state.timer = timer
        DispatchQueue.global().asyncAfter(deadline: .now() + min(seconds, 86_400), execute: timer)
        return false
      }
      if isRung { continuation.resume() }
    }
  }

  /// By a timer only that wait which set it.
  private func wake(_ round: Int?) {
    let waiter = state.withLock { state in
      if let round, round != state.round { return nil as CheckedContinuation<Void, Never>? }
      let waiter = state.waiter
      if waiter == nil { state.isRung = round == nil || state.isRung }
      state.waiter = nil
      state.timer?.cancel()
      state.timer = nil
      return waiter
    }
    waiter?.resume()
  }
}

/// Whether somebody has asked the watcher to end.
final class Ending: Sendable {
  private let begun = Atomic(false)

  func begin() { begun.store(true, ordering: .releasing) }

  var hasBegun: Bool { begun.load(ordering: .acquiring) }
}
