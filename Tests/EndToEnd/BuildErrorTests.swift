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
      let package = Broken(state: scratch.path + "/state", repository: repository.path)
      let wrongTest = Broken.test + "let wrong: Int = \"\"\n"
      let wrongLibrary = Broken.library + "let wrong: Int = \"\"\n"
      #expect(try await package.run(Broken.library, wrongTest) == ["new Tests.swift seen"])
      #expect(
        try await package.run(wrongLibrary, wrongTest) == [
          "new Library.swift seen", "unresolved Tests.swift not seen",
        ])
      #expect(
        try await package.run(Broken.library, wrongTest) == [
          "unresolved Tests.swift seen", "resolved Library.swift seen",
        ])
      #expect(try await package.run(Broken.library, Broken.test) == ["resolved Tests.swift seen"])
    }
  }

  @Test("where only the tests call what is nowhere, they do not link, and the products do", .nightly)
  func linking() async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("build-errors")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlySwiftTesting").makeRepository(in: scratch)
      let package = Broken(state: scratch.path + "/state", repository: repository.path)
      let calling =
        Broken.test + "@_silgen_name(\"nowhere\") func nowhere() -> Int\n"
        + "@Test func calls() { _ = nowhere() }\n"
      let report = try await package.report(Broken.library, calling)
      #expect(report["reason"]?.text?.hasPrefix("The tests do not build; the products do: ") == true)
      #expect(report["issues"]?["new"]?.elements?.first?["kind"]?.text == "test-build-error")
    }
  }

  @Test("a warning is gone with its line, also where no build has succeeded yet", .nightly)
  func warning() async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("build-errors")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlySwiftTesting").makeRepository(in: scratch)
      let package = Broken(state: scratch.path + "/state", repository: repository.path)
      let wrongTest = Broken.test + "let wrong: Int = \"\"\n"
      let warned = "public func lonely() -> Int {\n  let unused = 1\n  return 1\n}\n"
      #expect(
        try await package.run(warned, wrongTest).sorted() == [
          "new Library.swift seen", "new Tests.swift seen",
        ])
      #expect(
        try await package.run(Broken.library, wrongTest).sorted() == [
          "unresolved Library.swift not seen", "unresolved Tests.swift seen",
        ])
      #expect(
        try await package.run(Broken.library, Broken.test).sorted() == [
          "resolved Library.swift seen", "resolved Tests.swift seen",
        ])
    }
  }
}

/// A package with one source and one test.
private struct Broken {
  static let library = "public func lonely() -> Int { 1 }\n"
  static let test =
    "import OnlySwiftTesting\nimport Testing\n\n@Test func isLonely() { #expect(lonely() == 1) }\n"

  let state: String
  let repository: String

  /// What is said of its issues.
  func run(_ source: String, _ tests: String) async throws -> [String] {
    let lists = try await report(source, tests)["issues"]
    return ["new", "cameBack", "unresolved", "resolved"].flatMap { list in
      (lists?[list]?.elements ?? []).map { one in
        let file = one["file"]?.text?.split(separator: "/").last.map(String.init) ?? "?"
        return "\(list) \(file) \(one["seen"] == .bool(true) ? "seen" : "not seen")"
      }
    }
  }

  func report(_ source: String, _ tests: String) async throws -> JSON {
    let tree = Worktree(path: repository)
    try tree.write("Sources/OnlySwiftTesting/Library.swift", source)
    try tree.write("Tests/OnlySwiftTestingTests/Tests.swift", tests)
    let end = try await Command(
      try Program.bothy, ["run", repository, "--json", "--state", state],
      in: URL(fileURLWithPath: repository), limitSeconds: 600
    ).run()
    return try JSON(end.output)
  }
}
