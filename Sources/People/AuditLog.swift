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
  private let former: String
  private let lock: String
  /// Then a new one is begun; the one before is kept, and no other.
  private let mostBytes: Int

  private static let mostWords = 2000

  package init(_ state: StateFolder, mostBytes: Int = 8 << 20) {
    (path, former, lock) = (state.audit, state.formerAudit, state.auditLock)
    self.mostBytes = mostBytes
  }

  package func begin(_ entry: AuditEntry) throws { try add(entry) }

  package func end(_ id: String, status: Int32, words: String, at: Date = Date()) throws {
    try add(End(id: id, ended: at, status: status, words: String(words.prefix(Self.mostWords))))
  }

  /// What has ended already.
  package func note(_ entry: AuditEntry, status: Int32, words: String) throws {
    var entry = entry
    (entry.ended, entry.status, entry.words) = (entry.at, status, String(words.prefix(Self.mostWords)))
    try add(entry)
  }

  private func add(_ line: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    let bytes = Array(try encoder.encode(line)) + [0x0A]
    let held = try FileLock.wait(for: lock) { true }
    defer { withExtendedLifetime(held) {} }
    if let facts = FileFacts(path), facts.size + bytes.count > mostBytes {
      try? FileManager.default.removeItem(atPath: former)
      try FileManager.default.moveItem(atPath: path, toPath: former)
    }
    try append(bytes, to: path)
  }

  /// The oldest first.
  package func entries() -> [AuditEntry] {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    var entries: [AuditEntry] = []
    var places: [String: Int] = [:]
    for line in [former, path].flatMap({ (contents(of: $0) ?? []).split(separator: 0x0A) }) {
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
