package import Foundation
import Synchronization

/// Programs that send a token which nobody has. Each address is told to wait, longer and longer; what they do
/// is one line of the record for each, and for a flood from everywhere one more. A token that is known is let
/// in whatever else comes from its address: nobody can guess one.
package final class WrongTokens: Sendable {
  private struct Flood {
    var id: String
    var since: Double
    var count = 0
    var told = 0
  }

  private let log: AuditLog
  private let slowing = SlowingDown()
  private let floods = Mutex<[String: Flood]>([:])

  private static let secondsOfFlood = 600.0
  /// So many have a line of their own at a time.
  private static let mostFloods = 50
  private static let elsewhere = "elsewhere"

  package init(_ log: AuditLog) { self.log = log }

  /// - Parameter isOfMany: nobody waits for what others do who come from there, too.
  /// - Returns: for how long nothing more is to be sent; nil: it may be tried again.
  package func wasWrong(from address: String, isOfMany: Bool = false, now: Double, at date: Date = Date())
    -> Double?
  {
    tell(address, now, date)
    guard !isOfMany else { return nil }
    if let seconds = slowing.seconds(name: nil, address: address, now: now) { return seconds }
    slowing.wasWrong(name: nil, address: address, now: now)
    return nil
  }

  private func tell(_ address: String, _ now: Double, _ date: Date) {
    // Written within the lock, so that a count never follows a larger one.
    floods.withLock { floods in
      for (key, flood) in floods where now - flood.since > Self.secondsOfFlood {
        if flood.count > flood.told { end(flood, "\(flood.count) times") }
        floods[key] = nil
      }
      let hasRoom = floods[address] != nil || floods.count < Self.mostFloods
      let key = hasRoom ? address : Self.elsewhere
      guard var flood = floods[key] else {
        var entry = AuditEntry(who: nil, way: .nobody, from: hasRoom ? address : nil, act: "token", at: date)
        if !hasRoom { entry.details = ["from": "many addresses"] }
        try? log.note(entry, status: 2, words: Self.words)
        floods[key] = Flood(id: entry.id, since: now, count: 1, told: 1)
        return
      }
      flood.count += 1
      // The more they are, the less each of them says.
      if flood.count.nonzeroBitCount == 1 {
        end(flood, "at least \(flood.count) times")
        flood.told = flood.count
      }
      floods[key] = flood
    }
  }

  private func end(_ flood: Flood, _ times: String) {
    try? log.end(flood.id, status: 2, words: "\(Self.words), \(times) within ten minutes")
  }

  private static let words = "a token that is not known, or whose time is over"
}
