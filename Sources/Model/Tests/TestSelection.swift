import Words

/// The tests that an integration was asked to run.
public struct TestSelection: Codable, Equatable, Sendable {
  /// Regular expressions of which one must match the name of a test.
  public var filters: [String]
  /// Regular expressions of which none may match the name of a test.
  public var skips: [String]
  /// The filters name the tests that failed or were flaky in this integration.
  @Nullable public var failedIn: IntegrationNumber?
  /// The oldest integration with one of these failures, where they are from several.
  public var failedSince: IntegrationNumber?
  /// The filters name the tests that execute lines changed since this integration.
  public var affectedSince: IntegrationNumber?
  /// The filters also name tests that failed recently.
  public var hasLately: Bool?

  public init(filters: [String], skips: [String], failedIn: IntegrationNumber? = nil) {
    (self.filters, self.skips) = (filters, skips)
    self.failedIn = failedIn
  }

  private static let mostNamed = 3

  /// "#8", "#7 to #8"
  public var failed: String? {
    failedIn.map { newest in (failedSince.map { "\($0) to " } ?? "") + "\(newest)" }
  }

  /// What stands for a round of the edit loop, which no history has.
  public static let roundBefore: IntegrationNumber = 0

  /// "only A or B", "without C"; of many names how many they are, of failed ones where.
  public var words: [String] {
    if failedIn == Self.roundBefore { return ["only those that failed in the round before"] }
    if let failed { return ["only those that failed in \(failed)"] }
    if let affectedSince {
      let lately = hasLately == true ? ", and what failed lately" : ""
      return ["only those that may execute what changed since \(affectedSince)\(lately)"]
        + (filters.isEmpty ? [] : ["of \(filters.joined(separator: " or "))"])
    }
    let names =
      filters.count > Self.mostNamed ? "those with one of \(Figures.grouped(filters.count)) names" : nil
    func shown(_ patterns: [String], _ word: String) -> String {
      patterns.map { PatternText.meant(by: $0) ?? $0 }.joined(separator: " \(word) ")
    }
    return (filters.isEmpty ? [] : ["only \(names ?? shown(filters, "or"))"])
      + (skips.isEmpty ? [] : ["without \(shown(skips, "and"))"])
  }

  /// "ran all tests, and this one without C".
  public static func ran(_ there: TestSelection?, here: TestSelection?) -> String {
    func asked(_ selection: TestSelection?) -> String {
      selection.map { $0.words.joined(separator: ", ") } ?? "all tests"
    }
    return "ran \(asked(there)), and this one \(asked(here))"
  }

  /// nil when nothing is left out.
  public static func of(_ settings: Bot.TestSettings) -> TestSelection? {
    guard !settings.filters.isEmpty || !settings.skips.isEmpty else { return nil }
    return TestSelection(filters: settings.filters, skips: settings.skips)
  }
}
