import Explaining
import Synchronization

/// What a reader must know to trust the rest, each sentence once. Several threads may tell at once.
final class Notes: Sendable {
  private struct State {
    var all: [String] = []
    var told: Set<String> = []
  }

  private let log: Log
  private let state = Mutex(State())

  init(log: Log) { self.log = log }

  var all: [String] { state.withLock { $0.all } }

  func tell(_ sentence: String) {
    tell(sentence, in: LogPart(log, isItsTurn: true))
    add(sentence)
  }

  /// By one of several writers: their order is known, and the sentence added, when all of them have ended.
  func tell(_ sentence: String, in part: LogPart) {
    let sentence = log.masking.masked(sentence)
    guard state.withLock({ $0.told.insert(sentence).inserted }) else { return }
    part.write(line: "[\(sentence)]")
    part.tell(.note(sentence))
  }

  /// One that the log has already.
  func add(_ sentence: String) {
    let sentence = log.masking.masked(sentence)
    state.withLock { state in
      state.told.insert(sentence)
      if !state.all.contains(sentence) { state.all.append(sentence) }
    }
  }
}

extension Explanation {
  /// At the end of a note.
  var asNote: String { sentence.hasSuffix(".") ? sentence : sentence + "." }
}
