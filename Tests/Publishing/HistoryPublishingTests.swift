import Explaining
import Files
import Foundation
import Model
import StateKit
import Testing

@testable import Publishing

@Suite struct HistoryPublishingTests {
  @Test("an integration is on its bot's page, on the page of all bots, and at the addresses that stay")
  func published() throws {
    let world = try HistoryWorld()
    try world.integrate("parser") { $0.fail([.failed]) }
    let index = try #require(world.read("index.html"))
    #expect(index.contains("href=\"bots/parser/1/index.html\""))
    #expect(index.contains("href=\"bots/parser/1/tests.html#failed\">1</a>"))
    let bot = try #require(world.read("bots/parser/index.html"))
    #expect(bot.contains("href=\"1/tests.html#failed\">1</a>"))
    #expect(world.read("bots/parser/latest/index.html")?.contains("url=../1/index.html") == true)
    #expect(world.read("bots/parser/latest/coverage.html")?.contains("url=../1/coverage.html") == true)
    #expect(world.read("bots/parser/latest/report.json") == world.read("bots/parser/1/report.json"))
    #expect(
      world.read("bots/parser/latest-green/index.html")?.contains("no integration was green yet") == true)
    #expect(!world.isThere("bots/parser/latest-green/report.json"))
    #expect(world.read("bots/parser/badge.svg")?.contains("test failures · 699 lines not executed") == true)
    #expect(world.read("bots/parser/history/1-100.html")?.contains("href=\"../1/index.html\"") == true)
    try world.integrate("parser")
    try world.integrate("parser") { $0.fail([.failed]) }
    #expect(world.read("bots/parser/latest-green/report.json") == world.read("bots/parser/2/report.json"))
    #expect(world.read("bots/parser/latest/report.json") == world.read("bots/parser/3/report.json"))
  }

  @Test("of tests whose time is not known nothing is said but that they may have been slower")
  func times() throws {
    let world = try HistoryWorld()
    func slowest(_ seconds: [Double?]) throws -> [String] {
      let number = try world.integrate("parser") { report in
        report.tests = MadeUp.tests(count: seconds.count)
        for (place, seconds) in seconds.enumerated() { report.tests.cases[place].seconds = seconds }
      }
      return ["index.html", "\(number.value)/tests.html"].map { name in
        let page = world.read("bots/parser/\(name)") ?? ""
        let section = page.firstMatch(of: /(?s)<h2 id="slowest">.*?<\/section>/)?.0 ?? ""
        return section.matches(of: /<p class="muted">([^<]*)<\/p>/).map { String($0.1) }
          .filter { !$0.hasPrefix("The test phase") }.joined(separator: " ")
      }
    }
    #expect(try slowest([0.02, 0.03]) == ["None took a tenth of a second.", ""])
    #expect(try slowest([nil, nil]) == ["Of none of its 2 tests is the time known.", ""])
    let some = "The time of 1 of 2 tests is known"
    #expect(
      try slowest([nil, 0.02])
        == [
          "\(some), and none of these took a tenth of a second: any other may have.",
          "\(some): any other may have been slower.",
        ])
    #expect(try slowest([nil, 2]) == Array(repeating: "\(some): any other may have been slower.", count: 2))
    #expect(try slowest([1, 2]) == ["", ""])
  }

  @Test("what integrates a package again names the bot file that it had, while that is there")
  func command() throws {
    let world = try HistoryWorld()
    let bot = try world.store.localBot(path: "/srv/parser", folderName: "parser")
    let file = world.state.path + "/mine.yaml"
    func command(_ botFile: String?) throws -> String? {
      let number = try world.integrate(bot, publish: false)
      try world.leaveOrder(bot, number) {
        ($0.settings.repository, $0.botFile) = ("/srv/parser", botFile)
      }
      try world.publish([(bot, number)])
      let page = world.read("bots/\(bot)/index.html") ?? ""
      return page.firstMatch(of: /<h2 id="again">Integrate it<\/h2>\s*<pre class="command">([^<]*)</).map {
        String($0.1)
      }
    }
    #expect(try command(nil)?.hasPrefix("bothy run /srv/parser") == true)
    #expect(try command(file)?.contains("--bot") == false)
    try publish(Array("repository: /srv/parser\n".utf8), as: file)
    #expect(try command(file)?.hasPrefix("bothy run /srv/parser --bot \(file)") == true)
  }

  private func archive(_ world: HistoryWorld, _ text: String?) throws {
    let number = IntegrationNumber(
      (try world.store.past(bot: "parser", limit: 1).first?.number.value ?? 0) + 1)
    let file = "archive/tool-aaaaaaaa.tar.zst"
    if let text {
      let folder = world.state.integration("parser", number)
      try makeFolder(folder.archive)
      try publish(Array(text.utf8), as: folder.file(file))
      try world.leaveOrder("parser", number)
    }
    try world.integrate("parser") { report in
      guard let text else { return }
      report.archive = [ArchivedProduct(product: "tool", path: file, bytes: text.utf8.count, sha256: "")]
      report.artifacts = [Artifact(name: "tool", path: file, bytes: text.utf8.count, sha256: "")]
    }
  }

  @Test("the archives of the latest green one have an address that stays")
  func archives() throws {
    let world = try HistoryWorld()
    for text in ["one", "two"] {
      try archive(world, text)
      #expect(world.read("bots/parser/latest-green/tool.tar.zst") == text)
    }
    #expect(world.read("bots/parser/index.html")?.contains("href=\"latest-green/tool.tar.zst\"") == true)
    #expect(world.read("bots/parser/1/archive/tool-aaaaaaaa.tar.zst") == "one")
    try world.integrate("parser") { $0.fail([.failed]) }
    #expect(world.read("bots/parser/latest-green/tool.tar.zst") == "two")
    try archive(world, nil)
    #expect(!world.isThere("bots/parser/latest-green/tool.tar.zst"))
  }

  @Test("the page of an archive that was let go says so, and leads nowhere")
  func letGo() throws {
    let world = try HistoryWorld()
    for text in ["one", "two"] { try archive(world, text) }
    let link = "href=\"archive/tool-aaaaaaaa.tar.zst\""
    #expect(world.read("bots/parser/1/index.html")?.contains(link) == true)
    var settings = Bot(name: "parser", repository: "/srv/parser")
    settings.keep.archives = 1
    var failures: [String] = []
    let after = AfterIntegration(state: world.state, templates: nil, store: world.store) {
      failures.append(Explanation($0).sentence)
    }
    after.settle([("parser", 2)], ["parser": settings])
    let page = try #require(world.read("bots/parser/1/index.html"))
    #expect(!page.contains(link) && page.contains("let go: newer archives are kept"))
    #expect(!world.isThere("bots/parser/1/archive") && world.isThere("bots/parser/2/archive"))
    #expect(FileFacts(world.state.integration("parser", 1).archive) == nil && failures.isEmpty)
  }

  @Test("a red feature branch never heads its bot: not its page, the index, the badge, or what stays")
  func feature() throws {
    let world = try HistoryWorld()
    try world.integrate("parser")
    for _ in 1...45 {
      try world.integrate("parser", branch: "feature", pages: false, publish: false) { $0.fail([.failed]) }
    }
    try world.integrate("parser", branch: "topic", publish: false)
    try world.integrate("parser", branch: "feature", publish: false) { $0.fail([.failed, .failed]) }
    try world.store.keep(base: "main", of: "parser")
    try world.publish([("parser", 48)])
    let index = try #require(world.read("index.html"))
    #expect(index.contains("<h1>The only bot is green on main; 1 of 2 other branches is not.</h1>"))
    let bot = try #require(world.read("bots/parser/index.html"))
    for page in [index, bot] {
      #expect(page.contains("on <strong>main</strong>"))
      let lines = page.components(separatedBy: "<ul class=\"branches\"").dropFirst().first ?? ""
      let list = lines.components(separatedBy: "</ul>").first ?? ""
      #expect(list.contains("<strong>feature</strong>") && list.contains(">#48</a>"))
      #expect(list.contains("<strong>topic</strong>") && !list.contains("<strong>main</strong>"))
    }
    #expect(bot.contains("<title>parser: 12 tests passed"))
    #expect(world.read("bots/parser/badge.svg")?.contains("succeeded") == true)
    #expect(world.read("bots/parser/latest/index.html")?.contains("url=../1/index.html") == true)
    #expect(world.read("bots/parser/latest-green/index.html")?.contains("url=../1/index.html") == true)
    #expect(world.read("bots/parser/latest/report.json") == world.read("bots/parser/1/report.json"))
    // Before the base branch was integrated, no other one stands in for it.
    try world.store.keep(base: "trunk", of: "parser")
    try world.publish([("parser", 48)])
    #expect(world.read("index.html")?.contains("Nothing was integrated on trunk to its end yet.") == true)
    #expect(
      world.read("bots/parser/index.html")?.contains("Nothing was integrated on trunk to its end yet.")
        == true)
    #expect(world.read("bots/parser/badge.svg")?.contains("no result") == true)
    #expect(
      world.read("bots/parser/latest/index.html")?.contains("no whole integration has ended yet") == true)
  }

  @Test("however many limited integrations are newer, the newest whole one is the face of its bot")
  func limited() throws {
    let world = try HistoryWorld()
    try world.integrate("parser") { $0.fail([.failed]) }
    try world.store.keep(base: "main", of: "parser")
    for _ in 1...41 {
      try world.integrate("parser", pages: false, publish: false) { $0.limited = Limitation() }
    }
    try world.publish([("parser", 42)])
    #expect(world.read("bots/parser/index.html")?.contains("<title>parser: 1 of 12 tests failed") == true)
    #expect(world.read("bots/parser/badge.svg")?.contains("test failures") == true)
    #expect(world.read("bots/parser/latest/index.html")?.contains("url=../1/index.html") == true)
    #expect(world.read("bots/parser/latest/report.json") == world.read("bots/parser/1/report.json"))
    #expect(world.read("index.html")?.contains("href=\"bots/parser/1/index.html\"") == true)
  }

  @Test("what did not change is not written again, a block of the history neither")
  func unchanged() throws {
    let world = try HistoryWorld()
    for _ in 1...100 { try world.integrate("parser", pages: false, publish: false) }
    try world.integrate("parser")
    let files = ["index.html", "bots/parser/index.html", "bots/parser/badge.svg"]
    let blocks = ["bots/parser/history/1-100.html", "bots/parser/history/101-200.html"]
    let before = (files + blocks).map(world.mark)
    try world.publish([("parser", 101)])
    #expect((files + blocks).map(world.mark) == before)
    try world.integrate("parser", hour: 1)
    #expect(world.mark(blocks[0]) == before[3] && world.mark(blocks[1]) != before[4])
    #expect(world.mark(files[0]) != before[0] && world.mark(files[1]) != before[1])
    #expect(world.read(blocks[0])?.contains("href=\"101-200.html\"") == true)
    #expect(world.read(blocks[1])?.contains("href=\"1-100.html\"") == true)
  }

  @Test("what stops the pages of one bot stops those of no other, and is told")
  func oneFails() throws {
    let world = try HistoryWorld()
    for bot in ["a", "b", "c"] as [BotID] { try world.integrate(bot, publish: false) }
    // A folder where its page is to be.
    try FileManager.default.createDirectory(
      atPath: world.state.pages("b") + "/index.html/x", withIntermediateDirectories: true)
    #expect(throws: (any Error).self) { try world.publish([("a", 1), ("b", 1), ("c", 1)]) }
    for bot in ["a", "c"] {
      #expect(world.isThere("bots/\(bot)/badge.svg"))
      #expect(world.read("index.html")?.contains("bots/\(bot)/1/index.html") == true)
    }
  }

  @Test("an integration that was killed before its report is told with its reason and without a dead link")
  func abandoned() throws {
    let world = try HistoryWorld()
    try world.integrate("parser")
    let number = try world.begin("parser", hour: 2)
    try world.store.abandon(
      bot: "parser", integration: number, result: .internalError, reason: "its process was killed",
      at: HistoryWorld.began.addingTimeInterval(7300))
    try world.publish([("parser", number)])
    for page in ["index.html", "bots/parser/index.html", "bots/parser/history/1-100.html"] {
      let text = try #require(world.read(page))
      #expect(text.contains("Its process was killed."), "\(page)")
      #expect(!text.contains("2/index.html"), "\(page)")
    }
    #expect(world.read("bots/parser/latest/index.html")?.contains("url=../index.html#i2") == true)
    #expect(!world.isThere("bots/parser/latest/report.json"))
    #expect(world.isThere("bots/parser/latest-green/report.json"))
  }

  @Test("what runs is told as running, and what only seems to is not")
  func running() throws {
    let world = try HistoryWorld()
    world.alive = [77]
    let first = try world.begin("parser", process: 77)
    try world.publish([("parser", first)])
    #expect(world.read("index.html")?.contains("run running") == true)
    world.alive = []
    try world.publish([("parser", first)])
    let index = try #require(world.read("index.html"))
    #expect(!index.contains("run running") && index.contains("cut off"))
  }

  @Test("the page of what runs tells how far it is, what failed and what was printed, and then leads on")
  func live() throws {
    let world = try HistoryWorld()
    let former = try world.integrate("parser")
    world.alive = [77]
    let number = try world.begin("parser", process: 77)
    let folder = world.state.integration("parser", number)
    try makeFolder(folder.path)
    let failure = TestFailure(message: "failed - <no>", file: "Tests/A.swift", line: 3, kind: .assertion)
    let told: [Model.Progress] = [
      .phaseStarted(.test, expectedSeconds: nil), .testsAnnounced(549), .test("T.S/a", .failed, seconds: 1),
      .failure("T.S/a", failure),
    ]
    let lines = try told.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) + "\n" }
    try publish(Array(lines.joined().utf8), as: folder.progress)
    try publish(Array("first\n\u{1B}[31mlast <line>\n".utf8), as: folder.log)
    try world.publish([("parser", number)])
    let page = try #require(world.read("bots/parser/running.html"))
    for text in [
      "\(number) on main: test, 1 of 549 tests", "&lt;no&gt;", "Tests/A.swift:3", "last &lt;line&gt;",
      "data-again=", "<a href=\"running.html\">look again</a></noscript>",
    ] {
      #expect(page.contains(text), "\(text)")
    }
    // A page that is exchanged under its reader, whether they want it or not, keeps people out.
    #expect(!page.contains("http-equiv=\"refresh\""))
    #expect(world.read("index.html")?.contains("href=\"bots/parser/running.html\"") == true)
    #expect(world.read("bots/parser/index.html")?.contains("href=\"running.html\"") == true)
    world.alive = []
    try world.publish([("parser", number)])
    let after = try #require(world.read("bots/parser/running.html"))
    #expect(after.contains("data-to=\"\(former.value)/index.html\"") && !after.contains("data-again"))
  }

  @Test("two bots that end at once are both on the page of all bots")
  func atOnce() async throws {
    let world = try HistoryWorld()
    let path = world.state.path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for bot in 0..<6 {
        group.addTask {
          let world = try HistoryWorld(at: path)
          try world.integrate(BotID("bot\(bot)"))
        }
      }
      try await group.waitForAll()
    }
    let index = try #require(world.read("index.html"))
    for bot in 0..<6 { #expect(index.contains("bots/bot\(bot)/1/index.html")) }
    #expect(!world.isThere("index.html.new-\(getpid())"))
  }

  @Test("bots that were integrated before there were such pages get theirs, with their names")
  func earlier() throws {
    let world = try HistoryWorld()
    try world.integrate("old", publish: false)
    try world.integrate("parser", publish: false)
    try world.publish([("parser", 1)], settings: ["parser": Bot(name: "The <Parser>", repository: "/srv/p")])
    #expect(world.isThere("bots/old/index.html") && world.isThere("bots/old/history/1-100.html"))
    let index = try #require(world.read("index.html"))
    #expect(index.contains("The &lt;Parser&gt;"))
    try world.integrate("old")
    #expect(world.read("index.html")?.contains("The &lt;Parser&gt;") == true)
  }

  @Test("a bot's settings are those of its file, and what the package asks for where that says nothing")
  func asked() throws {
    let world = try HistoryWorld()
    try world.integrate("parser", publish: false)
    try world.leaveOrder("parser", 1) { order in
      order.settings.tests.timeoutSeconds = 6
      order.settings.mark(["tests.timeout"], as: .package)
      order.settings.tests.filters = ["OfThatTime"]
    }
    var settings = Bot(name: "Parser", repository: "/srv/p")
    func page() throws -> String {
      try world.publish([("parser", 1)], settings: ["parser": settings])
      return try #require(world.read("bots/parser/index.html"))
    }
    #expect(try page().contains("6.0 s") && !page().contains("OfThatTime"))
    settings.tests.timeoutSeconds = 40
    settings.mark(["tests.timeout"], as: .botFile)
    #expect(try page().contains("40 s") && !page().contains("6.0 s"))
  }

  @Test("an integration that is forgotten leaves the pages, and an empty block with it")
  func forgotten() throws {
    let world = try HistoryWorld()
    for _ in 1...201 { try world.integrate("parser", pages: false, publish: false) }
    try world.publish([("parser", 201)])
    for number in 101...200 {
      try world.store.forget(bot: "parser", integration: IntegrationNumber(number))
    }
    try world.publish([("parser", 150)])
    #expect(!world.isThere("bots/parser/history/101-200.html"))
    #expect(world.read("bots/parser/history/1-100.html")?.contains("201-300.html") == true)
    #expect(world.read("bots/parser/history/201-300.html")?.contains("1-100.html") == true)
  }
}
