public import Foundation
import Words

/// What is found out of an integration that ended, while there is nothing to integrate: why a test fails
/// among others and passes alone, or which test executes what.
public struct Inquiry: Codable, Equatable, Sendable {
  public var bot: BotID
  public var integration: IntegrationNumber
  /// Why this one fails; absent where it is asked which test executes what.
  public var test: TestID?
  public var since: Date
  /// How far it is, where that can be told.
  public var done: Int?
  public var total: Int?

  public init(_ bot: BotID, _ integration: IntegrationNumber, _ test: TestID?, since: Date) {
    (self.bot, self.integration, self.test, self.since) = (bot, integration, test, since)
  }

  /// Gives way at once and loses nothing by it.
  public var isMap: Bool { test == nil }

  /// "finds out why T.A/testB of #12 fails", "finds out who tests what of #12: 120 of 549".
  public var words: String {
    guard let test else {
      let far = total.map { ": \(Figures.grouped(done ?? 0)) of \(Figures.grouped($0))" } ?? ""
      return "finds out who tests what of \(integration)\(far)"
    }
    return "finds out why \(test) of \(integration) fails"
  }

  /// "the search why T.A/testB fails".
  public var name: String {
    test.map { "the search why \($0) fails" } ?? "the search for who tests what"
  }
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
