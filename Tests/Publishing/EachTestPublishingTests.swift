import Coverage
import Files
import Formats
import Foundation
import Model
import Reports
import StateKit
import Store
import Testing
import Words

@testable import Publishing

@Suite("A page for each test, once it is known what tests execute") struct EachTestPublishingTests {
  private let bot: BotID = "parser"

  private func page(_ test: TestID) -> String { "bots/parser/" + TestAddress.page(of: test) }

  private func ids(_ count: Int) -> [TestID] { MadeUp.tests(count: count).cases.map(\.id) }

  /// Each test executes a function that all execute and one of its own.
  private func map(_ count: Int, line: Int = 3) -> TestMap {
    var map = TestMap(commit: CommitID(String(repeating: "a", count: 40)), mark: "m")
    map.functions = [
      TestMap.Function(path: "Sources/P/All.swift", symbol: "all", name: "all()", line: 1, mark: "f")
    ]
    map.traces = [TestMap.Trace(function: 0, lines: [0...1])]
    for (index, test) in ids(count).enumerated() {
      map.functions.append(
        TestMap.Function(
          path: PackagePath("Sources/P/Own\(index).swift"), symbol: "own\(index)", name: "own\(index)<T>()",
          line: index == 0 ? line : 3, mark: "f"))
      map.traces.append(TestMap.Trace(function: index + 1, lines: [0...2]))
      map.tests.append(
        TestMap.Test(id: test, outcome: .passed, mark: "t", traces: [0, index + 1], measuredAt: nil))
    }
    return map
  }

  private func keep(_ map: TestMap, in world: HistoryWorld, branch: BranchName = "main") throws {
    let file = world.state.testMap(bot, branch)
    try makeFolder((file as NSString).deletingLastPathComponent)
    try publish(try TestMapJSON.encode(map), as: file)
  }

  private func make(
    _ world: HistoryWorld, while goesOn: @escaping () -> Bool = { true }
  ) throws -> EachTestPublishing.Made {
    var each = EachTestPublishing(state: world.state, templates: nil, store: world.store)
    each.goesOn = goesOn
    return try each.publish(bot)
  }

  @Test("each has one that says as of when and what it executes, and names of tests lead there from then on")
  func made() throws {
    let world = try HistoryWorld()
    try world.integrate(bot) { $0.fail([.failed]) }
    #expect(!EachTestPublishing.isDue(bot, in: world.state))
    #expect(try make(world) == EachTestPublishing.Made(), "nobody found out what they execute")
    try keep(map(12), in: world)
    #expect(EachTestPublishing.isDue(bot, in: world.state))
    let full = world.mark(page(ids(1)[0]))
    #expect(try make(world) == EachTestPublishing.Made(written: 11, added: 11))
    #expect(!EachTestPublishing.isDue(bot, in: world.state))
    #expect(world.mark(page(ids(1)[0])) == full, "what failed has a page of its own kind")
    let ended = try #require(try world.store.integration(bot: bot, number: 1)?.ended)
    for test in ids(12).dropFirst() {
      let text = try #require(world.read(page(test)))
      #expect(text.contains("As of #1: Did not fail in its last integration."))
      #expect(text.contains(">\(Moment.minute(ended))</time> · made by Bothy"))
      #expect(text.contains("own\(test.rawValue.firstMatch(of: /\d+/)?.0 ?? "")&lt;T&gt;()"))
      #expect(text.contains("1 function of these no other test executes."))
      #expect(!text.contains("href=\"../1/"), "it leads to no integration")
      #expect(text.utf8.count < 6 << 10, "\(text.utf8.count)")
    }
    try world.integrate(bot, hour: 1)
    let tests = try #require(world.read("bots/parser/2/tests.html"))
    for test in ids(12) { #expect(tests.contains("href=\"../\(TestAddress.page(of: test))\"")) }
    #expect(try SiteLinks(world.state.site).dead == [])
  }

  @Test("only those of which something else is to be told are written again, and a few of the others")
  func changed() throws {
    let world = try HistoryWorld()
    let count = 4 * EachTestPublishing.mostRefreshed
    func integrate(_ hour: Int, _ change: (inout Report) -> Void = { _ in }) throws {
      try world.integrate(bot, hour: hour) {
        $0.tests = MadeUp.tests(count: count)
        change(&$0)
      }
    }
    func marks() -> [UInt64?] { ids(count).map { world.mark(page($0)) } }
    try integrate(0)
    try keep(map(count), in: world)
    #expect(try make(world).added == count)
    var before = marks()
    #expect(try make(world).written == 0, "nothing happened")
    try integrate(1)
    #expect(try make(world) == EachTestPublishing.Made(written: EachTestPublishing.mostRefreshed))
    // A function moved, a test took longer, another one was skipped.
    try integrate(2) { report in
      report.tests.cases[1].seconds = 20
      report.tests.cases[2].outcome = .skipped
    }
    try keep(map(count, line: 30), in: world)
    before = marks()
    #expect(try make(world).written == EachTestPublishing.mostRefreshed + 3)
    let after = marks()
    for place in 0..<3 { #expect(before[place] != after[place], "\(place)") }
    #expect(world.read(page(ids(1)[0]))?.contains("Own0.swift:30") == true)
    // What another program made is made again.
    let memory = world.state.testPageMemory(bot)
    let text = try String(contentsOfFile: memory, encoding: .utf8)
    try text.replacing(/^[^\n]*/, with: "another").write(toFile: memory, atomically: true, encoding: .utf8)
    #expect(try make(world).written == count)
    try FileManager.default.removeItem(atPath: "\(world.state.site)/\(page(ids(1)[0]))")
    #expect(try make(world) == EachTestPublishing.Made(written: 1, added: 1))
  }

  @Test("what else is to be done ends it between two pages; what was made stays, and the rest comes later")
  func cutOff() throws {
    let world = try HistoryWorld()
    try world.integrate(bot)
    try keep(map(12), in: world)
    var left = 5
    let some = try make(world) {
      left -= 1
      return left >= 0
    }
    #expect(!some.isWhole && (1..<5).contains(some.written))
    #expect(EachTestPublishing.isDue(bot, in: world.state))
    #expect(ids(12).count { world.isThere(page($0)) } == some.written)
    #expect(try make(world) == EachTestPublishing.Made(written: 12 - some.written, added: 12 - some.written))
    #expect(!EachTestPublishing.isDue(bot, in: world.state))
  }

  @Test("a test that fails gets its page in full at once, and keeps it")
  func fails() throws {
    let world = try HistoryWorld()
    try world.integrate(bot)
    try keep(map(12), in: world)
    _ = try make(world)
    try world.integrate(bot, hour: 1) { $0.fail([.crashed]) }
    let text = try #require(world.read(page(ids(1)[0])))
    #expect(text.contains("Crashed once in its last 2.") && text.contains("href=\"../2/tests.html#"))
    _ = try make(world)
    #expect(world.read(page(ids(1)[0])) == text)
    #expect(try SiteLinks(world.state.site).dead == [])
  }

  @Test("one that is gone says since when, and goes with the last integration that tells of it")
  func gone() throws {
    let world = try HistoryWorld()
    try world.integrate(bot)
    try keep(map(12), in: world)
    _ = try make(world)
    for hour in 1...2 { try world.integrate(bot, hour: hour) { $0.tests = MadeUp.tests(count: 11) } }
    try keep(map(11), in: world)
    _ = try make(world)
    let last = try #require(ids(12).last)
    #expect(world.read(page(last))?.contains("It is gone on main since #2, commit aaaaaaaa.") == true)
    var settings = Bot(name: "parser", repository: "/srv/parser")
    settings.keep.integrations = 1
    let after = AfterIntegration(state: world.state, templates: nil, store: world.store) { Issue.record($0) }
    after.settle([], [bot: settings])
    #expect(!world.isThere(page(last)) && world.isThere(page(ids(1)[0])))
    #expect(try SiteLinks(world.state.site).dead == [])
    after.settle([], [bot: settings])
    #expect(try make(world).isWhole && !world.isThere(page(last)))
  }
}
