import Explaining
import Files
import Foundation
import Kit
import Model
import StateKit
import Testing

@testable import Commands

@Suite("Removing, backing up and restoring by command") struct RemoveCommandTests {
  private let world: HistoryWorld
  private let scratch: ScratchFolder
  private let told: Captured
  private let asked: Captured
  private var bots: String { scratch.path + "/bots" }

  init() throws {
    world = try HistoryWorld()
    scratch = try ScratchFolder("remove-command")
    (told, asked) = (try Captured(), try Captured())
    for hour in 0..<2 { try world.integrate("parser", hour: hour) { $0.fail([.failed]) } }
    try world.integrate("lexer")
    try scratch.write("bots/parser.yaml", "repository: /srv/parser\n")
  }

  private func command(_ answer: String?, canAnswer: Bool = true) -> RemoveCommand {
    var command = RemoveCommand(
      state: world.state, bots: bots, templates: nil, output: told.output, errors: asked.output)
    if canAnswer { command.answer = { answer } }
    return command
  }

  @Test(
    "it says what goes before it asks, and anything but yes leaves all there",
    arguments: ["", "n", "ye", nil])
  func no(answer: String?) throws {
    #expect(try command(answer).perform("parser", asks: true) == 130)
    let question = try asked.text()
    for part in ["2 integrations", "its pages", "parser.yaml", "repository stays", "kept for a day", "[y/N]"]
    {
      #expect(question.contains(part), "\(question)")
    }
    #expect(try told.text() == "Nothing was removed.\n")
    #expect(try world.store.integrationCount(of: "parser") == 2)
    #expect(FileFacts(bots + "/parser.yaml") != nil)
  }

  @Test("after a yes it is gone, and the last line brings it back", arguments: ["y", "Yes", " y "])
  func yes(answer: String) throws {
    #expect(try command(answer).perform("parser", asks: true) == 0)
    #expect(try !world.store.knows("parser") && world.store.knows("lexer"))
    let text = try told.text()
    let backup = try #require(text.firstMatch(of: /`bothy restore (\S+)`/)?.1)
    let restore = RestoreCommand(state: world.state, bots: bots, templates: nil, output: told.output)
    #expect(try restore.perform(String(backup), replacing: false) == 0)
    #expect(try told.text().contains("`parser` is back with 2 integrations"))
    #expect(try world.store.integrationCount(of: "parser") == 2)
  }

  @Test(
    "where nobody can be asked it needs to be said, and one that is not there is told with what was meant")
  func refused() throws {
    let mute = #expect(throws: Explanation.self) {
      try command(nil, canAnswer: false).perform("parser", asks: true)
    }
    #expect(mute?.status == 2 && mute?.advice.contains("--yes") == true)
    let unknown = #expect(throws: Explanation.self) { try command("y").perform("parsr", asks: false) }
    #expect(unknown?.status == 2 && unknown?.advice == "did you mean `parser`?")
    #expect(try world.store.integrationCount(of: "parser") == 2)
  }

  @Test("a backup tells what it holds, and whether secrets are in it")
  func backup() throws {
    let before = BackupCommand(state: world.state, bots: bots, output: told.output, errors: asked.output)
    #expect(try before.perform(scratch.path + "/none.tar.gz", replacing: false) == 0)
    #expect(try !told.text().contains("Secrets are in it"))
    try makeFolder(world.state.path + "/secrets", mode: 0o700)
    try Data("TOKEN=hidden\n".utf8).write(to: URL(fileURLWithPath: world.state.path + "/secrets/parser.env"))
    let command = BackupCommand(state: world.state, bots: bots, output: told.output, errors: asked.output)
    let file = scratch.path + "/all.tar.gz"
    #expect(try command.perform(file, replacing: false) == 0)
    let text = try told.text()
    #expect(text.contains("\(file) holds 2 bots, 3 integrations, 1 bot file: "))
    #expect(text.contains("Secrets are in it"))
    #expect(throws: Explanation.self) { try command.perform(file, replacing: false) }
  }
}
