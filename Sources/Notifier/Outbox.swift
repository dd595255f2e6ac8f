import Faults
package import Foundation
package import Model
package import State
import Store
import Synchronization
import Transfer

/// Sends what is due. Mails, and messages to one address, go one after the other, in their order; one that
/// does not answer holds up no other, whatever becomes due meanwhile.
package final class Outbox: Sendable {
  private let state: StateFolder
  private let isCanceled = Atomic(false)
  private let failed: @Sendable (any Error) -> Void
  /// When nothing is heard for so long, an attempt ends.
  private let seconds: Double

  private let work = Mutex(Lanes())
  /// Those that are at it.
  private let workers = DispatchGroup()

  private static let mostAtOnce = 4

  package init(
    state: StateFolder, seconds: Double = 60, failed: @escaping @Sendable (any Error) -> Void
  ) {
    (self.state, self.seconds, self.failed) = (state, seconds, failed)
  }

  /// Attempts that are under way end soon.
  package func cancel() { isCanceled.store(true, ordering: .releasing) }

  /// What became of those that were due, and when the next one is.
  package struct Round: Sendable {
    package var ended: [Message] = []
    package var next: Date?
  }

  /// Of a Bothy that was ended while it sent.
  package func resume() throws {
    let store = try SQLiteStore(folder: state.path)
    for message in try store.openMessages(limit: Int.max) where message.state == .sending {
      try store.keep(message.resumed)
    }
  }

  /// Sends all that is due, and returns when that has ended.
  package func sendDue(at now: Date = Date()) throws -> Round {
    let ended = Mutex<[Message]>([])
    try begin(at: now) { messages in ended.withLock { $0 += messages } }
    wait()
    let store = try SQLiteStore(folder: state.path)
    return Round(ended: ended.withLock { $0 }, next: try store.openMessages(limit: 1).first?.due)
  }

  /// Begins to send what is due of each lane that nothing is being sent over; `ended` is told what became of
  /// the messages of one. Returns when the next one is due, as far as that is known yet.
  @discardableResult
  package func begin(at now: Date = Date(), ended: @escaping @Sendable ([Message]) -> Void) throws -> Date? {
    let waiting = try SQLiteStore(folder: state.path).openMessages().filter { $0.state == .waiting }
    let due = waiting.filter { $0.due <= now }.map(\.lane)
    let count = work.withLock { $0.take(due, most: Self.mostAtOnce) }
    for _ in 0..<count {
      workers.enter()
      let thread = Thread { [self] in
        while let lane = work.withLock({ $0.next() }) {
          let messages = send(lane, at: now)
          work.withLock { $0.end(lane) }
          ended(messages)
        }
        workers.leave()
      }
      thread.name = "bothy-messages"
      thread.stackSize = 1 << 20
      thread.start()
    }
    return waiting.map(\.due).first { $0 > now }
  }

  /// Until nothing is being sent any more.
  package func wait() { workers.wait() }

  /// One after the other; when one does not get through, those behind it wait for its next time.
  private func send(_ lane: String, at now: Date) -> [Message] {
    var ended: [Message] = []
    do {
      let store = try SQLiteStore(folder: state.path)
      // Looked for only now: what was found before may have been sent since.
      let due = try store.openMessages().filter { $0.state == .waiting && $0.due <= now && $0.lane == lane }
      for message in due {
        guard !isCanceled.load(ordering: .acquiring) else { break }
        let message = try send(message, store)
        ended.append(message)
        guard message.state == .waiting else { continue }
        for var later in due.drop(while: { $0.key != message.key }).dropFirst() {
          later.due = max(later.due, message.due)
          try store.keep(later)
        }
        break
      }
    } catch { failed(error) }
    return ended
  }

  private func send(_ message: Message, _ store: SQLiteStore) throws -> Message {
    var message = message
    message.state = .sending
    try store.keep(message)
    FaultPoint.reach(.messageBegun)
    let transfer = Exchange(seconds: seconds) { self.isCanceled.load(ordering: .acquiring) }
    let answer = Sending(transfer: transfer, mailServer: state.mailServer).send(message)
    FaultPoint.reach(.messageSent)
    message = message.after(answer, at: Date())
    try store.keep(message)
    FaultPoint.reach(.messageKept)
    return message
  }
}

extension Message {
  /// What is sent over one way.
  var lane: String {
    switch content {
    case .mail: "mail"
    // Another address of the same host may well answer.
    case .post(let post): post.address
    }
  }
}

/// Over which ways something is being sent, or is about to be.
private struct Lanes {
  private var taken: Set<String> = []
  private var queued: [String] = []
  private var workers = 0

  /// How many more workers are needed.
  mutating func take(_ lanes: [String], most: Int) -> Int {
    for lane in lanes where taken.insert(lane).inserted { queued.append(lane) }
    let more = max(0, min(most - workers, queued.count))
    workers += more
    return more
  }

  /// The next one of a worker, which goes when there is none.
  mutating func next() -> String? {
    guard queued.isEmpty else { return queued.removeFirst() }
    workers -= 1
    return nil
  }

  mutating func end(_ lane: String) { taken.remove(lane) }
}
