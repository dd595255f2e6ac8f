import Foundation
import Model
import Reports
import StateKit
import Store
import Testing
import Words

@testable import Publishing

@Suite("The pages of tests") struct TestPublishingTests {
  private let odd = TestID("ParserTests.\(String(repeating: "Long", count: 300))/`a/b ü #?%&<\">`()")

  private func page(_ test: TestID) -> String { "bots/parser/" + TestAddress.page(of: test) }
  private let first: TestID = "ParserTests.HelpTests/testCase0_isRight"
  private let second: TestID = "ParserTests.HelpTests/testCase1_isRight"

  /// Every link that leads to no file: of pages above integrations, and from those of integrations to tests.
  private func deadLinks(_ world: HistoryWorld) throws -> [String] {
    let root = world.state.site
    let all = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return try all.filter { $0.hasSuffix(".html") }.flatMap { path -> [String] in
      let text = try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
      let folder = URL(fileURLWithPath: "\(root)/\(path)").deletingLastPathComponent()
      let isOfOne = path.contains(/^bots\/parser\/\d+\//)
      return text.matches(of: /(?:href|src)="([^"#?:]+)[^":]*"/).compactMap { match in
        if isOfOne, !match.1.contains("../tests/") { return nil }
        let link = String(match.1).removingPercentEncoding ?? ""
        let place = folder.appending(path: link).standardizedFileURL.path
        return FileManager.default.fileExists(atPath: place) ? nil : "\(path): \(match.1)"
      }
    }
  }

  @Test("a test that ever failed has a page, every name of it leads there, and others have none")
  func made() throws {
    let world = try HistoryWorld()
    try world.integrate("parser")
    try world.integrate("parser", hour: 1) { report in
      report.fail([.passed, .flaky, .crashed])
      report.tests.cases[0].failures = []
      var strange = TestCase(
        id: odd, library: .swiftTesting, target: "ParserTests", suite: "", name: "odd", outcome: .timedOut)
      strange.failures = [TestFailure(message: "m", file: nil, line: nil, kind: .timeout)]
      report.tests.cases.append(strange)
    }
    #expect(world.isThere(page(second)) && world.isThere(page(odd)) && !world.isThere(page(first)))
    let tests = try #require(world.read("bots/parser/2/tests.html"))
    #expect(tests.contains("href=\"../\(TestAddress.page(of: second))\""))
    #expect(tests.contains("href=\"../\(TestAddress.page(of: odd))\""))
    #expect(!tests.contains(TestAddress.page(of: first)))
    #expect(world.read("bots/parser/index.html")?.contains("href=\"\(TestAddress.page(of: odd))\"") == true)
    #expect(try deadLinks(world) == [])
    // The next one passes: its page tells so, and the integration's own pages lead there still.
    try world.integrate("parser", hour: 2)
    #expect(world.read(page(second))?.contains("../3/tests.html#") == true)
    #expect(world.read("bots/parser/3/tests.html")?.contains(TestAddress.page(of: second)) == true)
    #expect(try deadLinks(world) == [])
  }

  @Test("only pages of which something is new are made again, and a few of the others")
  func bounded() throws {
    let world = try HistoryWorld()
    let count = 4 * TestPublishing.mostRefreshed
    try world.integrate("parser") { $0.fail(Array(repeating: .failed, count: count), of: count) }
    try world.integrate("parser", hour: 1) { $0.tests = MadeUp.tests(count: count) }
    let ids = MadeUp.tests(count: count).cases.map(\.id)
    func marks() -> [UInt64?] { ids.map { world.mark(page($0)) } }
    var before = marks()
    #expect(before.allSatisfy { $0 != nil })
    try world.integrate("parser", hour: 2) { $0.tests = MadeUp.tests(count: count) }
    #expect(zip(before, marks()).count { $0 != $1 } == TestPublishing.mostRefreshed)
    before = marks()
    try world.integrate("parser", hour: 3) { $0.fail([.crashed], of: count) }
    #expect(zip(before, marks()).count { $0 != $1 } == TestPublishing.mostRefreshed + 1)
    #expect(before[0] != marks()[0])
    // Nothing new: nothing is written.
    before = marks()
    try world.publish([])
    #expect(before == marks())
  }

  @Test("the page of a test that is gone says since when, at once, however many pages there are")
  func gone() throws {
    let world = try HistoryWorld()
    let count = 4 * TestPublishing.mostRefreshed
    func integrate(_ hour: Int, _ count: Int) throws {
      try world.integrate("parser", hour: hour) {
        $0.tests = MadeUp.tests(count: count)
        $0.comparedWith = Comparison(integration: IntegrationNumber(hour), coverage: nil)
      }
    }
    try world.integrate("parser") { $0.fail(Array(repeating: .failed, count: count), of: count) }
    try integrate(1, count)
    let last = try #require(MadeUp.tests(count: count).cases.last?.id)
    #expect(world.read(page(last))?.contains("It is gone") == false)
    try integrate(2, count - 1)
    let text = try #require(world.read(page(last)))
    #expect(text.contains("It is gone on main since <a href=\"../3/index.html\">#3</a>, commit"))
    #expect(text.contains("href=\"../3/commits.html\""))
    #expect(world.read(page(first))?.contains("It is gone") == false)
    try integrate(3, count)
    #expect(
      world.read(page(last))?.contains("It is gone") == false
        || world.read(page(last))?.contains("as of #3") == true)
    #expect(try deadLinks(world) == [])
  }

  @Test("a page made while the next one runs tells as of the one that ended, and of the next when that ends")
  func besideTheNext() throws {
    let world = try HistoryWorld()
    try world.integrate("parser") { $0.fail([.failed]) }
    try world.integrate("parser", hour: 1, publish: false)
    let next = try world.begin("parser", hour: 2)
    world.alive = [1]
    try world.publish([("parser", 2)])
    #expect(world.read(page(first))?.contains("as of #2") == true)
    // Nothing ended since: nothing is new.
    let made = world.mark(page(first))
    try world.publish([])
    #expect(world.mark(page(first)) == made)
    try world.store.finish(MadeUp.report("parser", next, branch: "main", hour: 2))
    let running = try world.begin("parser", hour: 3)
    try world.publish([("parser", next)])
    #expect(world.read(page(first))?.contains("as of #3") == true && running == 4)
    #expect(world.read(page(first))?.contains(">#3<") == true)
  }

  @Test("a page is as of the end of the integration that it names, whether or not that had its test")
  func moment() throws {
    let world = try HistoryWorld()
    try world.integrate("parser") { $0.fail([.failed]) }
    try world.integrate("parser", hour: 3) { $0.tests.cases.removeFirst() }
    let text = try #require(world.read(page(first)))
    let ended = try #require(try world.store.integration(bot: "parser", number: 2)?.ended)
    #expect(text.contains("as of #2"))
    #expect(text.firstMatch(of: /As of <time datetime="[^"]*">([^<]*)</)?.1 == "\(Moment.minute(ended))")
  }

  @Test("the sentence on a page is so for each row that stands below it")
  func limited() throws {
    let world = try HistoryWorld()
    try world.integrate("parser") { $0.fail([.failed]) }
    for hour in 1...2 { try world.integrate("parser", hour: hour) }
    let number = try world.store.begin(
      bot: "parser", branch: "main", commit: nil, queued: HistoryWorld.began, started: HistoryWorld.began,
      processID: 1, isLimited: true)
    var report = MadeUp.report("parser", number, branch: "main", hour: 3)
    report.fail([.failed])
    report.limited = Limitation()
    try world.store.finish(report)
    try world.publish([("parser", number)])
    let told =
      "Failed once in its last 3 whole integrations; passed in #3 at the commit at which it failed in #1; "
      + "failed in #4, which was limited."
    #expect(world.read(page(first))?.contains("<p class=\"says\">" + told) == true)
  }

  @Test("what is kept no longer takes its links along, and a page goes with the last that names its test")
  func forgotten() throws {
    let world = try HistoryWorld()
    try world.integrate("parser") { $0.fail([.failed]) }
    try world.integrate("parser", hour: 1) { $0.tests = MadeUp.tests(count: 12) }
    for hour in 2...5 {
      try world.integrate("parser", hour: hour) { $0.tests = MadeUp.tests(count: hour < 5 ? 12 : 0) }
    }
    var keep = Bot.Keep()
    var settings = Bot(name: "parser", repository: "/srv/parser")
    for (count, isThere) in [(5, true), (3, true), (1, false)] {
      keep.integrations = count
      settings.keep = keep
      let after = AfterIntegration(state: world.state, templates: nil, store: world.store) {
        Issue.record($0)
      }
      after.settle([], ["parser": settings])
      #expect(world.isThere(page(first)) == (count > 1 || isThere), "\(count)")
      #expect(try deadLinks(world) == [], "\(count)")
      if isThere { #expect(world.read(page(first))?.contains("First seen in #1, ") == true) }
    }
  }

  @Test("a page that was removed, and all where another program or template makes them, are made again")
  func again() throws {
    let world = try HistoryWorld()
    try world.integrate("parser") { $0.fail([.failed, .failed]) }
    try world.integrate("parser", hour: 1)
    try FileManager.default.removeItem(atPath: "\(world.state.site)/\(page(first))")
    try world.publish([("parser", 2)])
    #expect(world.isThere(page(first)))
    let memory = world.state.pageMemory("parser")
    let text = try String(contentsOfFile: memory, encoding: .utf8)
    try text.replacing(/^[^\n]*/, with: "another").write(toFile: memory, atomically: true, encoding: .utf8)
    try Data().write(to: URL(fileURLWithPath: "\(world.state.site)/\(page(second))"))
    try world.publish([("parser", 2)])
    #expect(world.read(page(second))?.contains("</html>") == true)
    #expect(try String(contentsOfFile: memory, encoding: .utf8) == text)
  }
}
