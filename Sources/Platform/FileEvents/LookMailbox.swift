import Synchronization

/// What was heard and nobody has taken yet, and who waits for it.
final class LookMailbox<Key: Hashable & Sendable>: Sendable {
  private struct State {
    var untaken = LookNow<Key>()
    var waiter: CheckedContinuation<LookNow<Key>?, Never>?
  }

  private let state = Mutex(State())

  func tell(_ look: LookNow<Key>) {
    guard !look.isEmpty else { return }
    let waiter = state.withLock { state -> (CheckedContinuation<LookNow<Key>?, Never>, LookNow<Key>)? in
      state.untaken.add(look)
      guard let waiter = state.waiter else { return nil }
      defer { (state.waiter, state.untaken) = (nil, LookNow()) }
      return (waiter, state.untaken)
    }
    if let (waiter, look) = waiter { waiter.resume(returning: look) }
  }

  func wait(_ continuation: CheckedContinuation<LookNow<Key>?, Never>) {
    guard !Task.isCancelled else { return continuation.resume(returning: nil) }
    let look = state.withLock { state -> LookNow<Key>? in
      guard state.untaken.isEmpty else {
        defer { state.untaken = LookNow() }
        return state.untaken
      }
      precondition(state.waiter == nil, "only one may wait for changes at a time")
      state.waiter = continuation
      return nil
    }
    if let look { return continuation.resume(returning: look) }
    // Canceled between the question above and the waiting.
    if Task.isCancelled { wakeEmptyHanded() }
  }

  func wakeEmptyHanded() {
    let waiter = state.withLock { state in
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: nil)
  }
}
