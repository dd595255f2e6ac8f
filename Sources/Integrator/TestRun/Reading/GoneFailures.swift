import Foundation
import Model

/// Tests that failed before and were to run once more, and are not there by their names any more: renamed or
/// removed. Whether what they test is well now, those that ran do not say.
enum GoneFailures {
  private static let mostNamed = 3

  /// Nil where each of them was found; `cases`: all that ran.
  static func doubt(_ selection: TestSelection?, among cases: [TestCase]) -> String? {
    guard let selection, let failed = selection.failed else { return nil }
    let names = cases.flatMap(names)
    let gone = selection.filters.filter { pattern in
      !names.contains { $0.range(of: pattern, options: .regularExpression) != nil }
    }
    guard !gone.isEmpty else { return nil }
    let named = gone.prefix(mostNamed).map(plain).joined(separator: ", ")
    let more = gone.count > mostNamed ? " and \(gone.count - mostNamed) more" : ""
    let isOne = gone.count == 1
    let time = (selection.failedSince == nil ? "" : "one of ") + failed
    return "\(named)\(more), which failed in \(time), \(isOne ? "is" : "are") not there by "
      + "\(isOne ? "its name" : "their names") any more: renamed or removed, which a run of all tests tells"
  }

  /// What filters are asked of: Swift Testing's own ids go on with the place, which is told of namesakes
  /// alone where these run too.
  private static func names(of row: TestCase) -> [String] {
    let stem = row.id.stem
    let line = row.line.map { "\(stem.text):\($0):" }
    let file = row.file.map { $0.rawValue.split(separator: "/").last ?? "" }
    let place =
      row.library == .swiftTesting
      ? file.flatMap { file in row.line.map { "\(stem.text)/\(file):\($0):" } } : nil
    return [row.id.rawValue, row.id.rawValue + "/", stem.end == ":" ? line : nil, place].compactMap(\.self)
  }

  private static func plain(_ pattern: String) -> String {
    var text = pattern.hasPrefix("^") ? pattern.dropFirst() : pattern[...]
    if let last = text.last, "$/".contains(last) { text = text.dropLast() }
    return text.replacingOccurrences(of: "\\", with: "").oneLine
  }
}
