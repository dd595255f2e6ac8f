import Files
import Foundation
import Model
import StateKit
import Testing

@testable import Publishing
@testable import Reports

@Suite("What is remembered of each bot for the pages of all")
struct CardMemoryTests {
  private func card(_ id: BotID) -> BotCard {
    var card = BotCard(id: id)
    (card.exitStatus, card.base, card.others, card.redOthers, card.merged) = (1, "ä b", 4, 2, 1)
    (card.running, card.waiting, card.isPaused, card.isUnreadable) = (1, 4, true, true)
    card.moment = Date(timeIntervalSince1970: 1.25)
    card.commits = [.max, 0, 0xbb]
    return card
  }

  @Test("it is read as it was written")
  func bytes() {
    let cards = [card("a"), card("b"), BotCard(id: "ü-c")]
    let memory = CardMemory(cards, maker: "m 1")
    #expect(CardMemory(memory.bytes, maker: "m 1") == memory)
    #expect(CardMemory(memory.bytes, maker: "m 2").cards.isEmpty, "others made it")
  }

  @Test("where it is cut or damaged nothing of it counts")
  func damaged() {
    let bytes = CardMemory([card("a"), card("b")], maker: "m").bytes
    for count in bytes.indices where count > 2 {
      #expect(CardMemory(Array(bytes.prefix(count)), maker: "m").cards.isEmpty)
    }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      var changed = bytes
      changed[Int.random(in: changed.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      #expect(CardMemory(changed, maker: "m").cards.count <= 2)
    }
  }

  @Test("of many bots the first page shows those that are not quiet, and the others are a link away")
  func many() throws {
    let world = try HistoryWorld()
    for number in 0..<120 { try world.integrate(BotID("bot\(1000 + number)")) }
    let index = try #require(world.read("index.html"))
    #expect(index.contains("All 120 bots are green.") && index.contains("120 are green and quiet."))
    #expect(!index.contains("<li class=\"bot\">") && index.contains("href=\"bots-2.html\""))
    let second = try #require(world.read("bots-2.html"))
    #expect(second.contains("Bots 101 to 120 of 120") && second.contains("bots/bot1119/1/index.html"))
    #expect(world.read("bots-1.html")?.contains("href=\"bots-2.html\"") == true)
    #expect(!world.isThere("bots-3.html"))

    try world.integrate("bot1110") { $0.fail([.failed]) }
    let red = try #require(world.read("index.html"))
    #expect(red.contains("1 of 120 bots is not green.") && red.contains("bots/bot1110/2/index.html"))
    #expect(world.read("bots-2.html")?.contains("bots/bot1110/2/index.html") == true)
    // Whatever became of what is remembered, the pages are the same.
    for damage in [[], Array("x".utf8), Array((contents(of: world.state.cards) ?? []).dropLast(9))] {
      try publish(damage, as: world.state.cards)
      try world.integrate("bot1000")
      #expect(world.read("index.html")?.contains("1 of 120 bots is not green.") == true)
      #expect(world.read("bots-1.html")?.contains("bots/bot1099/1/index.html") == true)
      try FileManager.default.removeItem(atPath: world.state.card("bot1005"))
    }
  }
}
