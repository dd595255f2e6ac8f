import Foundation
import Kit
import Testing

/// `bothy hook`: what is pushed is integrated first.
@Suite("The hook before a push", .nightly)
struct HookTests {
  /// Two of its lines hold code.
  private static let neverRun = """
    func more() { /* why
      and how */

      // and when
    }
    """
  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Toy",
      targets: [.target(name: "Toy"), .testTarget(name: "ToyTests", dependencies: ["Toy"])])
    """

  @Test(
    "what is pushed must be green at its tip, whatever the working tree has; changed lines have to run"
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
      try world.write("public func toy() -> Int { 1 }\n\(Self.neverRun)\n", to: toy)
      let red = try await push(world, "main")
      #expect(red.status != 0)
      #expect(red.errorText.contains("--no-verify"), "\(red.errorText)")
      #expect(
        try await world.gitSays("rev-parse", "main", in: "far.git")
          == world.gitSays("rev-parse", "HEAD~1", in: "tree"))

      let before = try await world.shown("local-tree").1
      #expect(before.contains("local-tree #2  "), "\(before)")
      try await world.git("tag", "v1", in: "tree")
      let tag = try await push(world, "v1")
      #expect(tag.status == 0 && tag.errorText.contains("The tag v1 is not integrated: "), "\(tag.errorText)")
      #expect(try await push(world, "HEAD~1:refs/heads/old", "--no-verify").status == 0)
      #expect(try await push(world, ":old").status == 0)
      #expect(try await world.shown("local-tree").1 == before, "nothing was integrated")

      try await requiresChanged(world)
      #expect(try await world.bothy("hook", "uninstall", "tree").status == 0)
      try await besideAnother(world)
      try await husky(world)
      try await world.git("config", "core.hooksPath", "../shared", in: "tree")
      expectSentence(
        try await world.bothy("hook", "install", "tree/a package"), status: 2, "not this repository's alone")
      try await world.git("config", "core.hooksPath", ".hooks", in: "tree")
      try await world.git("worktree", "add", "-q", "../other", in: "tree")
      #expect(try await world.bothy("hook", "install", "far.git").status == 0)
      #expect(FileManager.default.isExecutableFile(atPath: world.scratch.path + "/far.git/hooks/pre-push"))
      #expect(try await world.bothy("hook", "install", "other/a package").status == 0)
      #expect(FileManager.default.isExecutableFile(atPath: world.scratch.path + "/other/.hooks/pre-push"))
    }
  }

  private func requiresChanged(_ world: BadInputWorld) async throws {
    let required = try await world.bothy("run", "tree/a package", "--require", "changed")
    #expect(required.status == 1, "\(required.outputText)\(required.errorText)")
    #expect(required.outputText.contains("2 changed lines since "), "\(required.outputText)")
    #expect(required.outputText.contains("Toy.swift:2\n"), "\(required.outputText)")
    #expect(
      required.outputText.hasSuffix("Toy.swift:6\nSo it ends with 1, as --require changed asks.\n"),
      "\(required.outputText)")
  }

  /// What is told of a hook that is there works in it, and leaves what it reads to what is there.
  private func besideAnother(_ world: BadInputWorld) async throws {
    try await world.script("#!/bin/sh\ncat >../seen.txt\n", as: "tree/.git/hooks/pre-push")
    expectSentence(try await world.bothy("hook", "uninstall", "tree"), status: 2, "none of Bothy's")
    let another = try await world.bothy("hook", "install", "tree/a package")
    expectSentence(another, status: 2, "put this line at the beginning of .*/pre-push: ")
    let line = try #require(another.errorText.components(separatedBy: "pre-push: ").last)
    try await world.script(
      "#!/bin/sh\n\(line)cat >../seen.txt\n", as: "tree/.git/hooks/pre-push")
    #expect(try await world.bothy("hook", "install", "tree/a package").outputText.contains("already"))
    #expect(try await push(world, "main").status != 0, "as red as before")
    try await world.git("branch", "side", "HEAD~1", in: "tree")
    let side = try await push(world, "side:refs/heads/again")
    #expect(side.status == 0)
    let said = side.outputText + side.errorText
    #expect(said.contains("1 test passed") && !said.contains("older commit"), "not checked out: \(said)")
    let bySHA = try await push(
      world, "\(try await world.gitSays("rev-parse", "HEAD~1", in: "tree")):refs/heads/by-hash")
    let told = bySHA.outputText + bySHA.errorText
    #expect(told.contains("1 test passed") && !told.lowercased().contains("older commit"), "\(told)")
    let history = try await world.bothy("history", "local-tree", "--csv").outputText
    #expect(history.contains(",by-hash,"), "\(history)")
    let seen = try String(contentsOf: world.url("seen.txt"), encoding: .utf8)
    #expect(seen.contains("refs/heads/by-hash"), "what comes behind the line reads the same: \(seen)")
  }

  /// As husky 9 leaves it: git runs what husky makes, and that runs what people write.
  private func husky(_ world: BadInputWorld) async throws {
    try await world.script("#!/bin/sh\nsh -e .husky/pre-push \"$@\"\n", as: "tree/.husky/_/pre-push")
    try await world.git("config", "core.hooksPath", ".husky/_", in: "tree")
    let first = try await world.bothy("hook", "install", "tree/a package")
    expectSentence(first, status: 2, "husky makes anew what is in .*/tree/.husky/_")
    let copier = try Copier(world)
    try await copier.copy(first.errorText, expecting: 0, of: /`(echo [^`]*)`/)
    let there = try await world.bothy("hook", "install", "tree/a package")
    #expect(there.status == 0 && there.outputText.contains("already"), "\(there.errorText)")
    #expect(try await push(world, "HEAD~1:refs/heads/husky").status == 0)
  }

  private func push(_ world: BadInputWorld, _ words: String...) async throws -> CommandEnd {
    try await Command(
      "/usr/bin/git", ["push", "-q", "far"] + words, in: world.url("tree"), environment: world.environment(),
      limitSeconds: 600
    ).run()
  }
}
