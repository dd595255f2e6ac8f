internal import Foundation

/// What Swift Testing prints for people, which is there a moment before its event stream tells the same.
public enum SwiftTestingConsole {
  public struct Issue: Equatable, Sendable {
    /// The function, or in quotes its name for people.
    public var test: String
    public var message: String
  }

  /// Those that it said tests recorded; anything may have printed the like.
  public static func issues(in output: [UInt8]) -> [Issue] {
    String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
      guard line.hasPrefix(lead), let recorded = line.range(of: " recorded an issue") else { return nil }
      let test = line[line.index(line.startIndex, offsetBy: lead.count)..<recorded.lowerBound]
      let rest = line[recorded.upperBound...]
      guard let place = rest.firstMatch(of: #/ at [^:]+:\d+:\d+: /#) else { return nil }
      return Issue(test: String(test), message: String(rest[place.range.upperBound...]))
    }
  }

  private static let lead = "✘ Test "
}
