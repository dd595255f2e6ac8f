import Foundation
import Model
import Processes

extension Workbench {
  private var limits: Bot.Limits { settings.limits }

  var secondsLeft: Double { limits.minutes * 60 - surroundings.now().timeIntervalSince(startedAt) }

  /// Runs one command within what is left of the integration's limits. Several threads may ask at once.
  /// `note` is told what a reader must know, instead of the notes. What is not masked is shown to nobody.
  func run(
    _ command: Command, observer: some ProcessObserver, seconds: Double? = nil,
    isMasked: Bool = true, note: ((String) -> Void)? = nil
  ) throws -> ProcessEnd {
    guard !cancellation.isCanceled else { throw PhaseStop.canceled }
    guard secondsLeft > 0 else { throw PhaseStop.limit(limitSentence) }
    let seconds = min(secondsLeft, seconds ?? .infinity)
    let end = try handedOn(command, observer, within: seconds, isMasked)
    used.withLock { usage in
      usage.cpuSeconds += end.cpuSeconds
      usage.peakMemoryBytes = max(usage.peakMemoryBytes, end.peakMemoryBytes)
    }
    // Whoever cancels may have told this command as well, which then ends before we look.
    if end.stopped == .canceled || cancellation.isCanceled { throw PhaseStop.canceled }
    // A process that dies leaves its backtracer; only what a healthy one leaves is worth telling.
    if end.leftBehind > 0, case .exited = end.ending, end.stopped == nil {
      let left = end.leftBehind == 1 ? "1 process was" : "\(end.leftBehind) processes were"
      let name = (command.executable as NSString).lastPathComponent
      (note ?? notes.tell)("\(left) left behind by \(name), and ended.")
    }
    return end
  }

  /// What a short command printed, and how it ended.
  func ask(
    _ program: String, _ arguments: [String], in folder: String, environment: [String: String]? = nil,
    limit: Int = 256 << 20, seconds: Double? = nil, isMasked: Bool = true
  ) throws -> (end: ProcessEnd, said: Collector) {
    let said = Collector(limit: limit)
    let command = Command(
      executable: program, arguments: arguments, environment: environment ?? self.environment(),
      folder: folder, outputs: .pipes)
    let end = try run(command, observer: said, seconds: seconds, isMasked: isMasked)
    if said.isCut {
      let name = (program as NSString).lastPathComponent
      note("\(name) printed more than \(limit >> 20) MB at once; what came after that was not read.")
    }
    return (end, said)
  }

  private func handedOn(
    _ command: Command, _ observer: some ProcessObserver, within seconds: Double, _ isMasked: Bool
  ) throws -> ProcessEnd {
    let limits = ProcessLimits(seconds: seconds, silentSeconds: limits.silentMinutes * 60)
    guard isMasked, !log.masking.isIdle else {
      return try surroundings.processes(command, limits, cancellation, observer)
    }
    let masking = MaskingObserver(observer, log.masking)
    defer { masking.finish() }
    return try surroundings.processes(command, limits, cancellation, masking)
  }

  var limitSentence: String { "the limit of \(Self.minutes(limits.minutes)) was reached" }

  var silentSeconds: Double { limits.silentMinutes * 60 }

  var silenceSentence: String { "nothing was printed for \(Self.minutes(limits.silentMinutes))" }

  private static func minutes(_ number: Double) -> String {
    "\(plain(number)) \(number == 1 ? "minute" : "minutes")"
  }

  /// Which limit ended a process that runs tests.
  func limitWords(_ stop: StopReason?) -> String {
    switch stop {
    case .silence: silenceSentence
    case .time: limitSentence
    case .asked, .canceled, nil:
      "it ran longer than its limit of \(Self.plain(settings.tests.timeoutSeconds)) s"
    }
  }

  static func plain(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }
}
