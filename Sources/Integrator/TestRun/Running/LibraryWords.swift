/// What the two libraries print of their own accord, which is nothing that a test or its process said.
enum LibraryWords {
  /// A whole line of one of them.
  static func isOne(_ line: String) -> Bool {
    beginnings.contains(where: line.hasPrefix)
      || line.hasPrefix("\t Executed ") && line.contains(", with ") && line.hasSuffix(" seconds")
  }

  /// What Swift Testing says of itself before its tests.
  static func isOfSwiftTesting(_ line: String) -> Bool {
    line.hasPrefix("↳ Testing Library Version:") || line.hasPrefix("↳ Target Platform:") || isOne(line)
  }

  private static let beginnings =
    ["Test Suite '", "Test Case '"]
    + ["◇", "✔", "✘", "➜", "⚠"].flatMap { ["\($0) Test ", "\($0) Suite "] }

  /// With which Swift Testing ends its run, where it was heard: "Test run with 2 tests in 1 suite passed".
  static func endOfRun(in output: [UInt8]) -> String? {
    // What waited in a buffer of its process may stand in front of it.
    let text = String(decoding: output.suffix(longestEnd), as: UTF8.self)
    let shape = /(Test run with \d+ tests?(?: in \d+ suites?)? (?:passed|failed)) after [\d.]+ seconds/
    return text.matches(of: shape).last.map { String($0.1) }
  }

  private static let longestEnd = 1 << 18
}
