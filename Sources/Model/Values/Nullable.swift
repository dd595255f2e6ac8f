/// A value that is written as `null` when it is absent, so that readers always find its key.
@propertyWrapper
public struct Nullable<Wrapped: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  public var wrappedValue: Wrapped?

  public init() {}

  public init(wrappedValue: Wrapped?) { self.wrappedValue = wrappedValue }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    wrappedValue = container.decodeNil() ? nil : try container.decode(Wrapped.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let wrappedValue {
      try container.encode(wrappedValue)
    } else {
      try container.encodeNil()
    }
  }
}

extension KeyedEncodingContainer {
  /// What is no number is absent.
  public mutating func encode<T>(_ value: Nullable<T>, forKey key: Key) throws {
    guard let wrapped = value.wrappedValue else { return try encodeNil(forKey: key) }
    if T.self == Double.self, let number = wrapped as? Double, !number.isFinite {
      return try encodeNil(forKey: key)
    }
    try encode(wrapped, forKey: key)
  }
}

extension KeyedDecodingContainer {
  /// A key that an older Bothy did not write reads as absent.
  public func decode<T>(_ type: Nullable<T>.Type, forKey key: Key) throws -> Nullable<T> {
    Nullable(wrappedValue: try decodeIfPresent(T.self, forKey: key))
  }

  /// The default of what a mail reports.
  func decode(_ type: Bot.Trigger.MailReport.Type, forKey key: Key) throws -> Bot.Trigger.MailReport {
    try decodeIfPresent(type, forKey: key) ?? .newIssues
  }

  /// What an older Bothy did not say did not happen.
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try decodeIfPresent(type, forKey: key) ?? false
  }

  func decode(_ type: IssueLists.Type, forKey key: Key) throws -> IssueLists {
    try decodeIfPresent(type, forKey: key) ?? IssueLists()
  }

  func decode(_ type: TestReport.Type, forKey key: Key) throws -> TestReport {
    try decodeIfPresent(type, forKey: key) ?? TestReport(cases: [])
  }

  func decode(_ type: [String: Double].Type, forKey key: Key) throws -> [String: Double] {
    try decodeIfPresent(type, forKey: key) ?? [:]
  }

  /// A list that an older Bothy did not write reads as empty.
  func decode<T: Decodable>(_ type: [T].Type, forKey key: Key) throws -> [T] {
    try decodeIfPresent(type, forKey: key) ?? []
  }
}
