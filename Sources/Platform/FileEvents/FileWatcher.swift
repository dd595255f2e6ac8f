import CLinux
public import Explaining
import Foundation
import Synchronization

/// Tells which of the things that somebody cares for may have changed. It says "look now" and no more:
/// several changes become one word, and one word may come for nothing.
public final class FileWatcher<Key: Hashable & Sendable>: Sendable {
  let thread: FileEventsThread<Key>

  public init(mostWatches: Int = 1 << 20) throws(Explanation) {
    thread = try FileEventsThread(table: try WatchTable(mostWatches: mostWatches))
    thread.start()
  }

  deinit { thread.end() }

  /// From now on these and no others. What changes after this returns is told; what changed before is not.
  /// Tells which of them are not watched as a whole; nil when that takes longer, as on a disk that does not
  /// answer. It goes on all the same.
  @discardableResult
  public func watch(_ subjects: [Key: WatchedFiles], within seconds: Double) async -> Set<Key>? {
    await withCheckedContinuation { done in
      let answer = Once(done)
      thread.post(.watch(subjects, { answer.give($0) }))
      DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { answer.give(nil) }
    }
  }

  /// Looks again at what no event tells of, such as a folder far above that was moved away.
  public func recheck() { thread.post(.recheck) }

  /// Waits for the next changes. nil when the task is canceled. For one caller at a time.
  public func next() async -> LookNow<Key>? { await thread.told.next() }
}

/// Where there may be something to see.
public struct LookNow<Key: Hashable & Sendable>: Equatable, Sendable {
  public var keys: Set<Key> = []
  /// Too much happened at once to know what.
  public var isEverything = false
  /// Sentences for a log, each told once.
  public var notices: [String] = []

  var isEmpty: Bool { keys.isEmpty && !isEverything && notices.isEmpty }

  mutating func add(_ other: LookNow) {
    keys.formUnion(other.keys)
    isEverything = isEverything || other.isEverything
    notices += other.notices
  }
}

/// The first answer counts.
private final class Once<Value: Sendable>: Sendable {
  private let waiter: Mutex<CheckedContinuation<Value, Never>?>

  init(_ waiter: CheckedContinuation<Value, Never>) { self.waiter = Mutex(waiter) }

  func give(_ value: Value) {
    let waiter = waiter.withLock { waiter in
      defer { waiter = nil }
      return waiter
    }
    waiter?.resume(returning: value)
  }
}
