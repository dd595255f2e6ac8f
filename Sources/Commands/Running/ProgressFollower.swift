import Faults
import Files
import Foundation
import Model
import Ordering
import Processes
import State
import Terminal

/// Follows an integration through its folder and shows what it does.
final class ProgressFollower: ProcessObserver {
  private let file: FollowedFile
  private var display: Display
  /// Told what it does, in place of the terminal.
  var hears: ((Model.Progress, Double) -> Void)?
  private var rest: [UInt8] = []
  private(set) var heard = PerformingProcess()
  private let began = Date()
  private var process: ProcessIdentity?
  private var canceledAt: Double?
  var cancellation: Cancellation?
  /// Called now and then while it runs, first when it has run for a while.
  var showLive: () -> Void = {}
  private var shownAt = 0.0
  /// Called until it says that the pages are made that scripts wait for.
  var showPages: () -> Bool = { true }
  private var arePagesShown = false

  /// A short integration is over before anybody would look.
  private static let liveSeconds = 3.0

  /// Somebody sits there and waits for the first word.
  private static let hastySeconds = 0.01

  /// After that the integration is ended from outside.
  private static let cancelSeconds = 2.5

  init(folder: IntegrationFolder, display: Display) {
    file = FollowedFile(folder.progress)
    self.display = display
  }

  convenience init(_ folder: IntegrationFolder, _ options: RerunOptions, environment: [String: String]) {
    self.init(
      folder: folder,
      display: Display(
        capabilities: .of(descriptor: STDERR_FILENO, environment: environment), quiet: options.quiet,
        verbose: options.verbose, packagePrefix: ""))
  }

  func received(_ bytes: UnsafeRawBufferPointer, from stream: Processes.OutputStream) { heard.hear(bytes) }

  func started(_ process: ProcessIdentity, output: String?) {
    self.process = process
    FaultPoint.reach(.processStarted)
  }

  func check(elapsed: Double) -> String? {
    readProgress()
    let text = hears == nil ? display.tick(at: elapsed) : ""
    if !text.isEmpty { Output.error.write(text) }
    if elapsed - shownAt >= Self.liveSeconds {
      shownAt = elapsed
      showLive()
    }
    if !arePagesShown { arePagesShown = showPages() }
    guard cancellation?.isCanceled == true else { return nil }
    if let canceledAt { return elapsed - canceledAt > Self.cancelSeconds ? "it did not end" : nil }
    // Only the integration is told: it ends its own processes and writes its report.
    canceledAt = elapsed
    process?.send(SIGTERM)
    if hears == nil { Output.error.write(display.canceling()) }
    return nil
  }

  func finish() {
    readProgress()
    Output.error.write(display.clearing())
  }

  /// Performs the order of this folder in a process of its own, and shows what it does until it has ended.
  func perform(_ folder: IntegrationFolder, of state: StateFolder, environment: [String: String]) throws
    -> ProcessEnd
  {
    var limits = ProcessLimits()
    if hears != nil { limits.checkSeconds = Self.hastySeconds }
    let end = try Processes.perform(
      PerformingProcess.command(folder, environment: environment), limits: limits,
      cancellation: Cancellation(), observer: self)
    FaultPoint.reach(.processEnded)
    finish()
    Leftovers(state: state).remove(of: folder)
    return end
  }

  /// Takes away what was told as it happened.
  func erasing() -> String { display.erasing() }

  /// The last lines go to standard output; where that is to have nothing but data, to standard error.
  func tell(
    _ report: Report, address: String, again: String?, show: String, besideData: Bool = false,
    tellsRequired: Bool = false, environment: [String: String]
  ) throws {
    let target = besideData ? Output.error : Output.standard
    if TerminalCapabilities.areOneScreen(target.descriptor, Output.error.descriptor) {
      Output.error.write(display.erasing())
    }
    let capabilities = TerminalCapabilities.of(descriptor: target.descriptor, environment: environment)
    let text = display.ending(
      report, address: address, again: again, show: show, tellsRequired: tellsRequired, on: capabilities)
    if besideData {
      target.write(text)
    } else {
      try RunCommand.print(Array(text.utf8), doing: "printing the result", advice: "it is at \(address)")
    }
  }

  private func readProgress() {
    file.readNew { rest.append(contentsOf: $0) }
    let elapsed = Date().timeIntervalSince(began)
    let decoder = JSONDecoder()
    var start = rest.startIndex
    while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
      if let progress = try? decoder.decode(Model.Progress.self, from: Data(rest[start..<end])) {
        hears?(progress, elapsed)
        let text = hears == nil ? display.show(progress, at: elapsed) : ""
        if !text.isEmpty { Output.error.write(text) }
      }
      start = end + 1
    }
    // Once for all: thousands of tests may have ended since.
    rest.removeSubrange(..<start)
  }
}
