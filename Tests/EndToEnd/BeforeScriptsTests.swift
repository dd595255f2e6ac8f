import Foundation
import Kit
import Testing

/// Scripts of a bot that change what is built.
@Suite("Scripts before")
struct BeforeScriptsTests {
  private static let source = "Sources/OnlySwiftTesting/Library.swift"

  private struct World {
    let scratch: ScratchFolder
    let repository: URL

    init(_ scratch: ScratchFolder) async throws {
      self.scratch = scratch
      repository = try await Fixture("OnlySwiftTesting").makeRepository(in: scratch)
    }

    /// `keys`: more of the trigger.
    func say(_ script: String, _ keys: String = "") throws {
      let lines = script.replacing("\n", with: "\n      ")
      try scratch.write(
        "b.yaml",
        "repository: \(repository.path)\nenvironment: {TOLD: so}\ntriggers:\n  - before: |\n      "
          + "\(lines)\n    \(keys)\n")
    }

    func end() async throws -> CommandEnd {
      try await Command(
        try Program.bothy,
        [
          "run", repository.path, "--json", "--bot", scratch.path + "/b.yaml", "--state",
          scratch.path + "/state", "--commit", "HEAD",
        ], in: scratch.url, limitSeconds: 600
      ).run()
    }

    func run(endsWith status: Int32 = 0) async throws -> JSON {
      let end = try await end()
      #expect(end.status == status, "\(end.errorText)")
      return try JSON(end.output)
    }

    /// Why it did not get to the build.
    func reason() async throws -> String {
      let report = try await run(endsWith: 5)
      #expect(report["result"]?.text == "trigger-error")
      return report["reason"]?.text ?? ""
    }
  }

  private static func notes(_ report: JSON) -> [String] {
    report["notes"]?.elements?.compactMap(\.text).filter { $0.hasPrefix("Before scripts") } ?? []
  }

  @Test("what they change in the sources is told by name, and belongs to no commit")
  func changing() async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("changing")
      defer { scratch.remove() }
      let (world, source) = (try await World(scratch), Self.source)
      try world.say(
        """
        #!/usr/bin/env bash
        set -e
        touched=(\(source) Package.swift)
        touch "${touched[@]}"
        [[ $XCS_INTEGRATION_RESULT == unknown && $TOLD == so && ${#touched[@]} == 2 ]]
        """)
      #expect(try await Self.notes(world.run()) == [])

      let names = (1...11).map { "Sources/OnlySwiftTesting/Made\($0).swift" }.sorted()
      let made = (1...11).map {
        "echo 'func made\($0)() {}' > Sources/OnlySwiftTesting/Made\($0).swift"
      }
      try world.say("echo '// a script' >> \(source)\n" + made.joined(separator: "\n"))
      let report = try await world.run()
      let told = ([source] + names.map { $0 + " (added)" }).prefix(10).joined(separator: ", ")
      #expect(
        Self.notes(report) == [
          "Before scripts changed 12 files, which no commit has so: \(told) and 2 more."
        ])
      #expect(
        report["commit"]?["changes"] == .bool(false) && report["commits"]?.elements?.isEmpty == true
      )
      #expect(report["changes"]?["files"]?.elements?.isEmpty == true)
      try await Self.end(in: world)
    }
  }

  /// Each way in which one can end.
  private static func end(in world: World) async throws {
    // The same words in the bot file, and the same commit: what they come to is no chance all the same.
    let file = world.scratch.path + "/b.sh"
    try world.say("sh '\(file)'", "timeout: 2s")
    try world.scratch.write("b.sh", "true")
    _ = try await world.run()
    try world.scratch.write("b.sh", "echo 'public func lonely() -> Int { 2 }' > \(source)")
    #expect(try await world.run(endsWith: 1)["result"]?.text == "test-failures")
    // Whoever reads the reason need not look for the log.
    try world.scratch.write(
      "b.sh", "echo one; printf '\\033[31mno schema: a.json\\033[0m\\n\\n' >&2; exit 3")
    let failed = try await world.reason()
    #expect(failed.contains("ended with status 3; it said last: no schema: a.json"), "\(failed)")
    try world.scratch.write("b.sh", "rm -rf \"$BOTHY_SOURCE_DIR\"")
    let removed = try await world.reason()
    #expect(removed.contains("removed the checkout"), "\(removed)")
    let mark = "sleep 32\(Int.random(in: 100_000...999_999))"
    try world.scratch.write("b.sh", mark)
    let hung = try await world.reason()
    #expect(hung.contains("was ended: it ran longer than 2 s"), "\(hung)")
    // What goes on after a script ended well is ended with it.
    try world.scratch.write("b.sh", "for i in 1 2 3 4; do \(mark) & done\n(setsid \(mark) &)")
    let left = try await world.end()
    #expect(!MarkedProcesses.isRunning(mark), "\(left.errorText)")
    try world.say("#!/no/such/shell\ntrue")
    let unknown = try await world.reason()
    #expect(unknown.contains("needs /no/such/shell, which cannot be run here"), "\(unknown)")
    // The one above it is what performs the integration.
    try world.say("kill -9 $PPID\n(setsid \(mark) &)\n\(mark)")
    let killed = try await world.end()
    let told = "its process was killed before its report was written"
    #expect(killed.status == 5 && killed.errorText.contains(told), "\(killed.errorText)")
    #expect(!MarkedProcesses.isRunning(mark))
    try world.say("true")
    #expect(try await world.run()["result"]?.text == "succeeded")
  }
}
