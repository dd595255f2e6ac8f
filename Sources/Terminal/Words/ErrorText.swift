public import Explaining

/// What an error looks like: one line, whatever is in it.
public enum ErrorText {
  /// Mistakes in files, a line for each.
  public static func lines(_ problems: [String]) -> String {
    problems.map { SafeText.line($0) + "\n" }.joined()
  }
}

extension Explanation {
  /// As a command ends with it.
  public var text: String {
    ["bothy", doing, wrong, advice].filter { !$0.isEmpty }.map(SafeText.line).joined(separator: ": ")
  }
}
