import Foundation
import Synchronization

/// What is asked of a disk that may never answer, on a thread of its own.
final class AskedAside<Answer: Sendable>: Sendable {
  private let answer = Mutex<(value: Answer, at: ContinuousClock.Instant)?>(nil)
  private let isThere = DispatchSemaphore(value: 0)
  private let began = ContinuousClock.now

  /// - Parameter answered: told when the answer is there.
  init(
    _ name: String, answered: @escaping @Sendable () -> Void = {}, _ ask: @escaping @Sendable () -> Answer
  ) {
    let thread = Thread { [self] in
      let value = ask()
      answer.withLock { $0 = (value, .now) }
      isThere.signal()
      answered()
    }
    thread.name = name
    thread.start()
  }

  /// nil where it is not there in time.
  func value(within seconds: Double = 0) -> Answer? {
    if let value = answer.withLock({ $0?.value }) { return value }
    guard isThere.wait(timeout: .now() + seconds) == .success else { return nil }
    // Whoever else asks is to find it, too.
    isThere.signal()
    return answer.withLock { $0?.value }
  }

  /// Since it was asked, or else since it has answered.
  var seconds: Double {
    (ContinuousClock.now - (answer.withLock { $0?.at } ?? began)) / .seconds(1)
  }
}
