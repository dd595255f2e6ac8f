import Foundation
import Kit
import Testing

/// Places that Bothy can't write, or that hold what is not its own.
@Suite("Bad input: state and output")
struct BadInputStateTests {
  @Test("a state directory that is a file, foreign or from a newer Bothy is left as it is")
  func foreignState() async throws {
    try await BadInputWorld.with("foreign", turns: Turns.waiting) { world in
      try await world.package("toy")
      let file = try world.write("mine\n", to: "file")
      let run = { (state: String) in try await world.bothy("run", "toy", "--state", state) }
      expectSentence(try await run(file), status: 5, "not a directory|a file.*--state")
      expectSentence(try await run(file + "/below"), status: 5, "not a directory|a file.*--state")
      let junk = try world.write(String(repeating: "junk", count: 2000), to: "junk/bothy.sqlite")
      expectSentence(try await run("junk"), status: 5, "damaged.*--state")
      #expect(try String(contentsOfFile: junk, encoding: .utf8).hasPrefix("junkjunk"))
      _ = try await world.bothy("run", "toy", "--commit", "HEAD", with: ["PATH": "/nowhere"])
      let database = URL(fileURLWithPath: world.state + "/bothy.sqlite")
      var bytes = try Data(contentsOf: database)
      // The user version stands big-endian at 60.
      bytes.replaceSubrange(60..<64, with: [0, 0, 0x27, 0x0F])
      try bytes.write(to: database)
      expectSentence(try await world.bothy("run", "toy"), status: 5, "newer Bothy.*--state")
      expectSentence(try await world.bothy("show", "local-toy"), status: 5, "newer Bothy.*--state")
      #expect(try Data(contentsOf: database) == bytes)
    }
  }

  @Test(
    "a read-only state directory is told so",
    .enabled("this user may not mount") { try await Mount.isAllowed() })
  func readOnlyState() async throws {
    try await BadInputWorld.with("readonly", turns: Turns.waiting) { world in
      try await world.package("toy")
      let place = try world.scratch.folder("ro").path
      try await Mount.with(place, "size=4m,ro") {
        expectSentence(
          try await world.bothy("run", "toy", "--state", place), status: 5, "(?i)read-only.*--state")
        expectSentence(
          try await world.bothy("run", "toy", "--state", place + "/x"), status: 5, "(?i)read-only.*--state")
        expectSentence(
          try await world.bothy("run", "toy", "--output", place + "/out"), status: 5,
          "(?i)read-only.*--output")
      }
    }
  }

  @Test(
    "a full disk is told so, is no build error, and leaves nothing running",
    .enabled("this user may not mount") { try await Mount.isAllowed() },
    arguments: Tier.some(1, of: ["64k", "16k", "200k", "500k"]))
  func fullDisk(_ size: String) async throws {
    try await BadInputWorld.with("full") { world in
      try await world.package("toy")
      let place = try world.scratch.folder("disk").path
      try await Mount.with(place, "size=\(size)") {
        let end = try await world.bothy("run", "toy", "--state", place)
        #expect(end.status == 5, "\(end.errorText)")
        #expect(
          end.errorText.range(of: "full|[Nn]o space left", options: .regularExpression) != nil,
          "\(end.errorText)")
        expectPlainWords(end.errorText)
        let shown = try await world.bothy("show", "local-toy", "--state", place)
        // Where there was no room for anything to be remembered, what is asked about is not there.
        #expect([2, 5].contains(shown.status), "\(shown.outputText)\(shown.errorText)")
        #expect(!shown.outputText.contains("running"), "\(shown.outputText)")
      }
    }
  }

  @Test("a place that can't take the report is told before anything is done")
  func output() async throws {
    try await BadInputWorld.with("output", turns: Turns.waiting) { world in
      try await world.package("toy")
      try world.write("mine\n", to: "file")
      for place in ["file", "file/below"] {
        expectSentence(
          try await world.bothy("run", "toy", "--output", place), status: 2, "is a file.*--output")
      }
      #expect(!FileManager.default.fileExists(atPath: world.state))
      #expect(try String(contentsOf: world.url("file"), encoding: .utf8) == "mine\n")
    }
  }

  @Test("a standard output that is closed, gone or full never harms a file")
  func standardOutput() async throws {
    try await BadInputWorld.with("stdout") { world in
      try await world.package("toy")
      let words = "\"$0\" run toy --json --quiet --state state"
      let shell = { (script: String) in
        try await Command(
          "/bin/sh", ["-c", script, try Program.bothy], in: world.scratch.url,
          environment: world.environment()
        ).run()
      }
      let closed = try await shell("\(words) >&- 2>&- <&-")
      #expect(closed.status == 4)
      let files = FileManager.default.enumerator(atPath: world.state + "/bots")?.compactMap { $0 as? String }
      for name in files ?? [] where name.hasSuffix("lock") && !name.contains("/build") {
        let text = try String(contentsOfFile: "\(world.state)/bots/\(name)", encoding: .utf8)
        #expect(!text.contains("{"), "\(name): \(text.prefix(200))")
      }
      let gone = try await shell("{ \(words); echo $? >&2; } | true")
      #expect(gone.errorText.contains("4\n"), "\(gone.errorText)")
      let full = try await shell("\(words) > /dev/full")
      expectSentence(full, status: 5, "printing report.json: .*space")
    }
  }

  @Test("without HOME the state directory has to be named, and then all goes well")
  func noHome() async throws {
    try await BadInputWorld.with("home") { world in
      try await world.package("toy")
      let without: [String: String?] = ["HOME": String?.none, "XDG_STATE_HOME": String?.none]
      let end = try await Command(
        try Program.bothy, ["run", "toy"], in: world.scratch.url, environment: world.environment(without)
      ).run()
      expectSentence(end, status: 2, "--state")
      #expect(try await world.bothy("run", "toy", with: without).status == 4)
    }
  }
}

/// Small file systems in memory, where this user may mount them.
enum Mount {
  static func isAllowed() async throws -> Bool {
    let scratch = try ScratchFolder("mount")
    defer { scratch.remove() }
    guard try await run("/bin/mount", "-t", "tmpfs", "-o", "size=64k", "none", scratch.path) else {
      return false
    }
    return try await run("/bin/umount", scratch.path)
  }

  static func with(_ place: String, _ options: String, _ body: () async throws -> Void) async throws {
    #expect(try await run("/bin/mount", "-t", "tmpfs", "-o", options, "none", place))
    do {
      try await body()
    } catch {
      _ = try await run("/bin/umount", "-l", place)
      throw error
    }
    _ = try await run("/bin/umount", "-l", place)
  }

  private static func run(_ program: String, _ words: String...) async throws -> Bool {
    guard FileManager.default.isExecutableFile(atPath: program) else { return false }
    return try await Command(program, words, in: URL(fileURLWithPath: "/")).run().status == 0
  }
}
