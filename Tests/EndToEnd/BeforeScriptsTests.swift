import Foundation
import Kit
import Testing

/// Scripts of a bot that change what is built.
@Suite("Scripts before")
struct BeforeScriptsTests {
  @Test("what they change in the sources is told by name, and belongs to no commit")
  func changing() async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("changing")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlySwiftTesting").makeRepository(in: scratch)
      let source = "Sources/OnlySwiftTesting/Library.swift"
      func bot(_ script: String) -> String {
        "repository: \(repository.path)\ntriggers:\n  - before: |\n      "
          + script.replacing("\n", with: "\n      ") + "\n"
      }
      func run(endsWith status: Int32 = 0) async throws -> JSON {
        let end = try await Command(
          try Program.bothy,
          [
            "run", repository.path, "--json", "--bot", scratch.path + "/b.yaml", "--state",
            scratch.path + "/state", "--commit", "HEAD",
          ], in: scratch.url, limitSeconds: 240
        ).run()
        #expect(end.status == status, "\(end.errorText)")
        return try JSON(end.output)
      }
      func notes(_ report: JSON) -> [String] {
        report["notes"]?.elements?.compactMap(\.text).filter { $0.hasPrefix("Before scripts") } ?? []
      }
      try scratch.write("b.yaml", bot("touch \(source) Package.swift"))
      #expect(try await notes(run()) == [])

      let names = (1...11).map { "Sources/OnlySwiftTesting/Made\($0).swift" }.sorted()
      let made = (1...11).map { "echo 'func made\($0)() {}' > Sources/OnlySwiftTesting/Made\($0).swift" }
      try scratch.write("b.yaml", bot("echo '// a script' >> \(source)\n" + made.joined(separator: "\n")))
      let report = try await run()
      let told = ([source] + names.map { $0 + " (added)" }).prefix(10).joined(separator: ", ")
      #expect(
        notes(report) == ["Before scripts changed 12 files, which no commit has so: \(told) and 2 more."])
      #expect(report["commit"]?["changes"] == .bool(false) && report["commits"]?.elements?.isEmpty == true)
      #expect(report["changes"]?["files"]?.elements?.isEmpty == true)

      // The same words in the bot file, and the same commit: what they come to is no chance all the same.
      try scratch.write("b.yaml", bot("sh '\(scratch.path)/b.sh'"))
      try scratch.write("b.sh", "true")
      _ = try await run()
      try scratch.write("b.sh", "echo 'public func lonely() -> Int { 2 }' > \(source)")
      #expect(try await run(endsWith: 1)["result"]?.text == "test-failures")
      // Whoever reads the reason need not look for the log.
      try scratch.write("b.sh", "echo one; printf '\\033[31mno schema: a.json\\033[0m\\n\\n' >&2; exit 3")
      let failed = try await run(endsWith: 5)
      #expect(failed["result"]?.text == "trigger-error")
      let reason = failed["reason"]?.text ?? ""
      #expect(reason.contains("ended with status 3; it said last: no schema: a.json"), "\(reason)")
      try scratch.write("b.sh", "rm -rf \"$BOTHY_SOURCE_DIR\"")
      let removed = try await run(endsWith: 5)
      #expect(removed["result"]?.text == "trigger-error")
      #expect(removed["reason"]?.text?.contains("removed the checkout") == true)
      try scratch.write("b.sh", "true")
      #expect(try await run()["result"]?.text == "succeeded")
    }
  }
}
