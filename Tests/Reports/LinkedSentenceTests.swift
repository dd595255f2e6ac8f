import Templates
import Testing

@testable import Reports

@Suite("The sentence with its links") struct LinkedSentenceTests {
  /// `[text](where)` of each part that leads somewhere.
  private func shown(_ text: String, folder: String? = "") -> String {
    LinkedSentence(text: text, folder: folder).parts.map { part in
      guard case .object(let values) = part, case .text(let text)? = values["text"] else { return "?" }
      guard case .text(let href)? = values["href"] else { return text }
      return "[\(text)](\(href))"
    }.joined()
  }

  @Test(
    "each number leads to what it counts",
    arguments: [
      (
        "2 of 549 tests failed, 1 of them new. 683 lines did not run, 12 fewer than in #41.",
        "[2](tests.html#failed) of [549](tests.html#failed) tests failed, [1](tests.html#new) of them new. "
          + "[683](coverage.html) lines did not run, [12](coverage.html) fewer than in #41."
      ),
      (
        "1,234 tests passed, 4 skipped",
        "[1,234](tests.html#passed) tests passed, [4](tests.html#skipped) skipped"
      ),
      (
        "The package did not build: 3 errors, 2 of them new",
        "The package did not build: [3](issues.html) errors, [2](issues.html#new) of them new"
      ),
      (
        "The tests do not compile; the products do: 3 errors, 2 of them new",
        "The tests do not compile; the products do: [3](issues.html) errors, [2](issues.html#new) of them new"
      ),
      (
        "No archive was made: 3 errors, 2 of them new",
        "No archive was made: [3](issues.html) errors, [2](issues.html#new) of them new"
      ),
      ("an XCTest of Swift 6.3 in A2", "an XCTest of Swift 6.3 in A2"),
    ])
  func links(text: String, expected: String) { #expect(shown(text) == expected) }

  @Test("where there are no pages nothing leads anywhere, and in another folder all lead there")
  func folders() {
    #expect(shown("2 tests failed", folder: nil) == "2 tests failed")
    #expect(shown("2 tests failed", folder: "7/") == "[2](7/tests.html#failed) tests failed")
  }
}
