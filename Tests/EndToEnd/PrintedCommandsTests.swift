import Foundation
import Kit
import Testing

/// What pages and the terminal print for people to copy is run as it stands, by a shell.
@Suite("Commands to copy")
struct PrintedCommandsTests {
  private static let tests = """
    import Testing
    @testable import Toy

    @Suite struct Toys {
      @Test func adds() { #expect(toy() == 1) }
      @Test(.tags()) func fails() { #expect(toy() == 2) }
      @Test func `it's "$HOME" too`() { #expect(toy() == 3) }
    }
    """

  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Toy",
      targets: [.target(name: "Toy"), .testTarget(name: "ToyTests", dependencies: ["Toy"])])
    """

  /// Spaces, quotes, a line break, and it begins like an option.
  private static let odd = "-it's a \"$HOME\"\n`place`"

  @Test("of a folder outside of git at an odd path, and of the same folder once it is a repository")
  func folder() async throws {
    try await BadInputWorld.with("copied") { world in
      try Self.write(at: Self.odd, world)
      let copier = try Copier(world)
      let first = try await copier.sh("bothy run -q -- \(copier.quoted("./" + Self.odd)) --state state")
      #expect(first.status == 2, "what follows -- is no option: \(first.errorText)")
      try await copier.integrateAndCopy("./" + Self.odd, [])
      let rerun = try await copier.sh("bothy rerun \(copier.quoted(copier.bot + "#1")) --state state")
      #expect(rerun.status == 2)
      try await copier.copy(rerun.errorText, expecting: 1)

      try await world.git("init", "-q", "-b", "main", in: Self.odd)
      try await world.git("add", "-A", in: Self.odd)
      try await world.git("commit", "-q", "-m", "One", in: Self.odd)
      let bot = copier.bot
      try await copier.integrateAndCopy("./" + Self.odd, [])
      #expect(copier.bot == bot, "the same folder goes on")
      let unknown = try await copier.sh("bothy pin \(copier.quoted(bot)) --state state")
      try await copier.copy(unknown.outputText, expecting: 0)
      let nameless = try await copier.sh("bothy tests \(copier.quoted(bot)) nosuch --state state")
      try await copier.copy(nameless.errorText, expecting: 0)
      let failed = try await copier.sh("bothy integrate \(copier.quoted(bot)) --state state")
      try await copier.copy(failed.errorText, expecting: 1)
      #expect(copier.copied >= 10, "\(copier.copied)")
    }
  }

  @Test(
    "of a package below the top, in a working tree and in a bare repository, and of a bot of it", .nightly)
  func below() async throws {
    try await BadInputWorld.with("copied bare", .first) { world in
      try Self.write(at: "tree/Some Package", world)
      try await world.git("init", "-q", "-b", "main", in: "tree")
      try await world.git("add", "-A", in: "tree")
      try await world.git("commit", "-q", "-m", "One", in: "tree")
      try await world.git("clone", "-q", "--bare", "tree", "the bare.git", in: ".")
      let copier = try Copier(world)
      try await copier.integrateAndCopy("tree/Some Package", [])
      try await copier.copyStock(of: copier.bot, 1)
      try await copier.copyTests(of: copier.bot, 1)

      let package = ["--package", "Some Package"]
      let bare = try await copier.sh("bothy run 'the bare.git' --package 'Some Package' --state state")
      #expect(bare.status == 2)
      try await copier.copy(bare.errorText, expecting: 1)
      try await copier.integrateAndCopy("the bare.git", package + ["--commit", "main"])

      let created = try await copier.sh(
        "bothy create 'the bare.git' --package 'Some Package' --bots 'my bots'")
      #expect(created.status == 0, "\(created.errorText)")
      let lines = created.outputText.split(separator: "\n").map { $0.drop { $0 == " " } }
        .filter { $0.hasPrefix("bothy ") }
      try #require(lines.count == 3, "\(created.outputText)")
      try await copier.run(String(lines[0]), expecting: 0)
      try await copier.run(lines[1] + " --state state", expecting: 1)
      let here = try await copier.sh("bothy integrate 'Some-Package' --bots 'my bots' --state state")
      #expect(here.status == 1, "\(here.outputText)\(here.errorText)")
      try await copier.copy(here.outputText, expecting: 1)
      try await copier.copyPages(of: "Some-Package", 1)
      try await copier.copyWatch("--bots 'my bots' --state state")
      let nothing = try await copier.sh("bothy cancel 'Some-Package#1' --bots 'my bots' --state state")
      try await copier.copy(nothing.errorText, expecting: 0)
      let none = try await copier.sh("cd tree/Some*; bothy watch --state ../../state")
      let create = try #require(Copier.commands(in: none.errorText).first, "\(none.errorText)")
      try await copier.run("cd tree/Some*; " + create, expecting: 0)
      for (words, status) in [("rnu", 0), ("run --nosuch", 0), ("log", 0), ("", 1)] {
        let wrong = try await copier.sh("cd tree/Some*; bothy \(words)")
        #expect(wrong.status == 2)
        let first = try #require(Copier.commands(in: wrong.errorText).first, "\(wrong.errorText)")
        if status == 0 {
          try await copier.run(first + (first.contains("help") ? "" : " --help"), expecting: 0)
        }
      }
      #expect(copier.copied >= 20, "\(copier.copied)")
    }
  }

  private static func write(at place: String, _ world: BadInputWorld) throws {
    try world.write(manifest, to: place + "/Package.swift")
    try world.write("public func toy() -> Int { 1 }\n", to: place + "/Sources/Toy/Toy.swift")
    try world.write(tests, to: place + "/Tests/ToyTests/Tests.swift")
  }
}
