import Synchronization

/// The looks into repositories that are to come, and how many lanes are open: each does one after the other.
final class LookLanes: Sendable {
  private struct State {
    var waiting: [LookQuestion] = []
    var next = 0
    var lanes = 0
  }

  private let state = Mutex(State())

  private static let mostLanes = 4
  private static let mostSilent = 60

  /// How many lanes are to be opened. Those that are held up by a repository that says nothing don't count.
  func add(_ questions: [LookQuestion], silent: Int) -> Int {
    state.withLock { state in
      state.waiting += questions
      let most = Self.mostLanes + min(silent, Self.mostSilent)
      let more = max(0, min(most - state.lanes, state.waiting.count - state.next))
      state.lanes += more
      return more
    }
  }

  /// nil closes the lane that asks.
  func next() -> LookQuestion? {
    state.withLock { state in
      guard state.next < state.waiting.count else {
        (state.waiting, state.next) = ([], 0)
        state.lanes -= 1
        return nil
      }
      state.next += 1
      return state.waiting[state.next - 1]
    }
  }
}
