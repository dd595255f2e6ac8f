public import Explaining

/// What an error looks like: one line, whatever is in it.
public enum ErrorText {
  /// Mistakes in files, a line for each.
  public static func lines(_ problems: [String]) -> String {
    problems.map { SafeText.line($0) + "\n" }.joined()
  }

  public static func text(doing: String, wrong: String, advice: String) -> String {
    let parts = ["bothy", doing, wrong, advice]
    return parts.filter { !$0.isEmpty }.map(SafeText.line).joined(separator: ": ")
  }
}

extension Explanation {
  /// As a command ends with it.
  public var text: String { ErrorText.text(doing: doing, wrong: wrong, advice: advice) }
}
