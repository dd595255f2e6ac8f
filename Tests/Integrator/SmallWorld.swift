import Files
import Foundation
import Model
import Processes
import State
import Synchronization

@testable import Integrator

/// A package, a toolchain and a bot in a scratch folder, in which all processes are played.
final class SmallWorld: Sendable {
  let root: String
  let processes: FakeProcesses
  let cancellation = Cancellation()
  private let elapsed = Mutex(0.0)

  var folder: IntegrationFolder { IntegrationFolder(root + "/integration") }
  var swift: String { root + "/tools/swift" }

  /// What plays a process may hold the world that it plays in, which then lasts as long as the tests do.
  private static let all: String = {
    atexit { try? FileManager.default.removeItem(atPath: SmallWorld.all) }
    return URL(fileURLWithPath: NSTemporaryDirectory()).resolvingSymlinksInPath().path
      + "/bothy-steps-\(getpid())"
  }()

  init() throws {
    root = Self.all + "/\(UUID().uuidString)"
    processes = FakeProcesses(try Self.plays(root))
    for folder in ["tools", "integration", "bot/checkout"] { try makeFolder(root + "/" + folder) }
    for tool in ["swift", "llvm-profdata", "llvm-cov"] { try Self.program(root + "/tools/" + tool) }
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  static func program(_ path: String) throws { try publish([], as: path, mode: 0o755) }

  /// Time goes on by itself no more than it is told to.
  func pass(_ seconds: Double) { elapsed.withLock { $0 += seconds } }

  func order(_ change: (inout Order) -> Void = { _ in }) -> Order {
    var settings = Bot(name: "b", repository: root + "/repository")
    settings.toolchain = root + "/tools"
    settings.triggers = [
      Bot.Trigger(act: .before(script: "before")), Bot.Trigger(act: .after(script: "after")),
    ]
    var order = Order(
      bot: "b", integration: 7, settings: settings, repository: settings.repository, source: .workingTree,
      branch: nil, checkoutFolder: root + "/bot/checkout", buildFolder: root + "/bot/build",
      toolchainFolder: root + "/toolchains", clean: false, jobs: nil, queued: Date(timeIntervalSince1970: 0),
      baseline: nil)
    change(&order)
    return order
  }

  var surroundings: Surroundings {
    var surroundings = Surroundings()
    surroundings.processes = processes.run
    surroundings.now = { [self] in Date(timeIntervalSince1970: 1e9 + elapsed.withLock { $0 }) }
    surroundings.environment = ["PATH": "/bin"]
    surroundings.endDescendants = {}
    surroundings.machine = { HostMachine(host: "oak", system: nil, kernel: nil, cores: 2, memoryBytes: nil) }
    surroundings.checkOut = { order, _, report in
      report.commit = Commit(
        id: CommitID(String(repeating: "a", count: 40)), branch: "main", author: "A", email: "a@b",
        date: Date(timeIntervalSince1970: 5), subject: "Change it", changes: false)
      let manifest = "// swift-tools-version: 6.1\n.package(path: \"Traps\")"
      try publish(Array(manifest.utf8), as: order.checkoutFolder + "/Package.swift")
    }
    return surroundings
  }

  func bench() throws -> Workbench {
    Workbench(
      order: order(), folder: folder, log: try Log(folder: folder, limitMegabytes: 1),
      cancellation: cancellation, secrets: .none, surroundings: surroundings)
  }

  func perform(
    _ order: Order? = nil, steps: [any Step] = Steps.all,
    _ change: (inout Surroundings) -> Void = { _ in }
  ) throws -> Report {
    var surroundings = surroundings
    change(&surroundings)
    let performer = try Performer(
      folder: folder, order: order ?? self.order(), cancellation: cancellation, surroundings: surroundings)
    performer.steps = steps
    return try performer.perform()
  }

  func text(_ path: String) -> String { String(decoding: contents(of: path) ?? [], as: UTF8.self) }

  static func captured(_ name: String) throws -> String {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: tests.appending(path: "Formats/Captured/" + name), encoding: .utf8)
  }

  /// All goes well: the package of the captured coverage, with two tests that pass.
  private static func plays(_ root: String) throws -> [Asked: FakeProcesses.Play] {
    typealias Play = FakeProcesses.Play
    let program = root + "/bot/build/debug/trapsPackageTests.xctest"
    return [
      .version: Play(
        output: "Swift version 6.3.1 (swift-6.3.1-RELEASE)\nTarget: x86_64-unknown-linux-gnu\n"),
      .probe: Play(errors: "clang: error: Unknown command line argument\n", ending: .exited(1)),
      .describe: Play(output: try captured("coverage/traps.describe.json")),
      .build: Play(
        output: "[1/1] Compiling Core\nBuild complete!\n",
        effect: { _ in
          try makeFolder((program as NSString).deletingLastPathComponent)
          try SmallWorld.program(program)
        }),
      .list: Play(output: "Listing 2 tests in debug.xctest:\n\nM.A/testOne\nM.A/testTwo\n"),
      .xctest: Play(
        output: console,
        effect: { command in
          let profile = command.environment["LLVM_PROFILE_FILE"] ?? ""
          let file = (profile as NSString).deletingLastPathComponent + "/1.profraw"
          try publish(RawProfiles.magic + [UInt8](repeating: 0, count: 120), as: file)
        }),
      .export: Play(output: try captured("coverage/traps.export.json")),
    ]
  }

  static let console = """
    Test Suite 'All tests' started at 2026-11-20 09:51:26.605
    Test Suite 'debug.xctest' started at 2026-11-20 09:51:26.607
    Test Suite 'A' started at 2026-11-20 09:51:26.607
    Test Case 'A.testOne' started at 2026-11-20 09:51:26.607
    Test Case 'A.testOne' passed (0.001 seconds)
    Test Case 'A.testTwo' started at 2026-11-20 09:51:26.607
    Test Case 'A.testTwo' passed (0.001 seconds)
    Test Suite 'A' passed at 2026-11-20 09:51:26.608
    \t Executed 2 tests, with 0 failures (0 unexpected) in 0.002 (0.002) seconds
    Test Suite 'debug.xctest' passed at 2026-11-20 09:51:26.608
    \t Executed 2 tests, with 0 failures (0 unexpected) in 0.002 (0.002) seconds
    Test Suite 'All tests' passed at 2026-11-20 09:51:26.608
    \t Executed 2 tests, with 0 failures (0 unexpected) in 0.002 (0.002) seconds

    """
}
