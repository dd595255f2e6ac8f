internal import Foundation

/// What Swift Testing prints for people, which is there a moment before its event stream tells the same.
public enum SwiftTestingConsole {
  public struct Issue: Equatable, Sendable {
    /// The function, or in quotes its name for people.
    public var test: String
    public var message: String
    /// Without its folders.
    public var file: String
    public var line: Int
  }

  /// Those that it said tests recorded; anything may have printed the like.
  public static func issues(in output: [UInt8]) -> [Issue] {
    let lines = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.indices.compactMap { index in
      guard var issue = issue(lines[index]) else { return nil }
      let next = lines.indices.contains(index + 1) ? lines[index + 1] : ""
      if issue.message == wordless, next.hasPrefix(comment) {
        issue.message = String(next.dropFirst(comment.count))
      }
      return issue
    }
  }

  private static func issue(_ line: Substring) -> Issue? {
    guard line.hasPrefix(lead), let recorded = line.range(of: " recorded an issue") else { return nil }
    let test = line[line.index(line.startIndex, offsetBy: lead.count)..<recorded.lowerBound]
    let rest = line[recorded.upperBound...]
    guard let place = rest.firstMatch(of: #/ at ([^:]+):(\d+):\d+: /#), let number = Int(place.2) else {
      return nil
    }
    let message = String(rest[place.range.upperBound...])
    return Issue(test: String(test), message: message, file: String(place.1), line: number)
  }

  private static let lead = "✘ Test "
  private static let comment = "↳ "
  private static let wordless = "Issue recorded"
}
