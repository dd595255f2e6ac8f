import Foundation
import Model
import StateKit
import Terminal
import Testing
import Web

@testable import Commands

@Suite("The wall") struct ServedWallTests {
  @Test(
    "however many limited integrations are newer, a tile shows the newest whole one",
    arguments: [true, false])
  func limited(hasBase: Bool) throws {
    let world = try HistoryWorld()
    try world.integrate("parser", publish: false) { $0.fail([.failed]) }
    if hasBase { try world.store.keep(base: "main", of: "parser") }
    for _ in 1...41 {
      try world.integrate("parser", pages: false, publish: false) { $0.limited = Limitation() }
    }
    let rows = try BotsCommand(
      state: world.state, bots: nil, usualBots: world.state.path + "/none",
      capabilities: TerminalCapabilities(isTerminal: false, width: 80, colors: false)
    ).rows().rows
    let wall = try ServedWall(rows: rows, store: world.store, isWatched: false).wall()
    #expect(wall.tiles.map(\.number) == [1] && wall.tiles.map(\.words) == ["1 failed"])
    #expect(wall.tiles.map(\.mood) == [.red] && wall.tiles.map(\.since) == [1])
  }
}
