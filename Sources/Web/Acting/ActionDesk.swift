import Explaining
import Faults
package import Foundation
package import People
import Synchronization

/// Has done what is asked for: written down before, and what is asked for twice under one key is done once.
package final class ActionDesk: Sendable {
  private enum Fate {
    case underway
    case ended(ActionEnd)
    /// It was begun then by a server that is no more, or could not be carried out: perhaps it was anyway.
    case unknown(since: Date)

    var isOpen: Bool { if case .underway = self { true } else { false } }
  }

  private struct Known {
    var what: [String]
    /// When it was asked for first.
    var since: Date
    var fate: Fate
  }

  private let log: AuditLog
  private let carryOut: @Sendable (ActionOrder) throws -> String
  private let check: @Sendable (ActionOrder) throws -> Void
  private let trace: @Sendable (ActionOrder, Date) throws -> String?
  private let isLost: @Sendable (ActionOrder) throws -> Bool
  private let known: Mutex<[String: Known]>

  private let mostKept: Int
  private static let mostKey = 200

  /// - Parameters:
  ///   - mostKept: of so many it is known what became of them.
  ///   - check: refuses what is about nothing that is there, before it is written down.
  ///   - trace: what came of what was asked for since then; nil: it was not done.
  ///   - isLost: whether what was begun, and goes on by itself, was killed before anything came of it.
  package init(
    log: AuditLog, mostKept: Int = 5000,
    check: @escaping @Sendable (ActionOrder) throws -> Void = { _ in },
    carryOut: @escaping @Sendable (ActionOrder) throws -> String,
    trace: @escaping @Sendable (ActionOrder, Date) throws -> String? = { _, _ in nil },
    isLost: @escaping @Sendable (ActionOrder) throws -> Bool = { _ in false }
  ) {
    (self.log, self.mostKept, self.check) = (log, mostKept, check)
    (self.carryOut, self.trace, self.isLost) = (carryOut, trace, isLost)
    var found: [String: Known] = [:]
    for entry in log.entries(isRecent: true).suffix(mostKept) {
      guard let key = entry.key else { continue }
      let since = found[key]?.since ?? entry.at
      let end = entry.status.map { ActionEnd(status: $0, words: entry.words ?? "") }
      found[key] = Known(what: entry.what, since: since, fate: Self.fate(end, since))
    }
    let all = found
    known = Mutex(all)
  }

  private static func fate(_ end: ActionEnd?, _ since: Date) -> Fate {
    guard let end, end.status != notCarriedOut else { return .unknown(since: since) }
    return .ended(end)
  }

  private static let notCarriedOut: Int32 = 5

  /// - Parameter key: what a repetition has, too.
  package func perform(_ order: ActionOrder, key: String?) throws(Refusal) -> ActionEnd {
    var (order, entry) = (order, order.entry)
    var since: Date?
    if let key {
      let isKey = (1...Self.mostKey).contains(key.utf8.count) && key.utf8.allSatisfy { (0x21...0x7E) ~= $0 }
      guard isKey else {
        throw Refusal(400, "An Idempotency-Key has 1 to \(Self.mostKey) letters, digits and signs.")
      }
      entry.key = Secret.mark([order.way.rawValue, order.who ?? "", key].joined(separator: "\n"))
      order.mark = entry.key
      switch try claim(entry, order) {
      case .ended(var former):
        guard former.status == 0, (try? isLost(order)) == true, beginAgain(entry.key) else {
          former.isRepeated = true
          return former
        }
      case .unknown(let first): since = first
      case .underway: break
      }
    }
    do { try check(order) } catch {
      settle(entry.key, nil)
      return Self.end(error, of: order)
    }
    do { try log.begin(entry) } catch {
      settle(entry.key, nil)
      throw Refusal(503, "It was not done, because it cannot be written down: \(Explanation(error).sentence)")
    }
    FaultPoint.reach(.actBegun)
    let end = carriedOut(order, since: since)
    FaultPoint.reach(.actDone)
    // It is done, whether that can be written down or not.
    try? log.end(entry.id, status: end.status, words: end.words)
    settle(entry.key, end)
    return end
  }

  private func carriedOut(_ order: ActionOrder, since: Date?) -> ActionEnd {
    do {
      if let since, let words = try trace(order, since) {
        return ActionEnd(status: 0, words: words, isRepeated: true)
      }
      return ActionEnd(status: 0, words: try carryOut(order))
    } catch {
      return Self.end(error, of: order)
    }
  }

  private static func end(_ error: any Error, of order: ActionOrder) -> ActionEnd {
    let told = Explanation(error, doing: order.action.doing)
    return ActionEnd(status: told.status, words: (order.seesAll ? told : told.discreet).sentence)
  }

  /// What it came to before; underway: it is to be done now, by this one alone; unknown: the same, where it
  /// was not done already.
  private func claim(_ entry: AuditEntry, _ order: ActionOrder) throws(Refusal) -> Fate {
    guard let key = entry.key else { return .underway }
    let result = known.withLock { [mostKept] known -> Result<Fate, Refusal> in
      guard let former = known[key] else {
        if known.count >= mostKept { Self.forgetOldest(&known, mostKept / 2) }
        known[key] = Known(what: entry.what, since: entry.at, fate: .underway)
        return .success(.underway)
      }
      guard former.what == entry.what else {
        return .failure(Refusal(422, "That Idempotency-Key was sent with something else before."))
      }
      switch former.fate {
      case .ended: return .success(former.fate)
      case .underway: return .failure(Refusal(409, "That is being done already."))
      case .unknown:
        // What runs now may be something else than what ran then.
        guard order.action != .cancel || order.number != nil else {
          return .failure(
            Refusal(
              409,
              "The server was ended while that was done: look what became of it, and if it is to be done "
                + "again, send another Idempotency-Key."))
        }
        known[key]?.fate = .underway
        return .success(former.fate)
      }
    }
    return try result.get()
  }

  /// Of those who ask that at the same time one alone does it.
  private func beginAgain(_ key: String?) -> Bool {
    guard let key else { return false }
    return known.withLock { known in
      guard case .ended? = known[key]?.fate else { return false }
      known[key]?.fate = .underway
      return true
    }
  }

  /// Whoever asks again does so soon.
  private static func forgetOldest(_ known: inout [String: Known], _ count: Int) {
    let ended = known.filter { !$1.fate.isOpen }.sorted { $0.value.since < $1.value.since }
    for old in ended.prefix(count) { known[old.key] = nil }
  }

  private func settle(_ key: String?, _ end: ActionEnd?) {
    guard let key else { return }
    known.withLock { known in
      guard let end, let since = known[key]?.since else {
        known[key] = nil
        return
      }
      known[key]?.fate = Self.fate(end, since)
    }
  }
}
