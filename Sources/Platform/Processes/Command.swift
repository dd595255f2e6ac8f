/// What to start, and how it is to be heard.
public struct Command: Sendable {
  public enum Outputs: Sendable {
    /// Both streams on one raw pseudo-terminal: order is kept and nothing is block-buffered.
    case terminal
    /// Two pipes, told apart.
    case pipes
    /// One pipe for both.
    case merged
  }

  /// An absolute path, one relative to `folder` (with a slash), or a name on PATH of `environment`.
  public var executable: String
  public var arguments: [String]
  public var environment: [String: String]
  /// Variables whose values end with a byte that is no text: who reads all variables as text passes them by,
  /// and hands them to no process of its own; who asks for one by its name reads it.
  public var unreadable: Set<String> = []
  public var folder: String
  public var outputs: Outputs
  /// The file that it reads as its standard input; nil: there is nothing to read.
  public var input: String?
  /// Whether its environment tells which tree it belongs to. Without that, a process that hides well is found
  /// later; a tool that caches by its environment needs it left alone.
  public var isMarked: Bool
  /// The variable that tells it; each process has another value.
  public static var mark: String { ProcessTree.variable }

  public init(
    executable: String, arguments: [String] = [], environment: [String: String], folder: String,
    outputs: Outputs = .terminal, isMarked: Bool = true
  ) {
    (self.executable, self.arguments, self.environment) = (executable, arguments, environment)
    (self.folder, self.outputs, self.isMarked) = (folder, outputs, isMarked)
  }
}

/// Where bytes came from; on a terminal and on a merged pipe always `standardOutput`.
public enum OutputStream: Sendable { case standardOutput, standardError }

public enum Ending: Sendable, Equatable {
  case exited(Int32)
  case signaled(Int32)
}

/// Why we ended a process that would have gone on.
public enum StopReason: Sendable, Equatable {
  case silence, time, canceled
  case asked(String)
}

public struct ProcessLimits: Sendable {
  public var seconds: Double?
  /// How long nothing may be written on any stream.
  public var silentSeconds: Double?
  /// Between SIGTERM and SIGKILL.
  public var graceSeconds: Double
  /// Whatever it starts goes on by itself, and is no concern of who started it.
  public var endsMainAlone = false
  /// How often the observer is asked whether it goes on.
  public var checkSeconds = 0.05

  public init(seconds: Double? = nil, silentSeconds: Double? = nil, graceSeconds: Double = 2) {
    (self.seconds, self.silentSeconds, self.graceSeconds) = (seconds, silentSeconds, graceSeconds)
  }
}

public struct ProcessEnd: Sendable {
  public var ending: Ending
  /// Set when we ended it, and when it ended while it was being canceled.
  public var stopped: StopReason?
  public var seconds: Double
  /// Of the process and of those children that it waited for.
  public var cpuSeconds: Double
  /// Of the largest single process; when that is less than this process itself uses, what was seen of it.
  public var peakMemoryBytes: Int
  /// Processes of its tree that we had to end after it exited, or kill because they ignored SIGTERM.
  public var leftBehind: Int
  /// Processes of its tree that could not be ended: of another user, or stuck in the kernel.
  public var survivors: Int

  public init(
    ending: Ending, stopped: StopReason?, seconds: Double, cpuSeconds: Double, peakMemoryBytes: Int,
    leftBehind: Int, survivors: Int = 0
  ) {
    (self.ending, self.stopped, self.seconds, self.cpuSeconds) = (ending, stopped, seconds, cpuSeconds)
    (self.peakMemoryBytes, self.leftBehind, self.survivors) = (peakMemoryBytes, leftBehind, survivors)
  }
}

public protocol ProcessObserver: AnyObject {
  /// Once, before anything is received.
  /// - Parameter output: where its standard output leads, as the kernel names it.
  func started(_ process: ProcessIdentity, output: String?)
  /// The bytes are only valid during the call.
  func received(_ bytes: UnsafeRawBufferPointer, from stream: OutputStream)
  /// Called after output and at least every 50 ms; an answer stops the process as `StopReason.asked`.
  func check(elapsed: Double) -> String?
}

extension ProcessObserver {
  public func started(_ process: ProcessIdentity, output: String?) {}
  public func check(elapsed: Double) -> String? { nil }
}
