import Explaining
import Files
import Foundation
import Kit
import Model
import State
import StateKit
import Store
import Testing

@testable import Keeping

@Suite("Removing a bot") struct BotRemovalTests {
  private let kept: KeptWorld
  private var state: StateFolder { kept.state }

  init() throws { kept = try KeptWorld() }

  private func removal() -> BotRemoval { BotRemoval(state: state, templates: nil) }

  private func expectGone(_ bot: BotID) throws {
    #expect(try !kept.world.store.knows(bot))
    for path in [
      state.integrations(bot), state.pages(bot), state.bot(bot), state.secrets(bot.rawValue),
      "\(kept.bots)/\(bot).yaml", state.removalMark(bot),
    ] {
      #expect(!FoundFile(at: path).isThere, "\(path)")
    }
    #expect(kept.world.read("index.html")?.contains("bots/\(bot)/") == false)
  }

  @Test("leaves nothing of it but a backup, and all of the others")
  func whole() throws {
    let before = try kept.world.store.past(bot: "lexer", limit: 9)
    let backup = try removal().perform("parser", file: kept.bots + "/parser.yaml")
    try expectGone("parser")
    #expect(try kept.world.store.past(bot: "lexer", limit: 9) == before)
    #expect(kept.world.read("index.html")?.contains("bots/lexer/") == true)
    #expect(FileFacts(backup)?.mode == 0o600)
    #expect(try FileTree.entries(of: state.removed) == [(backup as NSString).lastPathComponent])
  }

  @Test("the last one leaves an empty list")
  func last() throws {
    for bot in ["parser", "lexer", "local-tool"] as [BotID] {
      _ = try removal().perform(bot, file: "\(kept.bots)/\(bot).yaml")
      try expectGone(bot)
    }
    #expect(try kept.world.store.counts() == StoredCounts(bots: [], integrations: 0))
  }

  @Test("its backup brings it back beside the others, once")
  func back() throws {
    let (past, issues) = (
      try kept.world.store.past(bot: "parser", limit: 9), try kept.world.store.openIssues(of: "parser")
    )
    let backup = try removal().perform("parser", file: kept.bots + "/parser.yaml")
    let restoring = Restoring(state: state, bots: kept.bots, replaces: false)
    let restored = try restoring.perform(backup)
    #expect(restored.bot == "parser" && restored.botFiles == ["parser.yaml"])
    #expect(try kept.world.store.past(bot: "parser", limit: 9) == past)
    #expect(try kept.world.store.openIssues(of: "parser") == issues)
    #expect(try kept.world.store.counts().integrations == 9)
    #expect(contents(of: state.secrets("parser")) == Array("TOKEN=hidden\n".utf8))
    let error = #expect(throws: Explanation.self) { try restoring.perform(backup) }
    #expect(error?.status == 2 && error?.wrong.contains("there is a bot `parser`") == true)
    try kept.world.integrate("parser", hour: 9)
    #expect(try kept.world.store.past(bot: "parser", limit: 1).first?.number == 4)
  }

  @Test("a bot that only has a file goes as well")
  func onlyFile() throws {
    try kept.scratch.write("bots/new.yaml", "not: {readable\n")
    let backup = try removal().perform("new", file: kept.bots + "/new.yaml")
    try expectGone("new")
    #expect(
      try Restoring(state: state, bots: kept.bots, replaces: false).perform(backup).botFiles == ["new.yaml"])
  }

  @Test("where it cannot be backed up, or what runs does not end, all of it is still there")
  func undone() throws {
    var removal = removal()
    removal.letGo = { _ in throw Explanation(doing: "a", wrong: "b", advice: "c") }
    #expect(throws: Explanation.self) { try removal.perform("parser", file: kept.bots + "/parser.yaml") }
    removal.letGo = { _ in [] }
    removal.isCanceled = { true }
    #expect(throws: CancellationError.self) {
      try removal.perform("parser", file: kept.bots + "/parser.yaml")
    }
    #expect(contents(of: kept.bots + "/parser.yaml") == Array("repository: /srv/parser\n".utf8))
    #expect(try kept.world.store.integrationCount(of: "parser") == 3)
    #expect(try FileTree.entries(of: state.removed) == [])
  }

  @Test("one that was only decided is finished by whoever comes next, and nothing else is touched")
  func cutOff() throws {
    let mark = BotRemoval.Mark(
      bot: "parser", made: Date(), file: kept.bots + "/parser.yaml",
      text: Data("repository: /srv/parser\n".utf8))
    try makeFolder(state.removed)
    try Data(JSONEncoder().encode(mark)).write(to: URL(fileURLWithPath: state.removalMark("parser")))
    #expect(try removal().tend() == ["parser"])
    try expectGone("parser")
    #expect(try removal().tend() == [])
    #expect(try kept.world.store.counts().integrations == 6)
  }

  @Test(
    "what it leaves can be restored by a pattern: there is nothing but backups, whatever was there before")
  func backupsAlone() throws {
    try makeFolder(state.removed)
    try Data().write(to: URL(fileURLWithPath: state.removed + "/lock"))
    let backup = try removal().perform("parser", file: kept.bots + "/parser.yaml")
    _ = try removal().tend()
    #expect(try FileTree.entries(of: state.removed) == [(backup as NSString).lastPathComponent])
    _ = try Restoring(state: state, bots: kept.bots, replaces: false).perform(backup)
    #expect(try FileTree.entries(of: state.removed) == [(backup as NSString).lastPathComponent])
  }

  @Test("its backup is dropped after a day")
  func old() throws {
    let backup = try removal().perform("parser", file: nil)
    var later = removal()
    later.now = Date() + 23 * 3600
    _ = try later.tend()
    #expect(FileFacts(backup) != nil)
    later.now = Date() + 25 * 3600
    _ = try later.tend()
    #expect(FileFacts(backup) == nil)
  }
}
