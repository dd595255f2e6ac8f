import Foundation
import Model
import StateKit
import Testing

@testable import Publishing

@Suite("A published site") struct DeadLinkTests {
  /// Four branches, red and green, with what only some integrations have.
  private func site() throws -> HistoryWorld {
    let world = try HistoryWorld()
    let branches: [BranchName] = [
      "main", "main", "feature/<a>", "main", "topic", "feature/<a>", "main", "old",
    ]
    for (hour, branch) in branches.enumerated() {
      try world.integrate("parser", branch: branch, hour: hour) { report in
        if hour % 3 != 0 { report.fail(hour % 2 == 0 ? [.crashed, .flaky] : [.failed, .failed, .timedOut]) }
        report.tests.cases[0].failures = [
          TestFailure(message: "m\(hour)", file: "Sources/Parser/Parser.swift", line: 3, kind: .assertion)
        ]
        guard hour > 0 else { return }
        report.comparedWith = Comparison(integration: IntegrationNumber(hour), coverage: nil)
        let commit = CommitID(String(repeating: "a", count: 40))
        report.comparedWith?.base = BaseComparison(
          branch: "main", integration: IntegrationNumber(hour < 5 ? 1 : 2), commit: commit)
      }
      if hour == 0 { try world.store.keep(base: "main", of: "parser") }
    }
    try world.integrate("parser", hour: 8) { report in
      report.tests = MadeUp.tests(count: 1, failing: [.failed])
      report.limited = Limitation()
      report.limited?.tests = TestSelection(filters: ["testCase0"], skips: [])
    }
    try world.integrate("parser", hour: 9) { report in
      (report.tests, report.coverage, report.result) = (MadeUp.tests(count: 0), nil, .buildErrors)
    }
    let gone = try world.begin("parser", branch: "topic", hour: 10)
    try world.store.abandon(
      bot: "parser", integration: gone, result: .internalError, reason: "its process was killed", at: Date())
    _ = try world.begin("parser", process: 77, hour: 11)
    world.alive = [77]
    try world.publish([("parser", 11), ("parser", 12)])
    return world
  }

  private func settle(_ world: HistoryWorld, keeping count: Int) {
    var settings = Bot(name: "parser", repository: "/srv/parser")
    settings.keep.integrations = count
    var after = AfterIntegration(state: world.state, templates: nil, store: world.store) { Issue.record($0) }
    after.history.isAlive = { [alive = world.alive] in alive.contains($0) }
    after.settle([], ["parser": settings])
  }

  @Test("has no link to what is not there: not while it grows, nor when parts of it are kept no longer")
  func alive() throws {
    let world = try site()
    #expect(try SiteLinks(world.state.site).dead == [])
    let before = try #require(world.read("bots/parser/6/index.html"))
    #expect(before.contains("<a href=\"../2/index.html\">#2</a>"))
    #expect(before.contains("href=\"../3/tests.html#"))
    for count in [8, 5, 3, 1] {
      settle(world, keeping: count)
      #expect(try SiteLinks(world.state.site).dead == [], "\(count)")
    }
    try world.integrate("parser", branch: "topic", hour: 12) { $0.fail([.failed]) }
    settle(world, keeping: 2)
    #expect(try SiteLinks(world.state.site).dead == [])
  }

  @Test("compares a commit with what it was before Swift changed, until either is kept no longer")
  func upgrade() throws {
    let world = try HistoryWorld()
    let commit = CommitID(String(repeating: "a", count: 40))
    func publish(_ report: Report) {
      let after = AfterIntegration(state: world.state, templates: nil, store: world.store) {
        Issue.record($0)
      }
      #expect(
        after.publish(
          report, world.order("parser", report.integration),
          world.state.integration("parser", report.integration)) != nil)
    }
    try world.integrate("parser", hour: 0) { $0.dependencies = [] }
    try world.leaveOrder("parser", 1)
    try world.store.apply(
      [
        .watch("parser", settings: Bot(name: "parser", repository: "/srv/parser")),
        .queue(
          PendingRequest(
            bot: "parser", branch: "main", commit: commit, source: .upgrade, reason: "Swift changed",
            queued: HistoryWorld.began, clean: true, isRepeat: true)),
      ], at: HistoryWorld.began)
    let turn = try #require(try world.store.pendingIntegrations().first?.turn)
    #expect(try world.store.begin(turn: turn, at: HistoryWorld.began, processID: 1) == 2)
    #expect(try world.store.isOfUpgrade(bot: "parser", number: 2))
    #expect(try !world.store.isOfUpgrade(bot: "parser", number: 1))
    var report = MadeUp.report("parser", 2, branch: "main", hour: 1)
    (report.toolchain, report.dependencies) = ("Swift 6.4", [])
    report.fail([.failed])
    try world.store.finish(report)
    try world.lay(report)
    try world.leaveOrder("parser", 2)
    #expect(world.read("bots/parser/2/index.html")?.contains("../compare/") == false)
    publish(report)
    try world.publish([("parser", 2)])
    let link = "<a href=\"../compare/1-2.html\">compare with #1, before the upgrade</a>"
    #expect(world.read("bots/parser/2/index.html")?.contains(link) == true)
    let page = try #require(world.read("bots/parser/compare/1-2.html"))
    #expect(
      page.contains("what differs is likely the toolchain") && page.contains("href=\"../2/index.html\""))
    #expect(try SiteLinks(world.state.site).dead == [])
    try world.integrate("parser", hour: 2)
    try world.integrate("parser", hour: 3)
    try world.store.pin(bot: "parser", integration: 2, true)
    settle(world, keeping: 2)
    #expect(!world.isThere("bots/parser/1") && !world.isThere("bots/parser/compare/1-2.html"))
    #expect(world.read("bots/parser/2/index.html")?.contains("<span>compare with #1") == true)
    #expect(try SiteLinks(world.state.site).dead == [])
  }

  @Test("names what is kept no longer, without a link, and is written again only where it led there")
  func released() throws {
    let world = try site()
    try world.store.pin(bot: "parser", integration: 6, true)
    let (other, own) = (world.mark("bots/parser/6/commits.html"), world.mark("bots/parser/6/index.html"))
    settle(world, keeping: 5)
    #expect(!world.isThere("bots/parser/2") && world.isThere("bots/parser/6"))
    let text = try #require(world.read("bots/parser/6/index.html"))
    #expect(text.contains("<span>#2</span>") && !text.contains("href=\"../2/"))
    #expect(
      world.mark("bots/parser/6/commits.html") == other && world.mark("bots/parser/6/index.html") != own)
    // It is known then where all of them lead: none is looked at again.
    let memory = try String(contentsOfFile: world.state.pageMemory("parser"), encoding: .utf8)
    try Data("<a href=\"../3/index.html\">#3</a>".utf8)
      .write(to: URL(fileURLWithPath: world.state.pages("parser", 6) + "/log.html"))
    settle(world, keeping: 5)
    #expect(try String(contentsOfFile: world.state.pageMemory("parser"), encoding: .utf8) == memory)
    #expect(world.read("bots/parser/6/log.html")?.contains("../3/") == true)
  }

  @Test("tells the command that compares two as long as both are kept")
  func command() throws {
    let world = try site()
    try world.store.pin(bot: "parser", integration: 3, true)
    func told() -> Bool? { world.read("bots/parser/3/index.html")?.contains("All that differs") }
    #expect(told() == true)
    settle(world, keeping: 5)
    #expect(!world.isThere("bots/parser/2") && told() == false)
    // Nor where the page is made again.
    try world.lay(try #require(world.state.integration("parser", 3).report(of: "parser", 3)))
    #expect(told() == false)
  }

  @Test(
    "only a link to what is gone becomes a name, whatever else its tag says",
    arguments: [
      ("<p><a href=\"../3/index.html\">#3</a>, x", "<p><span>#3</span>, x"),
      (
        "<a class=\"run\" href=\"../3/a\" title=\"t\"><i>x</i></a>",
        "<span class=\"run\" title=\"t\"><i>x</i></span>"
      ),
      ("<a href=\"../33/index.html\">#33</a>", nil), ("<a href=\"../tests/3/a.html\">x</a>", nil),
      ("<link href=\"../3/a.css\"><a>x</a>", nil), ("<p>a href=&quot;../3/x&quot; <a href=\"b\">c</a>", nil),
      ("<a href=\"../3/x", nil), ("<a href=\"../compare/3-4.html\">c</a>", "<span>c</span>"),
      ("<a href=\"../compare/2-3.html\">c</a>", "<span>c</span>"),
      ("a <details data-needs=\"3\"><summary>x</summary>y</details> b", "a  b"),
      (
        "<details data-needs=\"3\">x</details><details data-needs=\"4\">y <a href=\"../3/a\">z</a></details>",
        "<details data-needs=\"4\">y <span>z</span></details>"
      ),
      ("<details data-needs=\"33\">x</details>", nil), ("<details data-needs=\"3\">x", nil),
      ("<a href=\"../compare/4-33.html\">c</a>", nil), ("<a href=\"../compare/3-x.html\">c</a>", nil),
    ] as [(String, String?)])
  func text(page: String, released: String?) {
    let found = PageLinks.releasing([3], in: Array(page.utf8)).map { String(decoding: $0, as: UTF8.self) }
    #expect(found == released)
  }
}

/// All links of a folder of pages, followed.
struct SiteLinks {
  let dead: [String]

  init(_ root: String) throws {
    let all = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    let pages = all.filter { $0.hasSuffix(".html") }
    let texts = Dictionary(
      uniqueKeysWithValues: try pages.map {
        ($0, try String(contentsOfFile: "\(root)/\($0)", encoding: .utf8))
      })
    let ids = texts.mapValues { text in Set(text.matches(of: #/ id="?([^"\s>]+)/#).map { String($0.1) }) }
    dead = texts.flatMap { path, text in
      text.matches(of: #/ (?:href|src)="([^"]*)"| content="0; url=([^"]*)"/#).compactMap { match -> String? in
        let link = String(match.1 ?? match.2 ?? "").replacing("&amp;", with: "&").replacing(
          "&#39;", with: "'")
        if link.hasPrefix("data:") || link.hasPrefix("https:") { return nil }
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let way = String(parts[0].prefix { $0 != "?" })
        let folder = URL(fileURLWithPath: "\(root)/\(path)").deletingLastPathComponent()
        let target =
          way.isEmpty
          ? path
          : String(
            folder.appending(path: way.removingPercentEncoding ?? way).standardizedFileURL.path
              .dropFirst(root.count + 1))
        guard FileManager.default.fileExists(atPath: "\(root)/\(target)") else { return "\(path): \(link)" }
        guard parts.count == 2, let known = ids[target] else { return nil }
        let anchor = parts[1].removingPercentEncoding ?? ""
        return known.contains(anchor) ? nil : "\(path): \(link)"
      }
    }.sorted()
  }
}
