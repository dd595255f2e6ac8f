import Synchronization

/// Somebody may ask for the end before it is known how to come to it.
final class EndRequest: Sendable {
  private struct State {
    var count = 0
    var act: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  func ask() {
    let act = state.withLock { state in
      state.count += 1
      return state.act
    }
    act?()
  }

  /// Done each time that somebody asks, or has asked.
  func answer(_ act: @escaping @Sendable () -> Void) {
    let count = state.withLock { state in
      state.act = act
      return state.count
    }
    for _ in 0..<count { act() }
  }
}
