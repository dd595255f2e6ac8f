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
  /// It is known which test executes what, and no more than the pages of tests are to be made.
  public var isOfPages: Bool?
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
      if isOfPages == true { return "makes the pages of its tests" }
      let far = total.map { ": \(Figures.grouped(done ?? 0)) of \(Figures.grouped($0))" } ?? ""
      return "finds out who tests what of \(integration)\(far)"
    }
    return "finds out why \(test) of \(integration) fails"
  }

  /// "the search why T.A/testB fails".
  public var name: String {
    if isOfPages == true { return "the making of pages of tests" }
    return test.map { "the search why \($0) fails" } ?? "the search for who tests what"
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
