/// Which tests an integration asked for, when it did not ask for all of them.
public struct TestSelection: Codable, Equatable, Sendable {
  public var filters: [String]
  public var skips: [String]

  public init(filters: [String], skips: [String]) { (self.filters, self.skips) = (filters, skips) }

  /// nil when nothing is left out.
  public static func of(_ settings: Bot.TestSettings) -> TestSelection? {
    guard !settings.filters.isEmpty || !settings.skips.isEmpty else { return nil }
    return TestSelection(filters: settings.filters, skips: settings.skips)
  }
}
