import Foundation
import Kit
import Testing

/// What a build that fails says of errors that were there before.
@Suite("Errors of a build")
struct BuildErrorTests {
  @Test("an error that the build did not come to is not seen, and neither mended nor back")
  func notReached() async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("build-errors")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlySwiftTesting").makeRepository(in: scratch)
      let tree = Worktree(path: repository.path)
      let library = "public func lonely() -> Int { 1 }\n"
      let test =
        "import OnlySwiftTesting\nimport Testing\n\n@Test func isLonely() { #expect(lonely() == 1) }\n"
      func run(_ source: String, _ tests: String) async throws -> [String] {
        try tree.write("Sources/OnlySwiftTesting/Library.swift", source)
        try tree.write("Tests/OnlySwiftTestingTests/Tests.swift", tests)
        let end = try await Command(
          try Program.bothy, ["run", repository.path, "--json", "--state", scratch.path + "/state"],
          in: scratch.url, limitSeconds: 240
        ).run()
        let lists = try JSON(end.output)["issues"]
        return ["new", "cameBack", "unresolved", "resolved"].flatMap { list in
          (lists?[list]?.elements ?? []).map { one in
            let file = one["file"]?.text?.split(separator: "/").last.map(String.init) ?? "?"
            return "\(list) \(file) \(one["seen"] == .bool(true) ? "seen" : "not seen")"
          }
        }
      }
      let wrongTest = test + "let wrong: Int = \"\"\n"
      let wrongLibrary = library + "let wrong: Int = \"\"\n"
      #expect(try await run(library, wrongTest) == ["new Tests.swift seen"])
      #expect(
        try await run(wrongLibrary, wrongTest) == [
          "new Library.swift seen", "unresolved Tests.swift not seen",
        ])
      #expect(
        try await run(library, wrongTest) == ["unresolved Tests.swift seen", "resolved Library.swift seen"])
      #expect(try await run(library, test) == ["resolved Tests.swift seen"])
    }
  }
}
