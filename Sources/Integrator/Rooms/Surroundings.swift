public import Foundation
public import Model
public import Processes

/// The world around an integration: the clock, what starts processes, the machine. Tests bring their own.
public struct Surroundings: Sendable {
  /// Starts a process and answers when it has ended. Several threads may ask at once.
  public var processes:
    @Sendable (Command, ProcessLimits, Cancellation, any ProcessObserver) throws -> ProcessEnd = {
      try perform($0, limits: $1, cancellation: $2, observer: $3)
    }
  public var now = steadyClock()
  /// That of the caller, before the bot's own.
  public var environment = ProcessInfo.processInfo.environment
  /// Whether the one who ordered the integration lives no more.
  public var isOrphan: @Sendable () -> Bool = { false }
  /// Ends whatever processes of this one still run.
  public var endDescendants: @Sendable () -> Void = { _ = endAllDescendants() }

  /// Begins at the time of the machine and goes on by itself: whoever sets that makes nothing last longer.
  public static func steadyClock() -> @Sendable () -> Date {
    let (began, start) = (Date(), ContinuousClock.now)
    return { began + Double((ContinuousClock.now - start) / .milliseconds(1)) / 1000 }
  }

  /// Brings the sources, and tells in the report what was brought.
  public var checkOut: @Sendable (Order, Cancellation, inout Report) throws -> Void = {
    order, cancellation, report in
    try GitCheckout(order: order, cancellation: cancellation).perform(into: &report)
  }
  public var machine: @Sendable () -> HostMachine = { ThisMachine().facts }
  public var demangle: @Sendable (String) -> String = { $0 }
  /// Tells this program from another one, whose exports may look different.
  public var maker = ""

  public init() {}

  /// Those of this very process, from now on.
  public static func real(maker: String, demangle: @escaping @Sendable (String) -> String) -> Surroundings {
    var real = Surroundings()
    let parent = getppid()
    real.isOrphan = { isOrphaned(by: parent) }
    real.maker = maker
    real.demangle = demangle
    return real
  }
}
