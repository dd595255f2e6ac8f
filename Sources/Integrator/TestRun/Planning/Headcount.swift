import Model
import Synchronization

/// How many tests are known so far, for those who watch.
final class Headcount: Sendable {
  private let known = Mutex<Set<TestID>>([])

  var count: Int { known.withLock { $0.count } }

  /// How many they are with these.
  @discardableResult func add(_ tests: [TestID]) -> Int {
    known.withLock { known in
      known.formUnion(tests)
      return known.count
    }
  }
}
