import Faults
import Foundation
import Kit
import Testing

/// What is kept as a whole: taken along, brought back, and let go, by the program itself.
@Suite("Keeping, from end to end") struct KeepingTests {
  /// A bot of a package that builds in three seconds, integrated once.
  private func bot(_ world: BadInputWorld) async throws {
    let repository = try await world.package("Toy")
    _ = try world.bot("bots/toy.yaml", for: repository, "branches: [main]\n")
    let end = try await world.bothy("integrate", "toy", "--wait", "--bots", world.url("bots").path)
    #expect(end.status == 4, "\(end.errorText)")
  }

  private func moved(_ world: BadInputWorld, _ words: String..., to state: String = "moved") async throws
    -> CommandEnd
  {
    try await world.command(
      words + ["--state", world.url(state).path, "--bots", world.url(state + "-bots").path]
    ).run()
  }

  @Test("a backup taken while the watcher runs says the same elsewhere, and its pages can be made")
  func backup() async throws {
    try await BadInputWorld.with("backup") { world in
      try await bot(world)
      let bots = world.url("bots").path
      let watcher = Watcher(bots: bots, state: world.state, folder: world.scratch.url)
      _ = try await watcher.run { process in
        _ = try await eventually { FileManager.default.fileExists(atPath: world.state + "/watch.socket") }
        let end = try await world.bothy("backup", "all.tar.gz", "--bots", bots)
        #expect(
          end.status == 0 && end.outputText.contains("holds 1 bot, "), "\(end.errorText)\(end.outputText)")
        let refused = try await world.bothy("restore", "all.tar.gz", "--bots", bots)
        expectSentence(refused, status: 5, "a watcher, or another restore, runs")
        kill(process, SIGTERM)
      }
      expectSentence(try await world.bothy("backup", "all.tar.gz", "--bots", bots), status: 2, "--force")
      let restored = try await moved(world, "restore", world.url("all.tar.gz").path)
      #expect(restored.status == 0, "\(restored.errorText)")
      #expect(try await moved(world, "render").status == 0)
      let page = "/site/bots/toy/1/index.html"
      #expect(FileManager.default.fileExists(atPath: world.url("moved").path + page))
      let (before, after) = (try await world.bothy("show", "toy#1"), try await moved(world, "show", "toy#1"))
      #expect(before.status == after.status && before.status == 4)
      // But for where it lies.
      let there = after.outputText.replacing(world.url("moved").path, with: world.state)
      #expect(before.outputText.contains("inconclusive") && before.outputText == there)
      expectSentence(
        try await moved(world, "restore", world.url("all.tar.gz").path), status: 2, "in use")
    }
  }

  @Test("a bot that is removed under a watcher is gone from there, and comes back from its backup")
  func removed() async throws {
    try await BadInputWorld.with("removed") { world in
      try await bot(world)
      let bots = world.url("bots").path
      let watcher = Watcher(bots: bots, state: world.state, folder: world.scratch.url)
      let end = try await watcher.run { process in
        _ = try await eventually { FileManager.default.fileExists(atPath: world.state + "/watch.socket") }
        expectSentence(try await world.bothy("remove", "toy", "--bots", bots), status: 2, "--yes")
        expectSentence(
          try await world.bothy("remove", "tyo", "--yes", "--bots", bots), status: 2, "did you mean `toy`")
        let end = try await world.bothy("remove", "toy", "--yes", "--bots", bots)
        #expect(end.status == 0, "\(end.errorText)")
        #expect(!FileManager.default.fileExists(atPath: bots + "/toy.yaml"))
        #expect(try !index(world).contains("bots/toy/"))
        let listed = try await world.bothy("bots", "--bots", bots)
        #expect(!listed.outputText.contains("toy"), "\(listed.outputText)")
        let backup = try #require(end.outputText.firstMatch(of: /restore (\S+\.tar\.gz)/)?.1)
        let back = try await world.bothy("restore", String(backup), "--bots", bots)
        #expect(back.status == 0, "\(back.errorText)")
        #expect(FileManager.default.fileExists(atPath: bots + "/toy.yaml"))
        let came = try await eventually(within: 300, everyMilliseconds: 200) {
          try await world.bothy("bots", "--bots", bots).outputText.contains("toy")
        }
        #expect(came)
        #expect(try await world.shown("toy#1").0 == 4)
        let again = try await world.bothy("integrate", "toy", "--wait", "--bots", bots)
        #expect(again.status == 4, "\(again.errorText)")
        #expect(try await world.shown("toy#2").0 == 4)
        kill(process, SIGTERM)
      }
      #expect(end.errorText.contains("The bot is removed: it is watched no more"), "\(end.errorText)")
    }
  }

  @Test("killed at any step of its removal, a bot is there, or the next command finishes it")
  func killed() async throws {
    try await BadInputWorld.with("killed") { world in
      try await bot(world)
      let bots = world.url("bots").path
      let first = try await world.bothy("backup", "all.tar.gz", "--bots", bots)
      #expect(first.status == 0, "\(first.errorText)")
      for point in FaultPoint.allCases where point.rawValue.hasPrefix("removal.") {
        let struck = world.url("struck-\(point.rawValue)").path
        let end = try await world.bothy(
          "remove", "toy", "--yes", "--bots", bots, with: ["BOTHY_FAULT": "\(point.rawValue)@\(struck)"])
        #expect(end.status == -SIGKILL, "\(point) \(end.errorText)")
        let next = try await world.bothy("bots", "--bots", bots)
        #expect(
          next.errorText.contains("`toy`") && !next.outputText.contains("toy"), "\(point) \(next.errorText)")
        for left in ["integrations/toy", "bots/toy", "site/bots/toy", "removed/toy.removing"] {
          #expect(!FileManager.default.fileExists(atPath: world.state + "/" + left), "\(point): \(left)")
        }
        #expect(!FileManager.default.fileExists(atPath: bots + "/toy.yaml"))
        #expect(try !index(world).contains("bots/toy/"))
        let back = try await world.bothy("restore", world.url("all.tar.gz").path, "--force", "--bots", bots)
        #expect(back.status == 0, "\(point) \(back.errorText)")
        _ = try await world.bothy("render")
      }
    }
  }

  private func index(_ world: BadInputWorld) throws -> String {
    try String(contentsOfFile: world.state + "/site/index.html", encoding: .utf8)
  }
}
