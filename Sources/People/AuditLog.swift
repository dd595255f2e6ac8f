import Files
package import Foundation
import Processes
package import State

/// Something that somebody did, or tried to.
package struct AuditEntry: Codable, Equatable, Sendable {
  /// How it was known who it is.
  package enum Way: String, Codable, Sendable {
    case password, token, proxy, key, command, nobody
  }

  package var id: String
  package var at: Date
  package var who: String?
  package var way: Way
  /// The address from which it was asked for.
  package var from: String?
  /// `integrate`, `sign-in`, `user add`.
  package var act: String
  package var bot: String?
  package var number: Int?
  package var details: [String: String]?
  /// A mark of who asked and of the key that a repetition has, too.
  package var key: String?
  package var ended: Date?
  /// As the command would have ended; nil: it was cut off, or is still being done.
  package var status: Int32?
  package var words: String?

  package init(who: String?, way: Way, from: String? = nil, act: String, at: Date = Date()) {
    (id, self.at, self.who, self.way, self.from, self.act) = (Self.newID, at, who, way, from, act)
  }

  private static var newID: String { String(Secret.make().prefix(16)) }
}

/// Who did what: a line when it begins and one when it has ended, each on the disk before anything goes on.
package struct AuditLog: Sendable {
  private struct End: Codable {
    var id: String
    var ended: Date
    var status: Int32
    var words: String
  }

  private let path: String
  private let formers: [String]
  private let lock: String
  /// Then a new one is begun, and of those before the oldest goes where there are too many.
  private let mostBytes: Int

  private static let mostWords = 2000
  /// Of each other field: whoever asks for something does not say how much of the record that takes.
  private static let mostField = 1000

  package init(_ state: StateFolder, mostBytes: Int = 8 << 20) {
    (path, formers, lock) = (state.audit, state.formerAudits, state.auditLock)
    self.mostBytes = mostBytes
  }

  package func begin(_ entry: AuditEntry) throws { try add(Self.cut(entry)) }

  package func end(_ id: String, status: Int32, words: String, at: Date = Date()) throws {
    try add(End(id: id, ended: at, status: status, words: Self.cut(words, Self.mostWords)))
  }

  /// What has ended already.
  package func note(_ entry: AuditEntry, status: Int32, words: String) throws {
    var entry = Self.cut(entry)
    (entry.ended, entry.status, entry.words) = (entry.at, status, Self.cut(words, Self.mostWords))
    try add(entry)
  }

  private static func cut(_ entry: AuditEntry) -> AuditEntry {
    var entry = entry
    entry.who = entry.who.map { cut($0, mostField) }
    entry.bot = entry.bot.map { cut($0, mostField) }
    entry.details = entry.details?.mapValues { cut($0, mostField) }
    return entry
  }

  /// By bytes: a character may have any number of them.
  private static func cut(_ text: String, _ most: Int) -> String {
    guard text.utf8.count > most else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: most)
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    return text[..<end] + "…"
  }

  private func add(_ line: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    let bytes = Array(try encoder.encode(line)) + [0x0A]
    let held = try FileLock.wait(for: lock) { true }
    defer { withExtendedLifetime(held) {} }
    if let facts = FileFacts(path), facts.size + bytes.count > mostBytes {
      try giveWay()
    }
    try append(bytes, to: path)
  }

  private func giveWay() throws {
    if let oldest = formers.last { try? FileManager.default.removeItem(atPath: oldest) }
    for (newer, older) in zip([path] + formers, formers).reversed() where FileFacts(newer) != nil {
      try FileManager.default.moveItem(atPath: newer, toPath: older)
    }
  }

  /// The oldest first.
  /// - Parameter isRecent: not what is in older files than the last two.
  package func entries(isRecent: Bool = false) -> [AuditEntry] {
    let paths = (formers.prefix(isRecent ? 1 : formers.count).reversed()) + [path]
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    var entries: [AuditEntry] = []
    var places: [String: Int] = [:]
    for line in paths.flatMap({ (contents(of: $0) ?? []).split(separator: 0x0A) }) {
      if let entry = try? decoder.decode(AuditEntry.self, from: Data(line)) {
        places[entry.id] = entries.count
        entries.append(entry)
      } else if let end = try? decoder.decode(End.self, from: Data(line)), let place = places[end.id] {
        entries[place].ended = end.ended
        (entries[place].status, entries[place].words) = (end.status, end.words)
      }
    }
    return entries
  }
}
