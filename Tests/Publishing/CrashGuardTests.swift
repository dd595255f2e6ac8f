import Explaining
import Files
import Foundation
import Model
import State
import StateKit
import Testing

@testable import Publishing

@Suite("Pages that crashed the program") struct CrashGuardTests {
  private func crashed(_ world: HistoryWorld, _ pages: String, by maker: String = Program.maker) throws
    -> String
  {
    let mark = world.state.crashMark("parser", pages)
    try makeFolder(world.state.bot("parser"))
    try publish(Array(maker.utf8), as: mark)
    return mark
  }

  @Test("are not made by it again, and that is told; by another one they are")
  func integration() throws {
    let world = try HistoryWorld()
    let number = try world.integrate("parser", publish: false)
    try world.leaveOrder("parser", number)
    let page = world.state.page("parser", number)
    try FileManager.default.removeItem(atPath: world.state.pages("parser", number))
    var told: [String] = []
    let after = AfterIntegration(state: world.state, templates: nil, store: world.store) {
      told.append(Explanation($0).sentence)
    }
    let mark = try crashed(world, "\(number.value)")
    after.publishMissing("parser", number)
    #expect(FileFacts(page) == nil)
    #expect(
      told.count == 1 && told[0].contains("the pages of parser #1: Bothy crashed when it made them last"))
    #expect(FileFacts(mark) != nil)
    _ = try crashed(world, "\(number.value)", by: "0.1.0 of last year")
    after.publishMissing("parser", number)
    #expect(FileFacts(page) != nil && FileFacts(mark) == nil && told.count == 1)
  }

  @Test("keep no others from being made", arguments: ["issues", "tests", "branches"])
  func others(pages: String) throws {
    let world = try HistoryWorld()
    let number = try world.integrate("parser", publish: false)
    var told: [String] = []
    var history = HistoryPublishing(state: world.state, templates: nil, store: world.store)
    history.lacking = { told.append(Explanation($0).sentence) }
    let mark = try crashed(world, pages)
    try history.publish([("parser", number)])
    #expect(told.count == 1 && told[0].contains("the pages of the \(pages) of parser: Bothy crashed"))
    #expect(FileFacts(world.state.pages("parser") + "/index.html") != nil)
    history.isAsked = true
    try history.publish([("parser", number)])
    #expect(told.count == 1 && FileFacts(mark) == nil)
  }

  @Test("of one bot keep no other bot's from being made")
  func bots() throws {
    let world = try HistoryWorld()
    let number = try world.integrate("parser", publish: false)
    let other = try world.integrate("other", publish: false)
    _ = try crashed(world, "bot")
    let history = HistoryPublishing(state: world.state, templates: nil, store: world.store)
    #expect(throws: Explanation.self) { try history.publish([("parser", number), ("other", other)]) }
    #expect(FileFacts(world.state.pages("other") + "/index.html") != nil)
    #expect(FileFacts(world.state.site + "/index.html") != nil)
  }
}
