/// What an error looks like: one line, whatever is in it.
public enum ErrorText {
  public static func text(doing: String, wrong: String, advice: String) -> String {
    let parts = ["bothy", doing, wrong, advice]
    return parts.filter { !$0.isEmpty }.map(SafeText.line).joined(separator: ": ")
  }
}
