import Foundation
import Model
import Processes
import Synchronization

/// Runs the processes of one integration within what is left of its limits. Several threads may ask at once.
final class Runner: Sendable {
  let cancellation: Cancellation
  let startedAt: Date
  let secrets: Secrets
  private let surroundings: Surroundings
  private let limits: Bot.Limits
  private let notes: Notes
  private let used = Mutex(Usage())

  init(
    surroundings: Surroundings, limits: Bot.Limits, cancellation: Cancellation, secrets: Secrets, notes: Notes
  ) {
    self.surroundings = surroundings
    self.limits = limits
    startedAt = surroundings.now()
    self.cancellation = cancellation
    self.secrets = secrets
    self.notes = notes
  }

  /// What all processes used until now.
  var usage: Usage { used.withLock { $0 } }

  private var secondsLeft: Double {
    limits.minutes * 60 - surroundings.now().timeIntervalSince(startedAt)
  }

  /// `note` is told what a reader must know, instead of the notes.
  func run(
    _ command: Command, observer: some ProcessObserver, seconds: Double? = nil,
    note: ((String) -> Void)? = nil
  ) throws -> ProcessEnd {
    guard !cancellation.isCanceled else { throw PhaseStop.canceled }
    guard secondsLeft > 0 else { throw PhaseStop.limit(limitSentence) }
    let end = try masked(command, observer, within: min(secondsLeft, seconds ?? .infinity))
    used.withLock { usage in
      usage.cpuSeconds += end.cpuSeconds
      usage.peakMemoryBytes = max(usage.peakMemoryBytes, end.peakMemoryBytes)
    }
    // Whoever cancels may have told this command as well, which then ends before we look.
    if end.stopped == .canceled || cancellation.isCanceled { throw PhaseStop.canceled }
    // A process that dies leaves its backtracer; only what a healthy one leaves is worth telling.
    if end.leftBehind > 0, case .exited = end.ending, end.stopped == nil {
      let left = end.leftBehind == 1 ? "1 process was" : "\(end.leftBehind) processes were"
      (note ?? notes.tell)("\(left) left behind by \(command.name), and ended.")
    }
    return end
  }

  private func masked(
    _ command: Command, _ observer: some ProcessObserver, within seconds: Double
  ) throws -> ProcessEnd {
    let limits = ProcessLimits(seconds: seconds, silentSeconds: limits.silentMinutes * 60)
    guard !secrets.values.isEmpty else { return try start(command, limits, observer) }
    let masking = MaskingObserver(observer, secrets: secrets.printed)
    defer { masking.finish() }
    return try start(command, limits, masking)
  }

  private func start(
    _ command: Command, _ limits: ProcessLimits, _ observer: some ProcessObserver
  ) throws -> ProcessEnd {
    try surroundings.processes.run(command, limits: limits, cancellation: cancellation, observer: observer)
  }

  var limitSentence: String { "the limit of \(Self.plain(limits.minutes)) minutes was reached" }

  var silenceSentence: String { "nothing was printed for \(Self.plain(limits.silentMinutes)) minutes" }

  static func plain(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }
}

extension Command {
  var name: String { (executable as NSString).lastPathComponent }
}
