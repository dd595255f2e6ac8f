public import Foundation

/// The search for why a test fails among others and passes alone, while there is nothing to integrate.
public struct Inquiry: Codable, Equatable, Sendable {
  public var bot: BotID
  public var integration: IntegrationNumber
  public var test: TestID
  public var since: Date

  public init(_ bot: BotID, _ integration: IntegrationNumber, _ test: TestID, since: Date) {
    (self.bot, self.integration, self.test, self.since) = (bot, integration, test, since)
  }

  /// "finds out why T.A/testB of #12 fails".
  public var words: String { "finds out why \(test) of \(integration) fails" }
}

extension Report {
  /// The newest of the tests that failed among others and passed alone, where nobody knows why.
  public var newestUnexplained: TestID? {
    let since = Dictionary(issues.flaky.compactMap { issue in issue.test.map { ($0, issue.since) } }) {
      max($0, $1)
    }
    let open = tests.cases.filter { $0.passedAlone && $0.culprit == nil }.map(\.id)
    return open.reduce(nil as TestID?) { newest, test in
      guard let newest else { return test }
      return since[test] ?? 0 > since[newest] ?? 0 ? test : newest
    }
  }
}
