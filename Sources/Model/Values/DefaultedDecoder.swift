/// Decodes what is stored over the encoded defaults of its type, key by key: a type needs nothing for it but
/// its synthesized decoding.
struct DefaultedDecoder: Decoder {
  let stored: any Decoder
  let defaults: any Decoder

  var codingPath: [any CodingKey] { stored.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { stored.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let container = try stored.container(keyedBy: type)
    guard let defaults = try? defaults.container(keyedBy: type) else { return container }
    return KeyedDecodingContainer(DefaultedContainer(stored: container, defaults: defaults))
  }

  /// Lists and plain values are taken as they are.
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try stored.unkeyedContainer() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { try stored.singleValueContainer() }
}

private struct DefaultedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let stored: KeyedDecodingContainer<Key>
  let defaults: KeyedDecodingContainer<Key>

  var codingPath: [any CodingKey] { stored.codingPath }
  var allKeys: [Key] { stored.allKeys }

  func contains(_ key: Key) -> Bool { stored.contains(key) || defaults.contains(key) }

  private func having(_ key: Key) -> KeyedDecodingContainer<Key> {
    stored.contains(key) || !defaults.contains(key) ? stored : defaults
  }

  /// Stands for those of numbers, texts and truths too.
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    guard stored.contains(key), defaults.contains(key) else {
      return try having(key).decode(type, forKey: key)
    }
    return try T(
      from: DefaultedDecoder(
        stored: stored.superDecoder(forKey: key), defaults: defaults.superDecoder(forKey: key)))
  }

  func decodeNil(forKey key: Key) throws -> Bool { try having(key).decodeNil(forKey: key) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try having(key).nestedContainer(keyedBy: type, forKey: key)
  }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try having(key).nestedUnkeyedContainer(forKey: key)
  }
  func superDecoder() throws -> any Decoder { try stored.superDecoder() }
  func superDecoder(forKey key: Key) throws -> any Decoder { try having(key).superDecoder(forKey: key) }
}
