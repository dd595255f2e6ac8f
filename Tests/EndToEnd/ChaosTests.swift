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
    try await Turns.building.run(.first) {
      let scratch = try ScratchFolder("chaos", isKept: true)
      var arguments = [Self.scripts + "/chaos.py", "--bothy", try Program.bothy, "--folder", scratch.path]
      arguments += [
        "--moments", Self.environment["BOTHY_CHAOS_MOMENTS"] ?? (Tier.current == .nightly ? "45" : "15"),
      ]
      arguments += [
        "--kills", Self.environment["BOTHY_CHAOS_KILLS"] ?? (Tier.current == .nightly ? "15" : "5"),
      ]
      if let seed = Self.environment["BOTHY_CHAOS_SEED"] { arguments += ["--seed", seed] }
      let end = try await Command(
        "/usr/bin/python3", arguments, in: scratch.url, limitSeconds: 1800
      ).run()
      // What a failure leaves is there to be looked at.
      if end.status == 0 { scratch.remove() }
      #expect(end.status == 0, "in \(scratch.path):\n\(end.outputText)\(end.errorText)")
    }
  }
}

/// `bothy serve`, its watcher and who asks, killed while something is asked for, and asked once more.
@Suite("Kills while something is asked for")
struct KilledActionTests {
  private static let environment = ProcessInfo.processInfo.environment

  /// `BOTHY_KILLS=50` for many at random moments; `BOTHY_KILLS_SEED` for the same again.
  @Test("whoever is killed at whatever moment, nothing is lost or done twice, and the pages are right")
  func killed() async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("kills", isKept: true)
      var arguments = [
        ChaosTests.scripts + "/kills.py", "--bothy", try Program.bothy, "--folder", scratch.path,
      ]
      let asked = Self.environment["BOTHY_KILLS"]
      arguments += ["--kills", asked ?? "5"]
      if let seed = Self.environment["BOTHY_KILLS_SEED"] { arguments += ["--seed", seed] }
      let end = try await Command("/usr/bin/python3", arguments, in: scratch.url, limitSeconds: 1800).run()
      if asked != nil { print(end.outputText) }
      // What a failure leaves is there to be looked at.
      if end.status == 0 { scratch.remove() }
      #expect(end.status == 0, "in \(scratch.path):\n\(end.outputText)\(end.errorText)")
    }
  }
}

/// Killed right before and right after each act that reaches the disk.
@Suite("Fault points")
struct FaultPointTests {
  @Test("a watcher recovers, killed once at", arguments: Tier.some(20, of: FaultPoint.ofWatcher))
  func watching(at point: FaultPoint) async throws { try await strike(point, "watch") }

  @Test("the next run closes what one left, killed once at", arguments: Tier.some(10, of: FaultPoint.ofRun))
  func running(at point: FaultPoint) async throws { try await strike(point, "run") }

  private func strike(_ point: FaultPoint, _ mode: String) async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("fault")
      defer { scratch.remove() }
      let end = try await Command(
        "/usr/bin/python3",
        [
          ChaosTests.scripts + "/faults.py", "--bothy", try Program.bothy, "--folder",
          scratch.path,
          "--mode", mode, point.rawValue,
        ], in: scratch.url
      ).run()
      #expect(end.status == 0, "\(end.outputText)\(end.errorText)")
    }
  }
}

extension FaultPoint {
  /// The packs of a mirror are joined after many fetches, and no build folder is thrown away here.
  fileprivate static let ofWatcher = allCases.filter { point in
    !["removal.", "act.", "packs.", "build.going"].contains { point.rawValue.hasPrefix($0) }
  }

  /// Without those that only a watcher comes by, or only where there is somebody to tell.
  fileprivate static let ofRun = allCases.filter { point in
    ![
      "store.watch.", "store.sight.", "store.started.", "store.settle.", "message.", "removal.", "branch.",
      "act.", "packs.", "build.going",
    ].contains {
      point.rawValue.hasPrefix($0)
    }
  }
}

/// What a watcher says of a bad moment, and that it goes on.
@Suite("Bad moments of a watcher")
struct BadMomentTests {
  @Test("a commit that is gone before its turn is a checkout error, and the new tip is integrated")
  func rewritten() async throws { try await meet("rewritten_before_its_turn") }

  @Test("a repository that is deleted is told, and one that comes in its place is integrated")
  func deleted() async throws { try await meet("deleted_and_made_again") }

  @Test("a repository that never answers is told, holds up no other, and does not keep it from ending")
  func silent() async throws { try await meet("never_answers") }

  @Test(
    "a full disk is told, and all goes on by itself when there is room",
    .enabled(if: SmallDisk.isAllowed, "this user may not mount a disk"))
  func full() async throws { try await meet("disk_becomes_full") }

  @Test("a store of a newer Bothy is refused in words")
  func newer() async throws { try await meet("newer_store") }

  private func meet(_ name: String) async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("moment")
      defer { scratch.remove() }
      let end = try await Command(
        "/usr/bin/python3",
        [
          ChaosTests.scripts + "/moments.py", "--bothy", try Program.bothy, "--folder",
          scratch.path, name,
        ], in: scratch.url
      ).run()
      #expect(end.status == 0, "\(end.outputText)\(end.errorText)")
    }
  }
}
