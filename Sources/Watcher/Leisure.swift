import Model

/// Whether there is time for a search that nobody asked for: nothing is integrated, and nothing will be soon.
/// Pure.
struct Leisure {
  var places: [QueuePlace] = []
  /// Running, or ended and not settled.
  var open = 0
  var isEnding = false
  var isPaused = false
  var hasRoom = true
  /// Until a schedule is due.
  var secondsToTick = Double.infinity
  /// Since the last integration, or the watcher's begin.
  var secondsOfRest = 0.0

  /// More often than not somebody pushes once more.
  static let restSeconds = 60.0
  static let soonSeconds = 300.0

  enum Answer: Equatable {
    case now
    case later(seconds: Double)
    /// Something else comes first.
    case no
  }

  /// Nothing else is to be done just now: enough for what gives way at once and loses nothing by it.
  var isIdle: Bool {
    open == 0 && !isEnding && !isPaused && hasRoom && !places.contains { $0.waitsFor == nil }
  }

  var answer: Answer {
    guard isIdle, secondsToTick > Self.soonSeconds else { return .no }
    return secondsOfRest < Self.restSeconds ? .later(seconds: Self.restSeconds - secondsOfRest) : .now
  }
}
