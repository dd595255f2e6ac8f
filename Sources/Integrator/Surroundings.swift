public import Foundation
import Model
public import Processes

/// The world around an integration: the clock, what starts processes, the machine. Tests bring their own.
public struct Surroundings: Sendable {
  public var processes: any ProcessRunner = SystemProcesses()
  public var now: @Sendable () -> Date = { Date() }
  /// That of the caller, before the bot's own.
  public var environment = ProcessInfo.processInfo.environment
  /// Whether the one who ordered the integration lives no more.
  public var isOrphan: @Sendable () -> Bool = { false }
  /// Ends whatever processes of this one still run.
  public var endDescendants: @Sendable () -> Void = { _ = endAllDescendants() }

  public init() {}

  /// Those of this very process, from now on.
  public static var real: Surroundings {
    var real = Surroundings()
    let parent = getppid()
    real.isOrphan = { getppid() != parent }
    return real
  }
}

/// Starts a process and answers when it has ended. Several threads may ask at once.
public protocol ProcessRunner: Sendable {
  func run(
    _ command: Command, limits: ProcessLimits, cancellation: Cancellation, observer: some ProcessObserver
  ) throws -> ProcessEnd
}

/// Those of the operating system.
public struct SystemProcesses: ProcessRunner {
  public init() {}

  public func run(
    _ command: Command, limits: ProcessLimits, cancellation: Cancellation, observer: some ProcessObserver
  ) throws -> ProcessEnd {
    try perform(command, limits: limits, cancellation: cancellation, observer: observer)
  }
}
