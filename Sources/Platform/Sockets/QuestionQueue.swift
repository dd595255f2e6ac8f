import Synchronization

/// Questions that nobody has taken yet, and who waits for one.
final class QuestionQueue: Sendable {
  private struct State {
    var questions: [Question] = []
    var waiter: CheckedContinuation<Question?, Never>?
    var isEnded = false
  }

  private let state = Mutex(State())

  func add(_ question: Question) {
    let waiter = state.withLock { state -> CheckedContinuation<Question?, Never>? in
      defer { state.waiter = nil }
      if state.waiter == nil, !state.isEnded { state.questions.append(question) }
      return state.waiter
    }
    waiter?.resume(returning: question)
  }

  func wait(_ continuation: CheckedContinuation<Question?, Never>) {
    guard !Task.isCancelled else { return continuation.resume(returning: nil) }
    let (question, isEnded) = state.withLock { state -> (Question?, Bool) in
      guard state.questions.isEmpty, !state.isEnded else {
        return (state.questions.isEmpty ? nil : state.questions.removeFirst(), state.isEnded)
      }
      precondition(state.waiter == nil, "only one may wait for questions at a time")
      state.waiter = continuation
      return (nil, false)
    }
    if question != nil || isEnded { return continuation.resume(returning: question) }
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

  func end() {
    state.withLock {
      $0.isEnded = true
      $0.questions = []
    }
    wakeEmptyHanded()
  }
}
