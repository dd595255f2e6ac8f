import Words

/// Which tests an integration asked for, when it did not ask for all of them.
public struct TestSelection: Codable, Equatable, Sendable {
  public var filters: [String]
  public var skips: [String]
  /// The filters name those that failed or were flaky there.
  @Nullable public var failedIn: IntegrationNumber?
  /// The oldest in which some of them did, where not all did in that one.
  public var failedSince: IntegrationNumber?
  /// Those that execute what changed since there.
  public var affectedSince: IntegrationNumber?
  /// And others that failed lately.
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
