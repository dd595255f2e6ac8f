import Foundation
import Model
import State
import StateKit
import Store
import Testing
import Web

@testable import Commands

@Suite("What is served of bots")
struct ServeSourcesTests {
  @Test("a bot that was never integrated has a feed without an entry, and what is no bot has none")
  func never() throws {
    let scratch = try StateScratch()
    let bots = scratch.path + "/bots"
    try FileManager.default.createDirectory(atPath: bots, withIntermediateDirectories: true)
    try Data("name: Pets\nrepository: /srv/p.git\n".utf8).write(to: URL(fileURLWithPath: bots + "/p.yaml"))
    let state = StateFolder(path: scratch.path + "/state")
    let told = ServeSources(state: state, bots: bots, usualBots: bots).told
    func expectEmpty() throws {
      let past = try #require(try told.past("p"))
      #expect(past.name == "Pets" && past.origin == "" && past.integrations.isEmpty)
      #expect(try told.past("q") == nil)
    }
    try expectEmpty()
    let settings = Bot(name: "Pets", repository: "/srv/p.git")
    try SQLiteStore(folder: state.path).apply([.watch("p", settings: settings)], at: Date())
    try expectEmpty()
  }
}
