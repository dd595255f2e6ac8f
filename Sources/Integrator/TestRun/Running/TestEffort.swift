import Model
import Processes
import Synchronization

/// What processes of tests took, and how much of it they worked.
final class TestEffort: Sendable {
  private struct Sums {
    var cpuSeconds = 0.0
    var seconds = 0.0
  }
  private let sums = Mutex(Sums())

  func begin() { sums.withLock { $0 = Sums() } }

  func add(_ end: ProcessEnd) {
    sums.withLock {
      $0.cpuSeconds += end.cpuSeconds
      $0.seconds += end.seconds
    }
  }

  /// Nil where they took no time, which tells nothing.
  var busy: Double? {
    sums.withLock {
      $0.seconds < TestSharing.leastSeconds ? nil : ($0.cpuSeconds / $0.seconds * 100).rounded() / 100
    }
  }
}
