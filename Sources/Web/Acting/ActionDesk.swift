import Explaining
import Foundation
package import People
import Synchronization

/// Has done what is asked for: written down before, and what is asked for twice under one key is done once.
package final class ActionDesk: Sendable {
  private enum Fate {
    case underway
    case ended(ActionEnd)
    /// It was begun by a server that is no more.
    case unknown

    var isOpen: Bool { if case .underway = self { true } else { false } }
  }

  private struct Known {
    var what: [String]
    var fate: Fate
  }

  private let log: AuditLog
  private let carryOut: @Sendable (ActionOrder) throws -> String
  private let known: Mutex<[String: Known]>

  private static let mostKept = 5000
  private static let mostKey = 200

  package init(log: AuditLog, carryOut: @escaping @Sendable (ActionOrder) throws -> String) {
    (self.log, self.carryOut) = (log, carryOut)
    var found: [String: Known] = [:]
    for entry in log.entries().suffix(Self.mostKept) {
      guard let key = entry.key else { continue }
      let fate = entry.status.map { Fate.ended(ActionEnd(status: $0, words: entry.words ?? "")) }
      found[key] = Known(what: entry.what, fate: fate ?? .unknown)
    }
    let all = found
    known = Mutex(all)
  }

  /// - Parameter key: what a repetition has, too.
  package func perform(_ order: ActionOrder, key: String?) throws(Refusal) -> ActionEnd {
    var entry = order.entry
    if let key {
      let isKey = (1...Self.mostKey).contains(key.utf8.count) && key.utf8.allSatisfy { (0x21...0x7E) ~= $0 }
      guard isKey else {
        throw Refusal(400, "An Idempotency-Key has 1 to \(Self.mostKey) letters, digits and signs.")
      }
      entry.key = Secret.mark([order.way.rawValue, order.who ?? "", key].joined(separator: "\n"))
      if var former = try claim(entry, order) {
        former.isRepeated = true
        return former
      }
    }
    do { try log.begin(entry) } catch {
      settle(entry.key, nil)
      throw Refusal(503, "It was not done, because it cannot be written down: \(Explanation(error).sentence)")
    }
    let end: ActionEnd
    do { end = ActionEnd(status: 0, words: try carryOut(order)) } catch {
      let told = Explanation(error, doing: order.action.doing)
      end = ActionEnd(status: told.status, words: told.sentence)
    }
    // It is done, whether that can be written down or not.
    try? log.end(entry.id, status: end.status, words: end.words)
    settle(entry.key, end)
    return end
  }

  /// What it came to before; nil: it is to be done now, by this one alone.
  private func claim(_ entry: AuditEntry, _ order: ActionOrder) throws(Refusal) -> ActionEnd? {
    guard let key = entry.key else { return nil }
    let result = known.withLock { known -> Result<ActionEnd?, Refusal> in
      guard let former = known[key] else {
        if known.count >= Self.mostKept { known = known.filter { $1.fate.isOpen } }
        known[key] = Known(what: entry.what, fate: .underway)
        return .success(nil)
      }
      guard former.what == entry.what else {
        return .failure(Refusal(422, "That Idempotency-Key was sent with something else before."))
      }
      switch former.fate {
      case .ended(let end): return .success(end)
      case .underway: return .failure(Refusal(409, "That is being done already."))
      case .unknown:
        guard order.action.mayBeRepeated else {
          return .failure(
            Refusal(
              409,
              "The server was ended while that was done: look what became of it, and if it is to be done "
                + "again, send another Idempotency-Key."))
        }
        known[key]?.fate = .underway
        return .success(nil)
      }
    }
    return try result.get()
  }

  private func settle(_ key: String?, _ end: ActionEnd?) {
    guard let key else { return }
    known.withLock { known in
      if let end { known[key]?.fate = .ended(end) } else { known[key] = nil }
    }
  }
}
