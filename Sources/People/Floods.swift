import Synchronization

/// What is tried in vain, again and again: of each address the first have a line of the record each, the rest
/// within ten minutes one together; and where too many addresses do so, what comes from the others has one.
package final class Floods: Sendable {
  private struct Flood {
    /// Of the line of all further ones.
    var id: String?
    var since: Double
    var count = 0
    var told = 0
  }

  private let log: AuditLog
  private let words: String
  private let mostSingle: Int
  private let floods = Mutex<[String: Flood]>([:])

  private static let secondsOfFlood = 600.0
  /// So many have lines of their own at a time.
  private static let mostFloods = 50
  private static let elsewhere = "elsewhere"

  /// - Parameter mostSingle: so many of an address have a line each; of one, the others are counted in it.
  package init(_ log: AuditLog, words: String, mostSingle: Int = 1) {
    (self.log, self.words, self.mostSingle) = (log, words, mostSingle)
  }

  /// - Parameter entry: as it is written down where it has a line of its own.
  package func tell(_ entry: AuditEntry, now: Double) {
    // Written within the lock, so that a count never follows a larger one.
    floods.withLock { floods in
      for (key, flood) in floods where now - flood.since > Self.secondsOfFlood {
        if flood.count > flood.told { end(flood, "\(flood.count) times") }
        floods[key] = nil
      }
      let address = entry.from ?? Self.elsewhere
      let hasRoom = floods[address] != nil || floods.count < Self.mostFloods
      let key = hasRoom ? address : Self.elsewhere
      var flood = floods[key] ?? Flood(since: now)
      flood.count += 1
      if hasRoom, flood.count <= mostSingle {
        if mostSingle == 1 { flood.id = entry.id }
        note(entry, &flood)
      } else if flood.id == nil {
        var common = AuditEntry(
          who: nil, way: .nobody, from: hasRoom ? address : nil, act: entry.act, at: entry.at)
        if !hasRoom { common.details = ["from": "many addresses"] }
        flood.id = common.id
        note(common, &flood)
      } else if flood.count.nonzeroBitCount == 1 {
        // The more they are, the less each of them says.
        end(flood, "at least \(flood.count) times")
        flood.told = flood.count
      }
      floods[key] = flood
    }
  }

  private func note(_ entry: AuditEntry, _ flood: inout Flood) {
    try? log.note(entry, status: 2, words: words)
    flood.told = flood.count
  }

  private func end(_ flood: Flood, _ times: String) {
    guard let id = flood.id else { return }
    try? log.end(id, status: 2, words: "\(words), \(times) within ten minutes")
  }
}
