/// One step of an integration.
public struct Phase: Codable, Equatable, Sendable {
  /// A step of an integration.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    case checkout, resolve, build, analyze, test, archive, report

    /// The line of the log with which it begins.
    public var heading: String { Self.headingSign + rawValue }

    /// The phase that begins with this line of a log; nil for any other line.
    public init?(heading line: some Collection<UInt8>) {
      // A log has many lines: most are told apart by their first byte.
      guard line.starts(with: Self.headingSign.utf8),
        let kind = Self.allCases.first(where: { line.elementsEqual($0.heading.utf8) })
      else { return nil }
      self = kind
    }

    private static let headingSign = "==> "
  }

  /// How a step ended.
  public enum Status: String, Codable, Sendable {
    case passed, failed, skipped, canceled
    case timedOut = "timed-out"
  }

  /// Which step.
  public var name: Kind
  /// How it ended.
  public var status: Status
  /// How long it took.
  public var seconds: Double
  /// Why it was skipped or failed, where `reason` of the report does not say so.
  @Nullable public var why: String?

  public init(name: Kind, status: Status, seconds: Double) {
    (self.name, self.status, self.seconds) = (name, status, seconds)
  }
}
