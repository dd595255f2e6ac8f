/// A line with the comment `// bothy: unreachable, REASON`.
public struct UnreachableLine: Codable, Equatable, Sendable {
  /// What the coverage says about a line that is marked as unreachable.
  public enum Found: String, Codable, Sendable, CaseIterable {
    /// Nothing of the line ran. It is counted apart.
    case unreachable
    /// Part of the line ran. The rest is counted apart.
    case inPart = "in-part"
    /// All of the line ran, so the mark is a mistake.
    case ran
    /// The line has no code.
    case notExecutable = "not-executable"
    /// The mark has no reason and is ignored.
    case noReason = "no-reason"
  }

  /// The line.
  public var line: Int
  /// The reason.
  @Nullable public var reason: String?
  /// What the coverage says about it.
  public var found: Found
  /// The first integration with this mark. Null when that is not known.
  @Nullable public var since: IntegrationNumber?

  public init(line: Int, reason: String?, found: Found) {
    (self.line, self.found) = (line, found)
    self.reason = reason
  }

  /// Why the mark is no good; nil when it is.
  public var mistake: String? {
    switch found {
    case .unreachable, .inPart: nil
    case .ran: "it ran"
    case .notExecutable: "nothing there can be executed"
    case .noReason: "without a reason, so that the mark is not taken: `// bothy: unreachable, REASON`"
    }
  }
}

extension CoverageReport {
  private static let mostMistakes = 5

  /// Marks that are no good, each in a sentence.
  public var mistakenMarks: [String] {
    let mistakes = targets.flatMap(\.files).flatMap { file in
      file.unreachable.compactMap { mark in
        mark.mistake.map { "\(file.path.rawValue):\(mark.line) is marked as unreachable: \($0)." }
      }
    }
    let left = mistakes.count - Self.mostMistakes
    let more = left > 0 ? ["\(left) more lines are marked as unreachable by mistake."] : []
    return mistakes.prefix(Self.mostMistakes) + more
  }

  /// Since when each mark has been there: since that of the same reason in the same file, one by one, as far
  /// as an earlier integration knows; else since this one.
  /// - Parameter earlier: of one mark that several of them have the first counts.
  public mutating func date(_ integration: IntegrationNumber, after earlier: [CoverageReport]) {
    var known: [String: [IntegrationNumber?]] = [:]
    for report in earlier {
      var own: [String: [IntegrationNumber?]] = [:]
      for file in report.targets.flatMap(\.files) {
        for mark in file.unreachable { own[Self.key(file.path, mark), default: []].append(mark.since) }
      }
      known.merge(own) { first, _ in first }
    }
    for target in targets.indices {
      for file in targets[target].files.indices {
        let path = targets[target].files[file].path
        for mark in targets[target].files[file].unreachable.indices {
          let key = Self.key(path, targets[target].files[file].unreachable[mark])
          let since = known[key]?.isEmpty == false ? known[key]?.removeFirst() : integration
          targets[target].files[file].unreachable[mark].since = since ?? nil
        }
      }
    }
  }

  /// NUL is in no path.
  private static func key(_ path: PackagePath, _ mark: UnreachableLine) -> String {
    path.rawValue + "\0" + (mark.reason ?? "")
  }
}
