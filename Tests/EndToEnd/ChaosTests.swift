import Faults
import Foundation
import Kit
import Testing

/// `bothy watch` while git moves everything under it and kills hit it, checked by git and sqlite3 alone.
@Suite("Chaos")
struct ChaosTests {
  static let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Chaos"
  private static let environment = ProcessInfo.processInfo.environment

  /// `BOTHY_CHAOS_MOMENTS=300 BOTHY_CHAOS_KILLS=100` for the whole of it; `BOTHY_CHAOS_SEED` for one again.
  @Test("nothing is lost, doubled or left, whatever happens to the repositories and is killed")
  func chaos() async throws {
    try await FixtureTests.lanes.run {
      let scratch = try ScratchFolder("chaos")
      var arguments = [Self.scripts + "/chaos.py", "--bothy", try Program.bothy, "--folder", scratch.path]
      arguments += ["--moments", Self.environment["BOTHY_CHAOS_MOMENTS"] ?? "45"]
      arguments += ["--kills", Self.environment["BOTHY_CHAOS_KILLS"] ?? "15"]
      if let seed = Self.environment["BOTHY_CHAOS_SEED"] { arguments += ["--seed", seed] }
      let end = try await Command(
        "/usr/bin/env", ["python3"] + arguments, in: scratch.url, limitSeconds: 1800
      ).run()
      // What a failure leaves is there to be looked at.
      if end.status == 0 { scratch.remove() }
      #expect(end.status == 0, "in \(scratch.path):\n\(end.outputText)\(end.errorText)")
    }
  }
}

/// Killed right before and right after each act that reaches the disk.
@Suite("Fault points")
struct FaultPointTests {
  @Test("a watcher recovers, killed once at", arguments: FaultPoint.allCases)
  func watching(at point: FaultPoint) async throws { try await strike(point, "watch") }

  @Test("the next run closes what one left, killed once at", arguments: FaultPoint.ofRun)
  func running(at point: FaultPoint) async throws { try await strike(point, "run") }

  private func strike(_ point: FaultPoint, _ mode: String) async throws {
    try await FixtureTests.lanes.run {
      let scratch = try ScratchFolder("fault")
      defer { scratch.remove() }
      let end = try await Command(
        "/usr/bin/env",
        [
          "python3", ChaosTests.scripts + "/faults.py", "--bothy", try Program.bothy, "--folder",
          scratch.path,
          "--mode", mode, point.rawValue,
        ], in: scratch.url
      ).run()
      #expect(end.status == 0, "\(end.outputText)\(end.errorText)")
    }
  }
}

extension FaultPoint {
  /// Without those that only a watcher comes by.
  fileprivate static let ofRun = allCases.filter { point in
    !["watch", "sight", "started", "settle"].contains { point.rawValue.hasPrefix("store.\($0).") }
  }
}
