import Foundation
import Kit
import Testing

/// `bothy hook`: what is pushed is integrated first.
@Suite("The hook before a push")
struct HookTests {
  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Toy",
      targets: [.target(name: "Toy"), .testTarget(name: "ToyTests", dependencies: ["Toy"])])
    """

  @Test(
    "commits are pushed when they are green, whatever the working tree has; changed lines are required to run"
  )
  func pushing() async throws {
    try await BadInputWorld.with("pushing") { world in
      let toy = "tree/a package/Sources/Toy/Toy.swift"
      try world.write(Self.manifest, to: "tree/a package/Package.swift")
      try world.write("public func toy() -> Int { 1 }\n", to: toy)
      try world.write(
        "import Testing\nimport Toy\n@Test func adds() { #expect(toy() == 1) }\n",
        to: "tree/a package/Tests/ToyTests/Tests.swift")
      try await world.git("init", "-q", "-b", "main", in: "tree")
      try await world.git("add", "-A", in: "tree")
      try await world.git("commit", "-q", "-m", "One", in: "tree")
      try await world.git("init", "-q", "--bare", "far.git", in: ".")
      try await world.git("remote", "add", "far", "../far.git", in: "tree")

      let made = try await world.bothy("hook", "install", "tree/a package")
      #expect(made.status == 0, "\(made.errorText)")
      #expect(try await world.bothy("hook", "install", "tree/a package").outputText.contains("already"))
      let green = try await push(world, "main")
      #expect(green.status == 0, "\(green.errorText)")
      #expect(green.errorText.contains("1 test passed") || green.outputText.contains("1 test passed"))

      try world.write("public func toy() -> Int { 2 }\n", to: toy)
      try await world.git("commit", "-q", "-a", "-m", "Two", in: "tree")
      try world.write("public func toy() -> Int { 1 }\nfunc more() {}\n", to: toy)
      let red = try await push(world, "main")
      #expect(red.status != 0)
      #expect(red.errorText.contains("--no-verify"), "\(red.errorText)")
      #expect(
        try await world.gitSays("rev-parse", "main", in: "far.git")
          == world.gitSays("rev-parse", "HEAD~1", in: "tree"))

      let before = try await world.shown("local-a package").1
      try await world.git("tag", "v1", in: "tree")
      #expect(try await push(world, "v1").status == 0)
      #expect(try await push(world, "HEAD~1:refs/heads/old", "--no-verify").status == 0)
      #expect(try await push(world, ":old").status == 0)
      #expect(try await world.shown("local-a package").1 == before, "nothing was integrated")

      let required = try await world.bothy("run", "tree/a package", "--require", "changed")
      #expect(required.status == 1, "\(required.outputText)\(required.errorText)")
      #expect(required.outputText.hasSuffix("Toy.swift:2\n"), "\(required.outputText)")

      #expect(try await world.bothy("hook", "uninstall", "tree").status == 0)
      try world.write("#!/bin/sh\n", to: "tree/.git/hooks/pre-push")
      expectSentence(try await world.bothy("hook", "uninstall", "tree"), status: 2, "none of Bothy's")
      expectSentence(
        try await world.bothy("hook", "install", "tree/a package"), status: 2,
        "put this line into it: .* pre-push")
      try await world.git("config", "core.hooksPath", "../shared", in: "tree")
      expectSentence(
        try await world.bothy("hook", "install", "tree/a package"), status: 2, "not this repository's alone")
      try await world.git("config", "core.hooksPath", ".hooks", in: "tree")
      try await world.git("worktree", "add", "-q", "../other", in: "tree")
      #expect(try await world.bothy("hook", "install", "other/a package").status == 0)
      #expect(FileManager.default.isExecutableFile(atPath: world.scratch.path + "/other/.hooks/pre-push"))
    }
  }

  private func push(_ world: BadInputWorld, _ words: String...) async throws -> CommandEnd {
    try await Command(
      "/usr/bin/git", ["push", "-q", "far"] + words, in: world.url("tree"), environment: world.environment(),
      limitSeconds: 240
    ).run()
  }
}
