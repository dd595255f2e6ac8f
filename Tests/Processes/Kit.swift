import Explaining
import Foundation
import Glibc
import Synchronization
import Testing

import class Kit.ScratchFolder

@testable import Processes

/// Keeps everything, up to a bound, and asks for a stop when told to.
final class Recorder: ProcessObserver {
  private(set) var output: [UInt8] = []
  private(set) var error: [UInt8] = []
  private(set) var count = 0
  private(set) var checks = 0
  private(set) var longestPause = 0.0
  private(set) var given: String?
  private var lastCheck: Double?
  var keep = 16 << 20
  var question: (Recorder, Double) -> String? = { _, _ in nil }

  var text: String { String(decoding: output, as: UTF8.self) }
  var errorText: String { String(decoding: error, as: UTF8.self) }

  func started(_ process: ProcessIdentity, output: String?) { given = output }

  func received(_ bytes: UnsafeRawBufferPointer, from stream: Processes.OutputStream) {
    count += bytes.count
    guard output.count + error.count < keep else { return }
    if stream == .standardOutput { output += bytes } else { error += bytes }
  }

  func check(elapsed: Double) -> String? {
    checks += 1
    if let lastCheck { longestPause = max(longestPause, elapsed - lastCheck) }
    lastCheck = elapsed
    return question(self, elapsed)
  }
}

/// A word that every process of one test carries in its environment or its arguments.
struct Token: Sendable {
  let word = "bothytest\(getpid())x\(UInt64.random(in: 0...UInt64.max))"

  var environment: [String: String] { standardEnvironment.merging(["BOTHY_TEST_TOKEN": word]) { $1 } }

  /// Those that are still running, as command lines. Dying takes a moment where the parent is elsewhere.
  var living: [String] { Self.living(word) }

  static func living(_ word: String) -> [String] {
    var found: [String] = []
    ProcessTable.forEach { status in
      guard !status.isDead, status.pid != getpid() else { return }
      let command = ProcessFile.read("/proc/\(status.pid)/cmdline") { String(decoding: $0, as: UTF8.self) }
      let environment = ProcessFile.read("/proc/\(status.pid)/environ") {
        String(decoding: $0, as: UTF8.self)
      }
      if (command ?? "").contains(word) || (environment ?? "").contains(word) {
        found.append("\(status.pid) \(command ?? "?")")
      }
    }
    return found
  }
}

extension ScratchFolder {
  /// A small C program.
  func compile(_ source: String) throws -> String {
    let file = try write("program.c", source)
    // The compiler that comes with Swift: a machine that builds Bothy needs no other.
    let (end, heard) = try run("clang", ["-O1", "-o", "\(path)/program", file], outputs: .merged)
    #expect(end.ending == .exited(0), "\(heard.text)")
    return "\(path)/program"
  }
}

let standardEnvironment = [
  "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": "/tmp", "LC_ALL": "C",
]

func run(
  _ executable: String, _ arguments: [String], outputs: Command.Outputs = .pipes, token: Token? = nil,
  environment: [String: String] = standardEnvironment, folder: String = "/tmp",
  limits: ProcessLimits = ProcessLimits(seconds: 60), cancellation: Cancellation = Cancellation(),
  recorder: Recorder = Recorder()
) throws -> (ProcessEnd, Recorder) {
  adoptOrphans()
  var environment = environment
  if let token { environment["BOTHY_TEST_TOKEN"] = token.word }
  let command = Command(
    executable: executable, arguments: arguments, environment: environment, folder: folder, outputs: outputs)
  let end = try perform(command, limits: limits, cancellation: cancellation, observer: recorder)
  if let token { #expect(token.living == []) }
  return (end, recorder)
}

func sh(
  _ script: String, outputs: Command.Outputs = .pipes, token: Token? = Token(),
  limits: ProcessLimits = ProcessLimits(seconds: 60), cancellation: Cancellation = Cancellation(),
  recorder: Recorder = Recorder()
) throws -> (ProcessEnd, Recorder) {
  try run(
    "/bin/sh", ["-c", script], outputs: outputs, token: token, limits: limits, cancellation: cancellation,
    recorder: recorder)
}

func python(
  _ script: String, _ arguments: [String] = [], outputs: Command.Outputs = .pipes, token: Token? = Token(),
  limits: ProcessLimits = ProcessLimits(seconds: 60), cancellation: Cancellation = Cancellation(),
  recorder: Recorder = Recorder()
) throws -> (ProcessEnd, Recorder) {
  try run(
    pythonPath, ["-c", script] + arguments, outputs: outputs, token: token, limits: limits,
    cancellation: cancellation, recorder: recorder)
}

/// Debian's, where there is one: a shim in front of it would be another process.
let pythonPath = access("/usr/bin/python3", X_OK) == 0 ? "/usr/bin/python3" : "python3"

func error(starting command: Command) -> Explanation? {
  do {
    _ = try perform(command, limits: ProcessLimits(), cancellation: Cancellation(), observer: Recorder())
    return nil
  } catch {
    return error as? Explanation
  }
}
