import Files
import Foundation
package import State
import Synchronization

/// Who is known now: the file is read again when it was written.
package final class KnownPeople: Sendable {
  private struct Kept {
    var facts: FileFacts?
    var book = PeopleBook()
  }

  private let file: PeopleFile
  private let failed: @Sendable (any Error) -> Void
  private let kept = Mutex<Kept?>(nil)

  package init(_ state: StateFolder, failed: @escaping @Sendable (any Error) -> Void) {
    (file, self.failed) = (PeopleFile(state), failed)
  }

  /// What cannot be read lets nobody in.
  package var book: PeopleBook {
    let facts = file.facts
    if let known = kept.withLock({ $0 }), known.facts == facts { return known.book }
    var made = Kept(facts: facts)
    do { made.book = try file.read() } catch { failed(error) }
    let now = made
    kept.withLock { $0 = now }
    return made.book
  }
}
