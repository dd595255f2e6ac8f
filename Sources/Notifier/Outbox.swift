import Faults
package import Foundation
package import Model
package import State
import Store
import Synchronization
import Transfer

/// Sends what is due. Messages to one recipient go one after the other, in their order; a recipient that does
/// not answer holds up no other.
package final class Outbox: Sendable {
  private let state: StateFolder
  private let isCanceled = Atomic(false)
  private let failed: @Sendable (any Error) -> Void
  /// When nothing is heard for so long, an attempt ends.
  private let seconds: Double

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

  package func sendDue(at now: Date = Date()) throws -> Round {
    let store = try SQLiteStore(folder: state.path)
    let open = try store.openMessages()
    let due = open.filter { $0.state == .waiting && $0.due <= now }
    let lanes = Dictionary(grouping: due, by: \.lane).values.map { $0 }
    let ended = Mutex<[Message]>([])
    let next = Mutex(0)
    let threads = (0..<min(lanes.count, Self.mostAtOnce)).map { _ in
      let done = DispatchSemaphore(value: 0)
      let thread = Thread {
        defer { done.signal() }
        while let lane = next.withLock({ index -> [Message]? in
          defer { index += 1 }
          return index < lanes.count ? lanes[index] : nil
        }) {
          let sent = self.send(lane)
          ended.withLock { $0 += sent }
        }
      }
      thread.name = "bothy-messages"
      thread.stackSize = 1 << 20
      thread.start()
      return done
    }
    for done in threads { done.wait() }
    return Round(ended: ended.withLock { $0 }, next: try store.openMessages(limit: 1).first?.due)
  }

  /// One after the other; when one does not get through, those behind it wait for its next time.
  private func send(_ lane: [Message]) -> [Message] {
    var ended: [Message] = []
    do {
      let store = try SQLiteStore(folder: state.path)
      for message in lane {
        guard !isCanceled.load(ordering: .acquiring) else { break }
        let message = try send(message, store)
        ended.append(message)
        guard message.state == .waiting else { continue }
        for var later in lane.drop(while: { $0.key != message.key }).dropFirst() {
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
    if case .mail = content { return "mail" }
    return recipient
  }
}
