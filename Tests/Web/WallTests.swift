import Foundation
import Model
import Testing

@testable import Web

@Suite("What hangs on the wall")
struct WallTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func tile(_ name: String, _ mood: Wall.Mood, ended: Double = 600) -> Wall.Tile {
    var tile = Wall.Tile(bot: BotID(name), name: name)
    (tile.mood, tile.ended) = (mood, now - ended)
    return tile
  }

  private func page(_ wall: Wall, _ number: Int = 1) -> WallPage {
    WallPage(wall, page: number, style: "/assets/x.css", now: now)
  }

  @Test("the worst comes first, of the red ones what broke last")
  func order() {
    let wall = Wall(
      [
        tile("d", .green), tile("c", .unknown), tile("b", .red), tile("a", .unsure),
        tile("e", .red, ended: 60), tile("f", .warned), tile("aa", .green),
      ], isWatched: true)
    #expect(wall.tiles.map(\.name) == ["e", "b", "a", "f", "aa", "d", "c"])
    #expect(page(wall).sentence == "2 of 7 bots are red")
  }

  @Test(
    "so many fill the screen",
    arguments: [
      (1, 1, 1), (2, 2, 1), (3, 3, 1), (4, 2, 2), (6, 3, 2), (9, 3, 3), (12, 4, 3), (20, 5, 4), (30, 6, 5),
      (40, 8, 5),
    ])
  func grid(_ count: Int, _ columns: Int, _ rows: Int) {
    let grid = Wall.grid(count)
    #expect(grid.columns == columns && grid.rows == rows, "\(count): \(grid)")
    for count in 1...40 {
      let grid = Wall.grid(count)
      #expect(grid.columns * grid.rows >= count && grid.columns * (grid.rows - 1) < count)
    }
  }

  @Test("more than forty are on pages of the same size that turn by themselves, and none is left out")
  func pages() {
    let wall = Wall((1...85).map { tile("b\($0)", .green) }, isWatched: true)
    #expect(wall.pageCount == 3 && (1...3).map { wall.page($0).count } == [29, 29, 27])
    #expect(Set((1...3).flatMap { wall.page($0).map(\.bot) }).count == 85)
    #expect(
      page(wall, 1).text.contains("url=/wall?page=2\"") && page(wall, 3).text.contains("url=/wall?page=1\""))
    #expect(page(wall, 99).page == 3 && page(wall, -1).page == 1 && wall.page(4).isEmpty)
  }

  @Test("a tile tells what, where, since when, by whom, and how long it takes yet")
  func whole() {
    var red = tile("a<b>", .red)
    (red.glyph, red.words, red.since, red.author) = (.cross, "2 failed", IntegrationNumber(7), "Ann & Bob")
    (red.branch, red.running) = (
      "main", [.init(words: "test, 1 of 2 tests", since: now - 60, end: now + 60, branch: "other")]
    )
    let text = page(Wall([red], isWatched: true)).text
    for words in [
      "a&lt;b&gt;</a>", "✗</span> 2 failed", "Ann &amp; Bob, since #7", "10 min ago",
      "▸ test, 1 of 2 tests on other</span> <span>60 s to go</span>", "width=\"50\"", "c1 r1",
    ] {
      #expect(text.contains(words), "\(words) is not in \(text)")
    }
    #expect(!text.contains("No watcher"))
    #expect(page(Wall([red], isWatched: false)).text.contains("No watcher is running"))
  }

  @Test("nothing is called green that nobody saw so")
  func sentences() {
    func words(_ moods: Wall.Mood...) -> String {
      page(Wall(moods.enumerated().map { tile("\($0.offset)", $0.element) }, isWatched: true)).sentence
    }
    #expect(words() == "There are no bots yet" && words(.unknown) == "Nothing was integrated yet")
    #expect(words(.green, .unknown) == "1 of 2 bots is green")
    #expect(words(.green, .green, .unknown) == "2 of 3 bots are green")
    #expect(words(.green, .warned) == "All 2 bots are green" && words(.green) == "The bot is green")
    #expect(words(.green, .unsure) == "1 of 2 bots is in doubt" && words(.red) == "1 of 1 bot is red")
  }
}
