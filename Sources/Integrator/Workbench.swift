import Foundation
import Model
import Processes

/// What every phase of one integration works with: the order, its folder, the log, the limits.
final class Workbench {
  let order: Order
  let folder: IntegrationFolder
  let log: Log
  let cancellation: Cancellation
  let startedAt: Date
  let secrets: Secrets
  var usage = Usage()
  var notes: [String] = []

  init(
    order: Order, folder: IntegrationFolder, log: Log, cancellation: Cancellation, startedAt: Date,
    secrets: Secrets
  ) {
    self.order = order
    self.folder = folder
    self.log = log
    self.cancellation = cancellation
    self.startedAt = startedAt
    self.secrets = secrets
  }

  var settings: Bot { order.settings }

  /// The package's folder inside the checkout.
  var packageFolder: String {
    settings.package == "." ? order.checkoutFolder : order.checkoutFolder + "/" + settings.package
  }

  var secondsLeft: Double {
    settings.limits.minutes * 60 - Date().timeIntervalSince(startedAt)
  }

  func note(_ sentence: String) {
    guard !notes.contains(sentence) else { return }
    notes.append(sentence)
    log.write(line: "[\(sentence)]")
    log.tell(.note(sentence))
  }

  /// The caller's environment and the bot's, as stock tools started by hand would have it.
  func environment(adding extra: [String: String] = [:]) -> [String: String] {
    var result = ProcessInfo.processInfo.environment
    result.merge(settings.environment) { $1 }
    result.merge(secrets.values) { $1 }
    result["NO_COLOR"] = "1"
    for key in ["LLVM_PROFILE_FILE", "SWIFT_BACKTRACE", "__LLVM_PROFILE_RT_INIT_ONCE"] { result[key] = nil }
    result.merge(extra) { $1 }
    return result
  }

  /// For what the package manager does itself; tests have the machine's own place for temporary files.
  func packageManagerEnvironment() -> [String: String] {
    let isChosen = settings.environment["TMPDIR"] != nil
    return environment(adding: isChosen ? [:] : ["TMPDIR": BuildFolder(order).temporary])
  }

  /// Runs one command within what is left of the integration's limits.
  func run(_ command: Command, observer: some ProcessObserver, seconds: Double? = nil) throws -> ProcessEnd {
    guard !cancellation.isCanceled else { throw PhaseStop.canceled }
    guard secondsLeft > 0 else { throw PhaseStop.limit(limitSentence) }
    var limits = ProcessLimits()
    limits.seconds = min(secondsLeft, seconds ?? .infinity)
    limits.silentSeconds = settings.limits.silentMinutes * 60
    let end = try masked(observer) {
      try perform(command, limits: limits, cancellation: cancellation, observer: $0)
    } plain: {
      try perform(command, limits: limits, cancellation: cancellation, observer: observer)
    }
    usage.cpuSeconds += end.cpuSeconds
    usage.peakMemoryBytes = max(usage.peakMemoryBytes, end.peakMemoryBytes)
    // Whoever cancels may have told this command as well, which then ends before we look.
    if end.stopped == .canceled || cancellation.isCanceled { throw PhaseStop.canceled }
    // A process that dies leaves its backtracer; only what a healthy one leaves is worth telling.
    if end.leftBehind > 0, case .exited = end.ending, end.stopped == nil {
      let left = end.leftBehind == 1 ? "1 process was" : "\(end.leftBehind) processes were"
      note("\(left) left behind by \(command.name), and ended.")
    }
    return end
  }

  private func masked<Observer: ProcessObserver>(
    _ observer: Observer, _ body: (MaskingObserver<Observer>) throws -> ProcessEnd,
    plain: () throws -> ProcessEnd
  ) throws -> ProcessEnd {
    guard !secrets.values.isEmpty else { return try plain() }
    let masking = MaskingObserver(observer, secrets: secrets.printed)
    defer { masking.finish() }
    return try body(masking)
  }

  var limitSentence: String {
    "the limit of \(Self.plain(settings.limits.minutes)) minutes was reached"
  }

  var silenceSentence: String {
    "nothing was printed for \(Self.plain(settings.limits.silentMinutes)) minutes"
  }

  static func plain(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }
}

extension Command {
  var name: String { (executable as NSString).lastPathComponent }
}

/// Why no further phase is worth doing. A verdict, not an error.
enum PhaseStop: Error {
  case canceled
  case limit(String)
  case checkout(String)
  case trigger(String)
  case build(String)
  /// Nothing was tested, or what was measured cannot be trusted.
  case inconclusive(String)
}

/// Keeps what a short command printed.
final class Collector: ProcessObserver {
  private(set) var output: [UInt8] = []
  private(set) var errors: [UInt8] = []
  private let limit: Int
  private let log: Log?

  init(limit: Int = 256 << 20, log: Log? = nil) {
    self.limit = limit
    self.log = log
  }

  func received(_ bytes: UnsafeRawBufferPointer, from stream: Processes.OutputStream) {
    switch stream {
    case .standardOutput: if output.count + bytes.count <= limit { output.append(contentsOf: bytes) }
    case .standardError:
      if errors.count + bytes.count <= limit { errors.append(contentsOf: bytes) }
      log?.write(bytes)
    }
  }

  func check(elapsed: Double) -> String? { nil }

  var errorText: String {
    String(decoding: errors, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
