import Foundation
import Processes
import Synchronization

@testable import Integrator

/// What an integration asks a machine to run, in the order in which a healthy one does.
enum Asked: String, CaseIterable, Sendable {
  case before, version, probe, resolve, describe, manifest, build, list, xctest, swiftTesting, merge, export,
    after
  case lint, format, binPath, product, objcopy, tar

  /// In an integration that analyzes and archives nothing.
  static let usual = allCases.filter { ![.lint, .format, .binPath, .product, .objcopy, .tar].contains($0) }

  init(_ command: Command) {
    let name = (command.executable as NSString).lastPathComponent
    let words = command.arguments
    switch name {
    case "bash", "sh": self = words.last == "after" ? .after : words.last == "lint" ? .lint : .before
    case "swift" where words.first == "format": self = .format
    case "swiftc": self = .probe
    case "llvm-profdata": self = .merge
    case "llvm-cov": self = .export
    case "swift" where words.contains("--show-bin-path"): self = .binPath
    case "swift" where words.contains { $0.hasPrefix("--product=") }: self = .product
    case "swift" where words.first == "build": self = .build
    case "tar": self = .tar
    case "objcopy", "llvm-objcopy": self = .objcopy
    case "swift" where words.contains("describe"): self = .describe
    case "swift" where words.contains("dump-package"): self = .manifest
    case "swift" where words.contains("resolve"): self = .resolve
    case "swift": self = .version
    default:
      if words == ["--list-tests"] {
        self = .list
      } else {
        self = words.contains("swift-testing") ? .swiftTesting : .xctest
      }
    }
  }
}

/// Plays what real processes did.
final class FakeProcesses: Sendable {
  struct Play: Sendable {
    var output = ""
    var errors = ""
    var ending = Ending.exited(0)
    var stopped: StopReason?
    var leftBehind = 0
    var seconds = 1.0
    /// What it does besides writing.
    var effect: @Sendable (Command) throws -> Void = { _ in }
  }

  private struct State: Sendable {
    var plays: [Asked: Play]
    var asked: [Asked] = []
  }
  private let state: Mutex<State>

  init(_ plays: [Asked: Play]) {
    state = Mutex(State(plays: plays))
  }

  var asked: [Asked] { state.withLock { $0.asked } }

  func change(_ what: Asked, _ body: (inout Play) -> Void) {
    state.withLock { body(&$0.plays[what, default: Play()]) }
  }

  @Sendable func run(
    _ command: Command, limits: ProcessLimits, cancellation: Cancellation, observer: any ProcessObserver
  ) throws -> ProcessEnd {
    let what = Asked(command)
    let play = state.withLock { state in
      state.asked.append(what)
      return state.plays[what] ?? Play()
    }
    try play.effect(command)
    Array(play.output.utf8).withUnsafeBytes { observer.received($0, from: .standardOutput) }
    Array(play.errors.utf8).withUnsafeBytes { observer.received($0, from: .standardError) }
    return ProcessEnd(
      ending: play.ending, stopped: cancellation.isCanceled ? .canceled : play.stopped, seconds: play.seconds,
      cpuSeconds: 2, peakMemoryBytes: 1000, leftBehind: play.leftBehind)
  }
}
