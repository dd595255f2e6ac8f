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
    guard let place = place(in: rest) else { return nil }
    return Issue(test: String(test), message: String(place.rest), file: String(place.file), line: place.line)
  }

  /// ` at FILE:LINE:COLUMN: `, each sign looked at once: a hostile line has a million beginnings.
  private static func place(in text: Substring) -> (file: Substring, line: Int, rest: Substring)? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    for index in parts.indices.dropLast(3) {
      guard let line = Int(parts[index + 1]), Int(parts[index + 2]) != nil, parts[index + 3].first == " ",
        let lead = parts[index].firstRange(of: " at "), lead.upperBound < parts[index].endIndex
      else { continue }
      return (parts[index][lead.upperBound...], line, text[parts[index + 3].startIndex...].dropFirst())
    }
    return nil
  }

  private static let lead = "✘ Test "
  private static let comment = "↳ "
  private static let wordless = "Issue recorded"
}
