import Files
import Foundation
import People
import State
import Words

/// `bothy audit`: who did what.
struct AuditCommand {
  let state: StateFolder
  var output = Output.standard

  func perform(json: Bool, last: Int?) throws -> Int32 {
    let all = AuditLog(state).entries()
    let shown = last.map { Array(all.suffix($0)) } ?? all
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      encoder.dateEncodingStrategy = .iso8601
      output.write(Array(try encoder.encode(shown)) + [0x0A])
    } else if shown.isEmpty {
      output.write("Nobody has done anything over HTTP yet.\n")
    } else {
      for entry in shown { output.write(Self.line(entry) + "\n") }
    }
    return 0
  }

  /// "2026-11-20 10:49:07 UTC  anna (password) from 127.0.0.1: cancel parser#3: Canceled."
  static func line(_ entry: AuditEntry) -> String {
    let who = entry.who.map { "\($0) (\(entry.way.rawValue))" } ?? "somebody"
    let place = entry.from.map { " from \($0)" } ?? ""
    let bot = entry.bot.map { " \($0)" + (entry.number.map { "#\($0)" } ?? "") } ?? ""
    let details = (entry.details ?? [:]).sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    let end = entry.words ?? (entry.status == nil ? "begun, and nothing is known of its end" : "")
    let mark = (entry.status ?? 0) == 0 || end.hasPrefix("refused") ? "" : "refused: "
    let line = "\(Moment.second(entry.at))  \(who)\(place): \(entry.act)\(bot)\(details): \(mark)\(end)"
    return Shown.line(line, most: 500)
  }
}
