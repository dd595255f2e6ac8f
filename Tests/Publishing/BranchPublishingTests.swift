import Foundation
import Model
import Reports
import StateKit
import Testing

@testable import Publishing

@Suite("The pages of branches") struct BranchPublishingTests {
  private func page(_ branch: BranchName) -> String { "bots/parser/" + BranchLine.page(of: branch) }

  @Test("each branch has a row beside its base and a page of its own, made again only where it moved")
  func branches() throws {
    let world = try HistoryWorld()
    try world.integrate("parser", publish: false)
    try world.store.keep(base: "main", of: "parser")
    let odd: BranchName = "feature/<a> ü"
    try world.integrate("parser", branch: odd, hour: 1) { report in
      report.fail([.failed])
      report.comparedWith = Comparison(integration: 1, coverage: nil)
      var base = BaseComparison(
        branch: "main", integration: 1, commit: CommitID(String(repeating: "a", count: 40)))
      base.tests = .init(
        total: 12, added: 2, gone: 1, newlyFailing: ["ParserTests.HelpTests/testCase0_isRight"], mended: [])
      base.coverage = Comparison.Coverage(
        integration: 1, lines: LineCounts(executable: 4800, executed: 4110, partial: 0), toolchain: nil)
      report.comparedWith?.base = base
    }
    let table = try #require(world.read("bots/parser/branches.html"))
    #expect(table.contains("<h1>1 of 2 branches is not green.</h1>"))
    #expect(table.contains(">+2 −1</a>") && table.contains("1 newly failing") && table.contains(">Ada</td>"))
    #expect(table.contains("feature/<wbr>&lt;a&gt; ü<wbr></a>") && table.contains(">base</span>"))
    let feature = try #require(world.read(page(odd)))
    #expect(
      feature.contains("Against main in #1: 1 test newly failing; tests +2 −1; 8 lines more not executed."))
    #expect(feature.contains("href=\"../2/index.html\"") && !feature.contains("../1/index.html"))
    let bot = try #require(world.read("bots/parser/index.html"))
    #expect(bot.contains("href=\"\(BranchLine.page(of: "main"))\"") && bot.contains("href=\"branches.html\""))
    let before = world.mark(page("main"))
    let (own, index) = (world.mark(page(odd)), world.mark("bots/parser/branches.html"))
    try world.integrate("parser", branch: odd, hour: 2)
    #expect(world.mark(page("main")) == before && world.mark(page(odd)) != own)
    #expect(world.mark("bots/parser/branches.html") != index)
    #expect(world.read("bots/parser/branches.html")?.contains("Both branches are green.") == true)
  }

  @Test("what is kept no longer is on no page of a branch")
  func forgotten() throws {
    let world = try HistoryWorld()
    for hour in 0...3 { try world.integrate("parser", branch: hour < 2 ? "old" : "main", hour: hour) }
    try world.store.keep(base: "main", of: "parser")
    var settings = Bot(name: "parser", repository: "/srv/parser")
    settings.keep.integrations = 3
    let after = AfterIntegration(state: world.state, templates: nil, store: world.store) { Issue.record($0) }
    after.settle([], ["parser": settings])
    #expect(world.read(page("old"))?.contains("../2/index.html") == true)
    #expect(world.read(page("old"))?.contains("../1/index.html") == false)
  }

  @Test("a branch of which all that fails is silenced says so, and is not painted red")
  func silenced() throws {
    let world = try HistoryWorld()
    try world.integrate("parser", publish: false)
    try world.store.keep(base: "main", of: "parser")
    try world.integrate("parser", branch: "quiet", hour: 1) { report in
      report.fail([.failed])
      report.result = .succeeded
      report.comparedWith = Comparison(integration: 1, coverage: nil)
      var base = BaseComparison(
        branch: "main", integration: 1, commit: CommitID(String(repeating: "a", count: 40)))
      base.tests = .init(
        total: 12, added: 0, gone: 0, newlyFailing: ["ParserTests.HelpTests/testCase0_isRight"], mended: [])
      report.comparedWith?.base = base
    }
    let table = try #require(world.read("bots/parser/branches.html"))
    #expect(table.contains(">1 silenced</a>") && table.contains(">1 newly failing, silenced<"))
    #expect(!table.contains("n missed"))
    let feature = try #require(world.read(page("quiet")))
    #expect(feature.contains("Against main in #1: 1 test newly failing, silenced; "))
  }
}
