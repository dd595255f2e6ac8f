import Quick
import XCTest

@testable import LibTests

@main struct Main {
  static func main() {
    QCKMain(
      [NumberSpec.self, DyingSpec.self, LoopSpec.self, PendingSpec.self, LastSpec.self, FilteredSpec.self],
      testCases: [testCase([("testPlain", PlainTests.testPlain)])])
  }
}
