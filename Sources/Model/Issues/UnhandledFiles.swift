/// Files of a target that nobody handles: one warning, which names them where they are several.
public enum UnhandledFiles {
  public static let words = " file(s) which are unhandled; "

  public static func named(_ names: String) -> String { " file(s) which are unhandled (\(names)); " }

  /// As former versions had it, which named none; nil where none are named.
  static func unnamed(_ message: String) -> String? {
    guard let named = message.firstMatch(of: #/ file\(s\) which are unhandled \(.*\); /#) else { return nil }
    return message.replacingCharacters(in: named.range, with: words)
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}

extension Issue {
  /// What it was known by when the option was a part of it, or these files were none.
  var formerIdentity: IssueIdentity {
    .made(
      kind: kind, target: target, test: test, file: file,
      message: UnhandledFiles.unnamed(message) ?? message)
  }
}
