import Files
import Formats
import Foundation
import Model
import Processes
import Words

/// `swift build --build-tests`, with coverage that outlasts a crash.
struct BuildPhase {
  let workbench: Workbench
  let toolchain: Toolchain
  let package: PackageDescription?

  struct Outcome {
    var succeeded: Bool
    var diagnostics: [Diagnostic]
  }

  /// What every swift command of this integration is given, so that none undoes another's work.
  var sharedArguments: [String] {
    let settings = workbench.settings
    var arguments = ["--scratch-path", workbench.order.buildFolder]
    arguments += ["--configuration", settings.configuration.rawValue]
    if settings.coverage.enabled {
      arguments.append("--enable-code-coverage")
      if toolchain.keepsCountsOfCrashes { arguments += Toolchain.crashProofFlags }
    }
    // `swift test` does the same: tests may import what is internal, also of a release build.
    if settings.configuration == .release { arguments += ["-Xswiftc", "-enable-testing"] }
    if let jobs = workbench.order.jobs { arguments += ["--jobs", String(jobs)] }
    return arguments + settings.buildArguments
  }

  func perform() throws -> Outcome {
    let memory = WarningMemory(buildFolder: workbench.order.buildFolder)
    let observer = BuildObserver(log: workbench.log)
    let arguments = ["build", "--build-tests"] + sharedArguments
    workbench.log.write(line: "$ " + ShellWord.line(["swift"] + arguments))
    try forgetStaleProgram()
    let began = workbench.surroundings.now()
    let end = try workbench.run(
      Command(
        executable: toolchain.swift, arguments: arguments, environment: workbench.packageManagerEnvironment(),
        folder: workbench.packageFolder, outputs: .merged, isMarked: false), observer: observer)
    observer.finish()
    switch end.stopped {
    case .silence: throw PhaseStop.limit("the build was ended: " + workbench.silenceSentence)
    case .time: throw PhaseStop.limit(workbench.limitSentence)
    default: break
    }
    var diagnostics = observer.diagnostics
    diagnostics += memory.carriedOver(
      printed: diagnostics, since: began.timeIntervalSince1970, package: workbench.packageFolder)
    let succeeded = end.ending == .exited(0)
    if !succeeded { try refuseFullDisk(diagnostics) }
    if !succeeded, !diagnostics.contains(where: { $0.severity == .error }) {
      diagnostics.append(
        Diagnostic(
          severity: .error, message: Self.sentence(end.ending), file: nil, line: nil, column: nil,
          details: observer.lastLines))
    }
    try memory.keep(diagnostics.filter { $0.severity == .warning })
    return Outcome(succeeded: succeeded, diagnostics: diagnostics)
  }

  /// A test program that other arguments made (another build system!) must not be taken for this build's.
  private func forgetStaleProgram() throws {
    guard let package else { return }
    let folder = workbench.order.buildFolder
    let mark = folder + "/bothy-arguments"
    let key = [UInt8](([toolchain.swift, toolchain.version] + sharedArguments).joined(separator: "\n").utf8)
    guard contents(of: mark) != key else { return }
    let program = TestProgram.path(
      package: package, buildFolder: folder, configuration: workbench.settings.configuration)
    try? FileManager.default.removeItem(atPath: program)
    try publish(key, as: mark)
  }

  /// What a full disk makes the compiler say is no fault of the sources.
  private func refuseFullDisk(_ diagnostics: [Diagnostic]) throws {
    let signs = ["No space left on device", "database or disk is full"]
    let found = diagnostics.first { diagnostic in
      diagnostic.severity == .error
        && ([diagnostic.message] + diagnostic.details).contains { line in signs.contains { line.contains($0) }
        }
    }
    guard found != nil else { return }
    throw IntegrationError(
      doing: "building in \(workbench.order.buildFolder)", wrong: "a disk is full",
      advice: "make room on that disk and on the one of the temporary files, then run it again")
  }

  static func sentence(_ ending: Ending) -> String {
    switch ending {
    case .exited(let status): "swift build ended with status \(status) and named no error"
    case .signaled(let signal): "swift build was ended by \(SignalName.of(signal))"
    }
  }
}

/// Follows a build: log, steps, diagnostics as they come.
final class BuildObserver: ProcessObserver {
  private let log: Log
  private var reader = CompilerDiagnostics()
  private var tail: [UInt8] = []

  init(log: Log) {
    self.log = log
  }

  var diagnostics: [Diagnostic] { reader.diagnostics }

  /// What it printed last, for a failure that has no better words.
  var lastLines: [String] {
    String(decoding: tail, as: UTF8.self).split(separator: "\n").suffix(10).map { String($0) }
  }

  func received(_ bytes: UnsafeRawBufferPointer, from stream: Processes.OutputStream) {
    log.write(bytes)
    tail.append(contentsOf: bytes.suffix(4096))
    if tail.count > 16384 { tail.removeFirst(tail.count - 4096) }
    reader.read(bytes)
    tell()
  }

  func check(elapsed: Double) -> String? { nil }

  func finish() {
    reader.finish()
    tell()
  }

  private func tell() {
    for event in reader.takeEvents() {
      switch event {
      case .step(let done, let total, let what): log.tell(.step(done: done, total: total, what: what))
      case .diagnostic(let diagnostic): log.tell(.diagnostic(diagnostic))
      }
    }
  }
}
