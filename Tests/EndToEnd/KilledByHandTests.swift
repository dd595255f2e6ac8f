import Foundation
import Kit
import Testing

/// What `bothy integrate` had begun when it was killed, and a watcher that comes later.
@Suite("Killed while it integrated by hand", .nightly)
struct KilledByHandTests {
  /// Waits while `hold` is there, once it has told that it has begun.
  private static func tests(_ folder: String) -> String {
    """
    import Foundation
    import XCTest

    final class OldTests: XCTestCase {
      func testWaits() {
        _ = FileManager.default.createFile(atPath: "\(folder)/begun", contents: nil)
        while FileManager.default.fileExists(atPath: "\(folder)/hold") { usleep(50_000) }
      }
    }
    """
  }

  private struct World {
    let scratch: ScratchFolder
    var watcher: Watcher

    init() async throws {
      scratch = try ScratchFolder("killed-by-hand")
      let repository = try await Fixture("OnlyXCTest").makeRepository(in: scratch)
      try Data(KilledByHandTests.tests(scratch.path).utf8).write(
        to: repository.appending(path: "Tests/OnlyXCTestTests/OldTests.swift"))
      let git = ["-c", "user.name=A", "-c", "user.email=a@b.c"]
      for words in [["add", "-A"], git + ["commit", "-q", "-m", "Wait"]] {
        _ = try await Command("/usr/bin/git", words, in: repository).run()
      }
      try scratch.write(
        "bots/p.yaml",
        "repository: \(repository.path)\ntriggers:\n"
          + "  - after: cd '\(scratch.path)'; if [ -e linger ]; then touch after; sleep 60; fi\n")
      watcher = Watcher(
        bots: scratch.path + "/bots", state: scratch.path + "/state", folder: scratch.url)
    }

    func remove(_ name: String) throws {
      try FileManager.default.removeItem(atPath: scratch.path + "/" + name)
    }

    /// Killed as soon as the file is there.
    func integrate(killedAt name: String) async throws {
      let place = scratch.path + "/" + name
      let end = try await Command(
        try Program.bothy,
        ["integrate", "p", "--wait", "--bots", watcher.bots, "--state", watcher.state], in: scratch.url,
        limitSeconds: 600
      ).run { id in
        let isThere = try await eventually { FileManager.default.fileExists(atPath: place) }
        #expect(isThere)
        kill(id, SIGKILL)
      }
      #expect(end.status == -SIGKILL, "\(end.errorText)")
    }
  }

  @Test("in the tests, its end is known, and the commit is integrated; after them it is not again")
  func watched() async throws {
    try await Turns.waiting.run {
      let world = try await World()
      defer { world.scratch.remove() }
      try world.scratch.write("hold", "")
      try await world.integrate(killedAt: "begun")
      try world.remove("hold")
      let watcher = world.watcher
      _ = try await watcher.run { id in
        try await watcher.wait("both ended") { $0.contains("1|canceled|") && $0.contains("2|succeeded|") }
        kill(id, SIGTERM)
      }

      try world.scratch.write("linger", "")
      try world.remove("begun")
      try await world.integrate(killedAt: "after")
      try world.remove("linger")
      let end = try await watcher.run { id in
        try await watcher.wait("the third ended") { $0.contains("3|succeeded|") }
        try await Task.sleep(for: .seconds(5))
        kill(id, SIGTERM)
      }
      #expect(end.errorText.contains("#3, begun by hand, had ended: succeeded"), "\(end.errorText)")
      #expect(try await watcher.integrations().count == 3)
    }
  }

  @Test("what a watcher had begun, and somebody asked to end from outside, is integrated again")
  func asked() async throws {
    try await Turns.waiting.run {
      let world = try await World()
      defer { world.scratch.remove() }
      try world.scratch.write("hold", "")
      let watcher = world.watcher
      let place = world.scratch.path
      _ = try await watcher.run { id in
        let isThere = try await eventually { FileManager.default.fileExists(atPath: place + "/begun") }
        #expect(isThere)
        let rows = try await watcher.rows("SELECT integrator FROM integration")
        kill(try #require(rows.first.flatMap { Int32($0) }), SIGTERM)
        try FileManager.default.removeItem(atPath: place + "/hold")
        try await watcher.wait("it was integrated again") { $0.contains("\n2|succeeded|") }
        kill(id, SIGTERM)
      }
      let told = try await watcher.integrations()
      #expect(told.first?.hasPrefix("1|canceled|") == true, "\(told)")
      #expect(told.last?.contains("; again, because #1 was cut off") == true, "\(told)")
    }
  }
}
