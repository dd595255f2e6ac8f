/// What the two libraries print of their own accord, which is nothing that a test or its process said.
enum LibraryWords {
  /// A whole line of one of them.
  static func isOne(_ line: String) -> Bool {
    beginnings.contains(where: line.hasPrefix)
      || line.hasPrefix("\t Executed ") && line.contains(", with ") && line.hasSuffix(" seconds")
  }

  private static let beginnings =
    ["Test Suite '", "Test Case '"]
    + ["◇", "✔", "✘", "➜", "⚠"].flatMap { ["\($0) Test ", "\($0) Suite "] }
}
