/// What tools say of every build and test, and how: with asterisks in it nobody could read what they say.
enum SwiftsWords {
  static func holds(_ value: String) -> Bool { all.contains { $0.contains(value) } }

  /// Whether the day or the time may be written so, as XCTest does in most lines.
  static func isOfDate(_ value: String) -> Bool {
    value.wholeMatch(of: /20\d\d/) != nil || value.wholeMatch(of: /(20)?\d{0,2}-\d{0,2}(-\d{0,2})?/) != nil
      || value.wholeMatch(of: /\d{0,2}:\d{0,2}(:\d{0,2}(\.\d{0,3})?)?/) != nil
  }

  private static let all = [
    // The package manager's descriptions.
    "name", "path", "type", "targets", "sources", "resources", "products", "dependencies", "library",
    "executable", "plugin", "macro", "snippet", "system-target", "binary", "module_type", "SwiftTarget",
    "ClangTarget", "MixedTarget", "PluginTarget", "c99name", "tools_version", "manifest_display_name",
    "product_memberships", "product_dependencies", "target_dependencies", "automatic", "static", "dynamic",
    "identity", "requirement", "location", "revision", "version", "state", "pins", "traits", "platforms",
    // Its build.
    "Compiling", "Building", "Build complete!", "Linking", "Emitting module", "Planning build", "Applying",
    "Write sources", "debugging", "production", "error:", "warning:", "note:", "Sources", "Tests",
    "Package.swift",
    // Swift Testing's events.
    "kind", "event", "payload", "testID", "function", "suite", "runStarted", "runEnded", "testStarted",
    "testEnded", "testCaseStarted", "testCaseEnded", "testSkipped", "testCancelled", "issueRecorded",
    "valueAttached", "messages", "symbol", "default", "passWithKnownIssue", "fail", "warning", "difference",
    "details", "text", "instant", "absolute", "since1970", "isKnown", "isFailure", "severity", "issue",
    "sourceLocation", "fileID", "_filePath", "filePath", "line", "column", "displayName", "isParameterized",
    "_testCase", "_testCases", "_backtrace", "_error", "attachment", "null", "true", "false",
    // XCTest's lines.
    "Test Suite", "Test Case", "started at", "passed (", "failed (", "skipped (", "seconds", "Executed",
    " passed (0.000 seconds).", " failed (0.000 seconds).", " skipped (0.000 seconds).", " : error: ",
    " failed: ", " : failed - ", "Expectation failed: ", "Caught error: ", "threw error \"",
    "recorded an issue",
    "tests, with", "failures", "unexpected", "Selected tests", "All tests", "Fatal error", "Thread",
    // What reads coverage and symbols.
    "data", "files", "filename", "functions", "regions", "segments", "branches", "summary", "count", "lines",
    "llvm.coverage.json.export", "counts", "instantiations", "mcdc",
  ]
}
