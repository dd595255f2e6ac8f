import Kit
import Model
import Testing
import Words

@testable import State

@Suite("What the reader of a bot's pages has to name")
struct NamedTests {
  @Test("the folder of its file, whoever makes the pages; of what `bothy run` integrates none but this one's")
  func folders() throws {
    let scratch = try ScratchFolder("named")
    for file in ["bots/a.yaml", "others/a.yaml", "others/b.yml"] { try scratch.write(file, "") }
    let (bots, others) = (scratch.path + "/bots", scratch.path + "/others")
    var state = StateFolder(path: "/s")
    func named(_ bot: BotID, _ file: String?) -> String? { state.named(for: bot, from: file).bots }
    #expect(named("a", others + "/a.yaml") == others && named("a", nil) == nil)
    #expect(named("gone", others + "/gone.yaml") == nil && named("local-a", others + "/a.yaml") == nil)
    state.named = NamedFolders(state: "/s", bots: bots)
    #expect(named("a", others + "/a.yaml") == bots && named("b", others + "/b.yml") == others)
    #expect(named("b", nil) == bots && state.named(for: "b", from: others + "/b.yml").state == "/s")
    #expect(state.botFile(of: "a") == bots + "/a.yaml" && state.botFile(of: "b") == nil)
  }
}
