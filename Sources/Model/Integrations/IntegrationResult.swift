/// How an integration ended. The first result that applies wins.
public enum IntegrationResult: String, Codable, Sendable, CaseIterable {
  case canceled
  case checkoutError = "checkout-error"
  case triggerError = "trigger-error"
  case internalError = "internal-error"
  case buildErrors = "build-errors"
  case inconclusive
  case testFailures = "test-failures"
  case flaky
  case analyzerWarnings = "analyzer-warnings"
  case warnings
  case succeeded

  /// The status that `bothy run`, `bothy show` and `bothy integrate --wait` end with, but for flaky tests
  /// that a bot lets pass.
  public var exitStatus: Int32 {
    switch self {
    case .succeeded, .warnings, .analyzerWarnings: 0
    case .testFailures, .flaky: 1
    case .buildErrors: 3
    case .inconclusive: 4
    case .checkoutError, .triggerError, .internalError: 5
    case .canceled: 130
    }
  }
}
