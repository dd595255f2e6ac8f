import Synchronization

/// What a reader must know to trust the rest, each sentence once. Several threads may tell at once.
final class Notes: Sendable {
  private let log: Log
  private let sentences = Mutex<[String]>([])

  init(log: Log) {
    self.log = log
  }

  var all: [String] { sentences.withLock { $0 } }

  func tell(_ sentence: String) {
    guard add(sentence) else { return }
    log.write(line: "[\(sentence)]")
    log.tell(.note(sentence))
  }

  /// One that the log has already; false when it is known.
  @discardableResult func add(_ sentence: String) -> Bool {
    sentences.withLock { known in
      guard !known.contains(sentence) else { return false }
      known.append(sentence)
      return true
    }
  }
}
