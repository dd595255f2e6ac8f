import Foundation
import Kit
import Testing

/// `bothy run --watch` on a package that somebody edits.
@Suite("The edit loop")
struct EditLoopTests {
  /// The package, and what a loop over it told until now.
  private struct World: Sendable {
    let scratch: ScratchFolder
    let tree: Worktree
    let mark = "edit-loop-\(UInt32.random(in: 1_000_000...9_999_999))"

    init() throws {
      scratch = try ScratchFolder("edit loop")
      tree = try Worktree.make(at: scratch.path + "/Two")
      try tree.write("Package.swift", AffectedTests.manifest)
      try tree.write("Sources/Left/Left.swift", AffectedTests.left())
      try tree.write("Sources/Right/Right.swift", AffectedTests.right)
      try tree.write("Tests/TwoTests/Tests.swift", AffectedTests.tests())
      try tree.write(".gitignore", "*.log\n")
      try tree.git("add", "-A")
      try tree.git("commit", "-q", "-m", "One")
    }

    /// Until `during` is done or has ended it.
    func watch(_ script: String, during: @escaping @Sendable (Int32) async throws -> Void) async throws
      -> CommandEnd
    {
      var environment = ProcessInfo.processInfo.environment
      environment["EDIT_LOOP"] = mark
      environment["LC_ALL"] = "C.UTF-8"
      environment["TERM"] = "xterm"
      environment["NO_COLOR"] = nil
      environment["BOTHY"] = try Program.bothy
      return try await Command(
        "/bin/sh", ["-c", script], in: scratch.url, environment: environment, limitSeconds: 600
      ).run(during: during)
    }

    static let loop = "exec \"$BOTHY\" run --watch Two --state state >>out 2>>err"

    func text(_ name: String) -> String {
      (try? String(contentsOfFile: scratch.path + "/" + name, encoding: .utf8)) ?? ""
    }

    func until(_ what: String, holds: () throws -> Bool) async throws {
      let came = try await eventually(within: 300, everyMilliseconds: 50) { try holds() }
      try #require(came, "\(what)\n\(text("out"))\n\(text("err"))\n\(text("screen"))")
    }

    func count(_ words: String, in name: String = "out") -> Int {
      text(name).components(separatedBy: words).count - 1
    }

    func edit(_ body: String) throws {
      try tree.write("Sources/Left/Left.swift", AffectedTests.left(body))
    }

    var edits: String { scratch.path + "/state/bots/local-Two/edits" }

    var hasMap: Bool {
      let folder = edits + "/bots/local-Two/test-maps"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.contains { $0.hasSuffix(".json") } && !names.contains { $0.hasSuffix(".journal") }
    }

    /// Nothing that somebody who pressed Ctrl-C would have to clear away.
    func isTidy() throws -> Bool {
      let folder = scratch.path + "/state/bots/local-Two"
      let names = try FileManager.default.contentsOfDirectory(atPath: edits)
      let asked = try FileManager.default.contentsOfDirectory(atPath: folder)
      return MarkedProcesses.find(mark).isEmpty && !names.contains("now") && !asked.contains("map-wish.json")
    }
  }

  @Test("each save is answered, the affected tests first; Ctrl-C leaves nothing behind, and no history")
  func saves() async throws {
    try await Turns.building.run(.first) {
      let world = try World()
      defer { world.scratch.remove() }
      let end = try await world.watch(World.loop) { id in
        try await world.until("the first verdict") { world.count("6 tests passed") == 1 }
        try await world.until("the map") { world.hasMap }

        try world.edit("n + 2")
        try await world.until("red") { world.count("3 of 6 tests failed") == 1 }
        let first = "3 of 6 tests execute what changed: 3 failed"
        #expect(world.text("err").contains(first), "\(world.text("err"))")
        #expect(world.text("out").contains("Two/Tests/TwoTests/Tests.swift:"))

        try world.edit("1 + n")
        try await world.until("green") { world.count("6 tests passed") == 2 }
        #expect(world.text("err").contains("3 of 6 tests execute what changed: all passed"))

        // What git ignores, and git itself, are no saves.
        try world.tree.write("a.log", "x")
        try world.tree.git("commit", "-qam", "Two")
        try await Task.sleep(for: .seconds(1))
        #expect(world.count("6 tests passed") == 2, "\(world.text("out"))")

        try world.tree.write("Sources/Left/Left.swift", "nonsense\n")
        try await world.until("no build") { world.text("out").contains("did not build") }

        // Faster than it can be built.
        for number in 3...6 {
          try world.edit("n + \(number)")
          try await Task.sleep(for: .milliseconds(250))
        }
        try world.edit("n + 1")
        try await world.until("green again") { world.count("6 tests passed") == 3 }
        #expect(world.count("3 of 6 tests failed") == 1, "\(world.text("out"))")

        try world.edit("n + 7")
        try await Task.sleep(for: .milliseconds(400))
        kill(id, SIGINT)
      }
      #expect(end.status == 130 && !end.ranTooLong, "\(world.text("err"))")
      #expect(try world.isTidy())
      let rows = try await Command(
        "/usr/bin/sqlite3", [world.scratch.path + "/state/bothy.sqlite", "SELECT count(*) FROM integration"]
      ).run()
      #expect(rows.outputText == "0\n")
    }
  }

  @Test(
    "who saves again and again while it is built gets a verdict, because no build is ended twice", .nightly)
  func often() async throws {
    try await Turns.building.run {
      let world = try World()
      defer { world.scratch.remove() }
      let end = try await world.watch(World.loop) { id in
        var number = 1
        let isLet = try await eventually(within: 300, everyMilliseconds: 700) {
          number += 1
          try world.edit("n * \(number)")
          return world.text("err").contains("This build comes to its end first")
        }
        #expect(isLet, "\(world.text("err"))")
        try world.edit("n + 1")
        try await world.until("green") { world.count("6 tests passed") == 1 }
        kill(id, SIGINT)
      }
      #expect(end.status == 130 && !end.ranTooLong, "\(world.text("err"))")
      #expect(try world.isTidy())
    }
  }

  @Test(
    "a package that goes is told, and integrated when it is back; a second loop over it is refused", .nightly)
  func gone() async throws {
    try await Turns.building.run {
      let world = try World()
      defer { world.scratch.remove() }
      let end = try await world.watch(World.loop) { id in
        try await world.until("the first verdict") { world.count("6 tests passed") == 1 }
        let second = try await world.watch("exec \"$BOTHY\" run --watch Two --state state") { _ in }
        #expect(second.status == 2 && second.errorText.contains("does so already"), "\(second.errorText)")
        let there = world.scratch.path + "/Two"
        try FileManager.default.moveItem(atPath: there, toPath: there + "-away")
        try await world.until("it is told") { world.text("err").contains("there is no such folder") }
        try FileManager.default.moveItem(atPath: there + "-away", toPath: there)
        try await world.until("it is back") { world.count("6 tests passed") == 2 }
        try world.tree.write("Package.swift", "nonsense\n")
        try await world.until("the manifest") { world.text("out").contains("did not build") }
        kill(id, SIGTERM)
      }
      #expect(end.status == 130)
      #expect(try world.isTidy())
    }
  }

  @Test("on a terminal it is one screen; q ends with the last verdict, and the terminal is as it was")
  func screen() async throws {
    try await Turns.building.run {
      let world = try World()
      defer { world.scratch.remove() }
      let inside =
        "stty rows 24 cols 80; stty -g >before; \\\"$BOTHY\\\" run --watch Two --state state; "
        + "S=\\$?; stty -g >after; exit \\$S"
      let script = "mkfifo keys; exec 3<>keys; exec script -qefc \"\(inside)\" screen <keys >/dev/null 2>err"
      let end = try await world.watch(script) { _ in
        func press(_ key: String) throws {
          let file = try #require(FileHandle(forWritingAtPath: world.scratch.path + "/keys"))
          try file.write(contentsOf: Data(key.utf8))
        }
        try await world.until("the first verdict") { world.text("screen").contains("6 tests passed") }
        try world.edit("n + 2")
        try await world.until("red") { world.text("screen").contains("3 of 6 tests failed") }
        let before = world.text("screen").count
        try press("f")
        try await world.until("what failed, again") {
          world.text("screen").dropFirst(before).contains("only those that failed")
        }
        try press("q")
      }
      #expect(end.status == 1, "\(world.text("screen").suffix(2000))")
      #expect(!world.text("before").isEmpty && world.text("before") == world.text("after"))
      #expect(
        world.text("screen").contains("\u{1B}[?1049h") && world.text("screen").contains("\u{1B}[?1049l"))
      #expect(try world.isTidy())
    }
  }
}
