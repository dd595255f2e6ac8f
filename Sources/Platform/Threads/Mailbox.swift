internal import Synchronization

/// What was told and nobody has taken yet, and who waits for it: one caller at a time.
public final class Mailbox<Pile: Sendable, Mail: Sendable>: Sendable {
  private struct State {
    var pile: Pile
    var waiter: CheckedContinuation<Mail?, Never>?
    var isEnded = false
  }

  private let state: Mutex<State>
  private let empty: Pile
  private let take: @Sendable (inout Pile) -> Mail?

  /// `take` takes what one waiter is given from the pile; nil: there is nothing.
  public init(_ empty: Pile, take: @escaping @Sendable (inout Pile) -> Mail?) {
    state = Mutex(State(pile: empty))
    (self.empty, self.take) = (empty, take)
  }

  public func add(_ change: (inout Pile) -> Void) {
    let told = state.withLock { state -> (CheckedContinuation<Mail?, Never>, Mail)? in
      if state.isEnded { return nil }
      change(&state.pile)
      guard let waiter = state.waiter, let mail = take(&state.pile) else { return nil }
      state.waiter = nil
      return (waiter, mail)
    }
    if let (waiter, mail) = told { waiter.resume(returning: mail) }
  }

  /// nil when the task is canceled, or after the end.
  public func next() async -> Mail? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { wait($0) }
    } onCancel: {
      wakeEmptyHanded()
    }
  }

  private func wait(_ continuation: CheckedContinuation<Mail?, Never>) {
    guard !Task.isCancelled else { return continuation.resume(returning: nil) }
    let (mail, isEnded) = state.withLock { state -> (Mail?, Bool) in
      if state.isEnded { return (nil, true) }
      if let mail = take(&state.pile) { return (mail, false) }
      precondition(state.waiter == nil, "only one may wait at a time")
      state.waiter = continuation
      return (nil, false)
    }
    if mail != nil || isEnded { return continuation.resume(returning: mail) }
    // Canceled between the question above and the waiting.
    if Task.isCancelled { wakeEmptyHanded() }
  }

  private func wakeEmptyHanded() {
    let waiter = state.withLock { state in
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: nil)
  }

  /// What nobody has taken is thrown away.
  public func end() {
    state.withLock { ($0.isEnded, $0.pile) = (true, empty) }
    wakeEmptyHanded()
  }
}
