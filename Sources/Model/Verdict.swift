import Words

/// How an integration ended, and the sentence for it.
public enum Verdict {
  /// All that has a say. What is absent did not happen.
  public struct Facts: Equatable, Sendable {
    /// Why it was canceled.
    public var canceled: String?
    public var checkoutError: String?
    public var triggerError: String?
    public var internalError: String?
    public var buildFailed = false
    public var buildErrors = 0
    /// Testing is one of the bot's actions.
    public var testsRequested = true
    /// Only some tests were asked for, by their names.
    public var isFiltered = false
    /// How many tests the test processes said they would run.
    public var announced: Int?
    public var tests = TestReport(cases: [])
    /// Each makes the integration inconclusive: "the process ended with SIGSEGV after its last test".
    public var doubts: [String] = []
    /// Which limit was reached: "the limit of 60 minutes was reached".
    public var limitReached: String?
    /// Those still open, seen again or not: an incremental build repeats no warning.
    public var warnings = 0
    public var analyzerWarnings = 0

    public init() {}
  }

  /// The first of the contract's results that applies, in the order of the contract.
  public static func judge(_ facts: Facts) -> (result: IntegrationResult, reason: String) {
    if let why = facts.canceled { return (.canceled, why) }
    if let why = facts.checkoutError { return (.checkoutError, why) }
    if let why = facts.triggerError { return (.triggerError, why) }
    if let why = facts.internalError { return (.internalError, why) }
    if facts.buildFailed || facts.buildErrors > 0 {
      return (.buildErrors, Sentence.buildErrors(facts.buildErrors))
    }
    if let why = inconclusive(facts) {
      guard facts.tests.failureCount > 0 else { return (.inconclusive, why) }
      return (.inconclusive, "\(why); \(Sentence.tests(facts.tests))")
    }
    let tests = facts.testsRequested ? Sentence.tests(facts.tests) : "The package was built"
    if facts.tests.failureCount > 0 { return (.testFailures, tests) }
    if facts.analyzerWarnings > 0 {
      return (
        .analyzerWarnings, "\(tests), with \(Figures.count(facts.analyzerWarnings, "analyzer warning"))"
      )
    }
    if facts.warnings > 0 {
      return (.warnings, "\(tests), with \(Figures.count(facts.warnings, "warning"))")
    }
    return (.succeeded, tests)
  }

  private static func inconclusive(_ facts: Facts) -> String? {
    var reasons: [String] = []
    if let limit = facts.limitReached { reasons.append(limit) }
    if facts.testsRequested { reasons += missingTests(facts) }
    reasons += facts.doubts
    guard let first = reasons.first else { return nil }
    return ([first.capitalizedFirst] + reasons.dropFirst()).joined(separator: "; ")
  }

  private static func missingTests(_ facts: Facts) -> [String] {
    let tests = facts.tests
    let ran = tests.ranCount
    if ran == 0 {
      let announced = facts.announced ?? tests.cases.count
      return [
        announced == 0
          ? (facts.isFiltered ? "no test has a name that was asked for" : "there was no test to run")
          : "none of \(Figures.count(announced, "test")) ran"
      ]
    }
    if ran == tests.count(.skipped) { return ["no test ran: \(Sentence.allSkipped(ran))"] }
    if let announced = facts.announced, announced != ran {
      return ["\(Figures.grouped(ran)) of \(Figures.count(announced, "announced test")) ran"]
    }
    let notRun = tests.count(.notRun)
    return notRun > 0 ? ["\(Figures.count(notRun, "test")) did not run"] : []
  }
}
