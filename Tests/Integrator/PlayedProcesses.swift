import Files
import Formats
import Foundation
import Model
import Processes
import State
import Synchronization
import Threads

import class Kit.ScratchFolder

@testable import Integrator

/// Plays what real processes printed, instead of starting any.
final class PlayedProcesses: Sendable {
  struct Scene: Sendable {
    var printed: [UInt8] = []
    /// Swift Testing's event stream.
    var stream: [UInt8] = []
    /// What the runtime leaves of a crash.
    var report: [UInt8] = []
    var ending = Ending.exited(0)
    var leftBehind = 0
    /// Which limit ended it.
    var stopped: StopReason?
    /// When the observer is asked, in seconds since the start.
    var looks = [0.05]
    /// Which limit ended it after the last of them.
    var stoppedAtLast: StopReason?
  }

  private let play: @Sendable (Command) -> Scene
  private let played = Mutex<[Command]>([])

  init(_ play: @escaping @Sendable (Command) -> Scene) {
    self.play = play
  }

  var commands: [Command] { played.withLock { $0 } }

  @Sendable func run(
    _ command: Command, limits: ProcessLimits, cancellation: Cancellation, observer: any ProcessObserver
  ) throws -> ProcessEnd {
    played.withLock { $0.append(command) }
    let scene = play(command)
    if let option = command.arguments.firstIndex(of: "--event-stream-output-path") {
      // A program without Swift Testing opens none.
      let isThere = !scene.stream.isEmpty || scene.ending != .exited(0)
      if isThere { try publish(scene.stream, as: command.arguments[option + 1]) }
    }
    let folder = command.environment["SWIFT_BACKTRACE"]?.split(separator: "output-to=").last
    if let folder, !scene.report.isEmpty { try publish(scene.report, as: folder + "report.json") }
    scene.printed.withUnsafeBytes { observer.received($0, from: .standardOutput) }
    var stopped = scene.stopped
    for moment in scene.looks where stopped == nil {
      stopped = observer.check(elapsed: moment).map { .asked($0) }
    }
    stopped = stopped ?? scene.stoppedAtLast
    return ProcessEnd(
      ending: stopped == nil ? scene.ending : .signaled(SIGTERM), stopped: stopped, seconds: 0.1,
      cpuSeconds: 0.1, peakMemoryBytes: 1, leftBehind: scene.leftBehind)
  }
}

/// Real outputs, captured by the script beside them.
enum Captured {
  static func bytes(_ name: String) -> [UInt8] { contents(of: path(name)) ?? [] }

  static func path(_ name: String, file: String = #filePath) -> String {
    let tests = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
    return tests.appending(path: "Formats/Captured/\(name)").path
  }

  static func list(_ names: [String]) -> [UInt8] {
    Array("Listing \(names.count) tests in debug.xctest:\n\n\(names.joined(separator: "\n"))\n".utf8)
  }

  /// One test of the package Crash, run alone until it brought its process down.
  static func crash(_ name: String, ending: Ending = .signaled(SIGILL)) -> PlayedProcesses.Scene {
    PlayedProcesses.Scene(
      printed: bytes("crash-\(name).txt"), stream: bytes("crash-\(name).jsonl"),
      report: bytes("crash-\(name).json"), ending: ending)
  }
}

/// A test run whose processes are played.
struct PlayedRun {
  let scratch: ScratchFolder
  let processes: PlayedProcesses
  let workbench: Workbench
  private var program = TestProgram(path: "/lab/debug.xctest")

  init(
    filters: [String] = [], repetitions: Int = 0, cancellation: Cancellation = Cancellation(),
    change: (inout Order) -> Void = { _ in },
    play: @escaping @Sendable (Command) -> PlayedProcesses.Scene
  ) throws {
    let processes = PlayedProcesses(play)
    try self.init(
      filters: filters, repetitions: repetitions, cancellation: cancellation, processes, isReal: false,
      change)
  }

  /// With real processes, of a program in the scratch folder that is made of these lines.
  init(script: String, repetitions: Int = 0, change: (inout Order) -> Void = { _ in }) throws {
    try self.init(
      filters: [], repetitions: repetitions, cancellation: Cancellation(), PlayedProcesses { _ in .init() },
      isReal: true, change)
    program = TestProgram(path: scratch.path + "/debug.xctest")
    try publish(Array("#!/bin/sh\n\(script)".utf8), as: program.path, mode: 0o755)
  }

  private init(
    filters: [String], repetitions: Int = 0, cancellation: Cancellation, _ processes: PlayedProcesses,
    isReal: Bool, _ change: (inout Order) -> Void = { _ in }
  ) throws {
    scratch = try ScratchFolder("played")
    self.processes = processes
    var bot = Bot(name: "played", repository: "/lab")
    bot.tests.timeoutSeconds = 60
    bot.tests.repeat = repetitions
    bot.tests.filters = filters
    var order = Order(
      bot: "played", integration: 1, settings: bot, repository: "/lab", source: .workingTree, branch: nil,
      checkoutFolder: scratch.path, buildFolder: scratch.path + "/build", toolchainFolder: scratch.path,
      clean: false, jobs: nil, queued: Date(), baseline: nil)
    change(&order)
    let folder = IntegrationFolder(scratch.path)
    try FileManager.default.createDirectory(atPath: folder.scratch, withIntermediateDirectories: true)
    var surroundings = Surroundings()
    if !isReal { surroundings.processes = processes.run }
    workbench = Workbench(
      order: order, folder: folder, log: try Log(folder: folder, limitMegabytes: 1),
      cancellation: cancellation, secrets: .none, surroundings: surroundings)
  }

  private var profiles: ProfileSettings {
    ProfileSettings(folder: scratch.path + "/profiles", isWanted: true, keepsCountsOfCrashes: true)
  }
  private var sources: SourceMap { SourceMap(packageFolder: "/lab/Crash", targets: []) }

  private let toolchain = Toolchain(
    swift: "/lab/swift", realFolder: "/lab", version: "", keepsCountsOfCrashes: true)

  func perform(
    processes: Int = 1, read: ReadSources = ReadSources()
  ) -> (ledger: TestLedger, stop: (any Error)?) {
    var run = TestRun(
      workbench: workbench, program: program, sources: sources, profiles: profiles, toolchain: toolchain,
      processes: processes)
    run.read = Later(read)
    return run.perform(Later(nil))
  }

  var site: TestSite {
    TestSite(
      workbench: workbench, program: program, sources: sources, profiles: profiles, announced: [],
      headcount: Headcount())
  }

  /// One batch that no list announced.
  func perform(_ batch: Batch, _ other: TestSite? = nil) -> (ledger: TestLedger, stop: (any Error)?) {
    let site = other ?? site
    return TestExecutor(log: workbench.log) { batch, turn in
      BatchProcess(site: site, batch: batch, turn: turn).perform()
    }.perform([batch])
  }

  func performStock() throws -> TestLedger {
    var ledger = TestLedger()
    try StockTestRun(
      workbench: workbench,
      toolchain: toolchain,
      sources: sources, sharedArguments: []
    ).perform(into: &ledger)
    return ledger
  }

  var logText: String { text(workbench.folder.log) }
  var progress: [Model.Progress] {
    text(workbench.folder.progress).split(separator: "\n").compactMap {
      try? JSONDecoder().decode(Model.Progress.self, from: Data($0.utf8))
    }
  }

  private func text(_ path: String) -> String { String(decoding: contents(of: path) ?? [], as: UTF8.self) }
}
