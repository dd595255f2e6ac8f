import Files
import Foundation
package import State
import Synchronization

/// Who is known now: the file is read again when it was written, and a while after it could not be read.
package final class KnownPeople: Sendable {
  private struct Kept {
    var facts: FileFacts?
    /// Nil: it could not be read.
    var book: PeopleBook?
    /// What could not be read is tried again then: nothing need be written for it to be readable.
    var tryAgain: Double?
    var failure: String?
  }

  private let file: PeopleFile
  private let failed: @Sendable (any Error) -> Void
  private let uptime: @Sendable () -> Double
  private let kept = Mutex<Kept?>(nil)

  private static let secondsBetweenTries = 2.0

  package init(
    _ state: StateFolder, uptime: @escaping @Sendable () -> Double = { ProcessInfo.processInfo.systemUptime },
    failed: @escaping @Sendable (any Error) -> Void
  ) {
    (file, self.uptime, self.failed) = (PeopleFile(state), uptime, failed)
  }

  /// Nil where it cannot be read: then nobody is known, and nobody is known to be gone.
  package var book: PeopleBook? {
    let (facts, now) = (file.facts, uptime())
    let known = kept.withLock { $0 }
    if let known, known.facts == facts, known.tryAgain.map({ now < $0 }) ?? true { return known.book }
    var made = Kept(facts: facts)
    do { made.book = try file.read() } catch {
      (made.tryAgain, made.failure) = (now + Self.secondsBetweenTries, "\(error)")
      if known?.failure != made.failure { failed(error) }
    }
    let new = made
    kept.withLock { $0 = new }
    return made.book
  }
}
