package import Foundation
package import Model

/// The first thing in a backup: what it is.
package struct BackupHead: Codable, Equatable, Sendable {
  static let name = "backup.json"
  /// Grows when an older Bothy could not restore it any more.
  static let newest = 1

  package var format: Int
  /// The Bothy that made it.
  package var bothy: String
  package var made: Date
  /// Of that bot alone; absent: of all, and of the machine's settings.
  package var bot: BotID?

  init(bothy: String, made: Date, bot: BotID?) {
    (format, self.bothy, self.made, self.bot) = (Self.newest, bothy, made, bot)
  }
}

/// The last thing in it: what must have come by then.
struct BackupEnd: Codable, Equatable {
  static let name = "end.json"

  var files = 0
  var bytes = 0
  /// SHA-256 of the copy of the store; absent where there was none.
  var store: String?
}

enum BackupJSON {
  static func bytes(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try [UInt8](encoder.encode(value)) + [UInt8(ascii: "\n")]
  }

  static func read<Value: Decodable>(_ bytes: [UInt8]) -> Value? {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try? decoder.decode(Value.self, from: Data(bytes))
  }
}

/// What a backup holds, for its last sentence.
package struct BackupSum: Equatable, Sendable {
  package var bots = 0
  package var botFiles = 0
  package var secrets = 0
  package var hosted = 0
  package var integrations = 0
  /// As they lie on the disk, and of the archive.
  package var bytes = 0
  package var packed = 0
  /// Neither files nor folders: left out.
  package var others = 0

  package init() {}
}
