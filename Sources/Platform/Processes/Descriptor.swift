import CLinux
import Glibc

/// An open file that is closed with its last owner; its number is never one of the standard three.
final class Descriptor: Sendable {
  let number: Int32

  /// Nil when there is none, or no number above the standard three.
  init?(owning number: Int32) {
    guard number >= 0 else { return nil }
    guard number < 3 else {
      self.number = number
      return
    }
    let moved = bothy_above_standard(number)
    let error = errno
    close(number)
    errno = error
    guard moved >= 0 else { return nil }
    self.number = moved
  }

  deinit { close(number) }
}

/// Seconds on a clock that nobody sets.
func monotonicSeconds() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}
