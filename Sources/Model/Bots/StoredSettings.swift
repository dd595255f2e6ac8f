public import Foundation

/// A bot's settings as JSON that outlives versions: a missing key reads as its default, however deep; one
/// that this Bothy does not know stays when they are saved again; what cannot be meant is an error.
public enum StoredSettings {
  /// Reads those of many bots.
  public struct Reader {
    private let decoder = JSONDecoder()
    private let defaults: any Decoder

    public init() throws {
      defaults = try decoder.decode(Captured.self, from: StoredSettings.defaults).decoder
    }

    public func read(_ json: Data, of bot: BotID) throws -> Bot {
      try read(decoder.decode(Captured.self, from: json).decoder).named(bot)
    }

    fileprivate func read(_ stored: any Decoder) throws -> Bot {
      try Bot(from: DefaultedDecoder(stored: stored, defaults: defaults))
    }
  }

  public static func write(_ settings: Bot, over former: Data?) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let fresh = try encoder.encode(settings)
    guard let former, let known = try? encoder.encode(Reader().read(former, of: "")),
      let unknown = members(former)?.without(members(known) ?? [:]), !unknown.isEmpty
    else { return fresh }
    let whole = (members(fresh) ?? [:]).merging(unknown, uniquingKeysWith: merged)
    return try JSONSerialization.data(withJSONObject: whole, options: .sortedKeys)
  }

  fileprivate static func members(_ json: Data) -> [String: Any]? {
    try? JSONSerialization.jsonObject(with: json) as? [String: Any]
  }

  /// A repository has no default.
  static let defaults: Data = {
    let encoded = (try? JSONEncoder().encode(Bot(name: "", repository: ""))) ?? Data()
    var members = Self.members(encoded) ?? [:]
    members["repository"] = nil
    return (try? JSONSerialization.data(withJSONObject: members)) ?? Data("{}".utf8)
  }()
}

extension Bot {
  /// The default of a name is the bot's id.
  public func named(_ bot: BotID) -> Bot {
    var named = self
    if name.isEmpty { named.name = bot.rawValue }
    return named
  }
}

extension KeyedDecodingContainer {
  /// Wherever settings are part of something, an order for one.
  func decode(_ type: Bot.Type, forKey key: Key) throws -> Bot {
    guard contains(key) else {
      throw DecodingError.keyNotFound(
        key, DecodingError.Context(codingPath: codingPath, debugDescription: ""))
    }
    return try StoredSettings.Reader().read(superDecoder(forKey: key))
  }
}

private struct Captured: Decodable {
  var decoder: any Decoder
  init(from decoder: any Decoder) { self.decoder = decoder }
}

extension [String: Any] {
  /// What only `self` has.
  fileprivate func without(_ known: [String: Any]) -> [String: Any] {
    reduce(into: [:]) { rest, member in
      guard let other = known[member.key] else {
        if !(member.value is NSNull) { rest[member.key] = member.value }
        return
      }
      guard let inner = member.value as? [String: Any], let other = other as? [String: Any] else { return }
      let unknown = inner.without(other)
      if !unknown.isEmpty { rest[member.key] = unknown }
    }
  }
}

private func merged(_ one: Any, _ other: Any) -> Any {
  guard let one = one as? [String: Any], let other = other as? [String: Any] else { return one }
  return one.merging(other, uniquingKeysWith: merged)
}
