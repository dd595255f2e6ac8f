public import Model
import Words

/// The page of an issue, below the bot's folder.
public enum IssueAddress {
  public static func page(of issue: IssueIdentity) -> String {
    "issues/" + issue.rawValue.filter { $0.isASCII && ($0.isLetter || $0.isNumber) } + ".html"
  }
}

/// The page of a test, below the bot's folder: the same for as long as the test is called so, and no other's.
public enum TestAddress {
  public static let folder = "tests"

  /// `tests/ParserTests.HelpTests-testVersion-0123456789abcdef0123456789abcdef.html`.
  public static func page(of test: TestID) -> String { page(of: test, below: folder) }

  static func page(of test: TestID, below folder: String) -> String {
    folder + "/" + PageName.of(test.rawValue)
  }
}
