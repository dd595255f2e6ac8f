import Explaining
import Foundation
import Model
import Publishing
import StateKit
import Store
import Terminal
import Testing

@testable import Commands

@Suite("Pinning") struct PinCommandTests {
  private let world: HistoryWorld

  init() throws {
    world = try HistoryWorld()
    for hour in 0..<3 { try world.integrate("parser", hour: hour) }
  }

  private func command(_ captured: Captured) -> PinCommand {
    PinCommand(state: world.state, templates: nil, output: captured.output)
  }

  private func shown(_ number: Int) throws -> String {
    let captured = try Captured()
    _ = try ShowCommand(
      store: world.store, state: world.state,
      capabilities: TerminalCapabilities(isTerminal: false, width: 80, colors: false),
      decode: { _ in MadeUp.report("parser", IntegrationNumber(number), branch: "main", hour: 0) },
      output: captured.output
    ).perform(IntegrationAddress(bot: "parser", number: IntegrationNumber(number)), as: .words)
    return try captured.text()
  }

  @Test("what is pinned says so in words, on its bot's page, and outlasts what its bot keeps")
  func pinned() throws {
    let captured = try Captured()
    #expect(try command(captured).pin(IntegrationAddress(bot: "parser", number: 1)) == 0)
    #expect(try captured.text().hasPrefix("parser#1 is pinned"))
    #expect(try shown(1).contains("Pinned      it is kept until `bothy unpin`"))
    #expect(try !shown(2).contains("Pinned"))
    let page = try #require(world.read("bots/parser/index.html"))
    #expect(page.components(separatedBy: "⚑").count == 2)
    #expect(page.contains("pinned</span>"))
    var keep = Bot.Keep()
    keep.integrations = 1
    let gone = try Forgetting(state: world.state, store: world.store).forget("parser", keep)
    #expect(gone == [2])
  }

  @Test("what is no longer pinned goes with the others; without a number the latest is meant")
  func unpinned() throws {
    let captured = try Captured()
    #expect(try command(captured).pin(IntegrationAddress(bot: "parser")) == 0)
    #expect(try captured.text().hasPrefix("parser#3 is pinned"))
    #expect(try command(captured).unpin(IntegrationAddress(bot: "parser", number: 3)) == 0)
    #expect(try !shown(3).contains("Pinned"))
    #expect(try #require(world.read("bots/parser/index.html")).contains("⚑") == false)
  }

  @Test("a bot alone never means one that runs: the newest that has ended is pinned, or none")
  func running() throws {
    _ = try world.begin("parser", hour: 4)
    let captured = try Captured()
    #expect(try command(captured).pin(IntegrationAddress(bot: "parser")) == 0)
    #expect(try captured.text().hasPrefix("parser#3 is pinned"))
    _ = try world.begin("new", hour: 4)
    let error = #expect(throws: Explanation.self) {
      try command(captured).pin(IntegrationAddress(bot: "new"))
    }
    #expect(error?.status == 2 && error?.wrong == "its #1 still runs, and none before it has ended")
  }

  @Test("unpinning a bot means the one that is pinned, and of several none")
  func unpinnedAlone() throws {
    let captured = try Captured()
    #expect(try command(captured).pin(IntegrationAddress(bot: "parser", number: 1)) == 0)
    #expect(try command(captured).pin(IntegrationAddress(bot: "parser", number: 2)) == 0)
    let error = #expect(throws: Explanation.self) {
      try command(captured).unpin(IntegrationAddress(bot: "parser"))
    }
    #expect(error?.status == 2 && error?.advice == "name one of them: parser#2, parser#1")
    #expect(try command(captured).unpin(IntegrationAddress(bot: "parser", number: 2)) == 0)
    #expect(try command(captured).unpin(IntegrationAddress(bot: "parser")) == 0)
    #expect(try captured.text().contains("parser#1 is not pinned any more"))
    #expect(try !shown(1).contains("Pinned"))
  }

  @Test("what there is not cannot be pinned")
  func unknown() throws {
    let captured = try Captured()
    let error = #expect(throws: Explanation.self) {
      try command(captured).pin(IntegrationAddress(bot: "parser", number: 9))
    }
    #expect(error?.status == 2 && error?.wrong.contains("#9") == true)
  }
}
