/// One step of an integration.
public struct Phase: Codable, Equatable, Sendable {
  public enum Kind: String, Codable, Sendable, CaseIterable {
    case checkout, resolve, build, analyze, test, archive, report
  }

  public enum Status: String, Codable, Sendable {
    case passed, failed, skipped, canceled
    case timedOut = "timed-out"
  }

  public var name: Kind
  public var status: Status
  public var seconds: Double

  public init(name: Kind, status: Status, seconds: Double) {
    self.name = name
    self.status = status
    self.seconds = seconds
  }
}
