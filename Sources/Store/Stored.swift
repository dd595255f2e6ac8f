public import Foundation
public import Model

/// A bot as it is remembered.
public struct StoredBot: Equatable, Sendable {
  public var id: BotID
  /// The package's folder; absent for a bot that has a file.
  public var path: String?
  public var latest: StoredIntegration?
  /// What it used on disk after its last integration.
  public var diskBytes: Int?
}

/// One integration as it is remembered; what is not here is in its report.json.
public struct StoredIntegration: Equatable, Sendable {
  public var bot: BotID
  public var number: IntegrationNumber
  public var branch: BranchName?
  public var commit: CommitID?
  public var started: Date
  public var processID: Int32
  /// Absent while it runs; the following too.
  public var result: IntegrationResult?
  public var reason: String?
  public var ended: Date?
  public var seconds: Double?
  public var subject: String?
  /// Kept for good.
  public var isPinned: Bool

  public var isRunning: Bool { result == nil }
}
