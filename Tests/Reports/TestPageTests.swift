import Foundation
import Model
import Testing

@testable import Reports
@testable import SamplePages

@Suite("The page of a test") struct TestPageTests {
  @Test("no two names share an address, and each address is a plain file name of some length")
  func addresses() {
    let long = String(repeating: "veryLong", count: 2000)
    let names: [TestID] = [
      "T.S/a", "T.S/A", "T/S.a", "T.S/a/b", "T.S/a b", "T.S/a  b", "T.S/`ü?#%`", "T.S/", "../../x", ".", "-",
      "",
      "T.S/\u{0}", "T.S/\n", "T.S/a(_:)", "T.S/a(_:_:)", "\u{1F600}", TestID(long), TestID(long + "x"),
      TestID("x" + long), "T.S/e\u{301}", "T.S/\u{E9}",
    ]
    let pages = names.map { TestAddress.page(of: $0) }
    #expect(Set(pages.map { $0.lowercased() }).count == names.count)
    for page in pages {
      #expect(
        page.wholeMatch(of: /tests\/([A-Za-z0-9][A-Za-z0-9_.\-]{0,60}-)?[0-9a-f]{32}\.html/) != nil, "\(page)"
      )
    }
    // What was bookmarked goes on meaning the same test.
    #expect(
      TestAddress.page(of: "ParserTests.HelpTests/testVersion")
        == "tests/ParserTests.HelpTests-testVersion-\(Self.mark).html")
  }

  private static let mark = "f9e4e1c0f72da476f7a522fce7af3e7b"

  @Test("the page tells outcomes by branch, causes with their first and last, durations, code and output")
  func told() throws {
    let pages = try HistorySample.pages()
    let path = "bots/stack/" + TestAddress.page(of: HistorySample.test().story.test.id)
    let page = try #require(pages[path])
    #expect(page.contains("<h1>pop, from empty stack, is nil</h1>"))
    #expect(
      page.contains("Flaky once in its last 44, failed in 2 and crashed in 1 of them; passed in #"))
    #expect(
      page.contains("Called StackTests.StackTests/testPopNothing until <a href=\"../79/index.html\">#79</a>"))
    #expect(
      page.contains(
        "<strong>3 times, told a little otherwise too</strong>, first in <a href=\"../88/index.html\">"))
    #expect(page.contains("<strong>once</strong>, in <a href=\"../103/index.html\">#103</a>"))
    #expect(page.contains("<title>#104 on main, 2026-11-27 "))
    #expect(page.contains("as of <a href=\"../104/index.html\">#104</a>"))
    #expect(page.contains("XCTAssertNil") && page.contains("&lt;&amp; nothing"))
    #expect(page.contains("popping &lt;nothing&gt;"))
    #expect(page.contains("of the 10 before"))
    let bot = try #require(pages["bots/stack/index.html"])
    #expect(bot.contains("href=\"\(TestAddress.page(of: HistorySample.test().story.test.id))\""))
  }

  @Test("the code of a test ends with its own brace, with what stands further out, or where enough is shown")
  func code() {
    func lines(_ text: String) -> [Substring] {
      text.split(separator: "\n", omittingEmptySubsequences: false)
    }
    #expect(
      TestPage.end(from: 2, lines("class A {\n  func a() {\n    if b {\n    }\n  }\n  func c() {}\n}")) == 5)
    #expect(TestPage.end(from: 1, lines("func a() { b() }\nfunc c() {}")) == 1)
    #expect(TestPage.end(from: 2, lines("class A {\n  let a = 1\n\n}\n")) == 3)
    #expect(TestPage.end(from: 1, lines("")) == 1)
    #expect(TestPage.end(from: 9, lines("a")) == 9)
    #expect(TestPage.end(from: 1, lines(String(repeating: "x\n", count: 200))) == 80)
  }

  @Test("a measured number has four figures, however large or small it is")
  func numbers() {
    let told = [0.00123456, 12.3456, 0.5, 1234567.8, -0.02, 0, 999.96, 1e-30, .infinity].map(
      TestStory.Series.figure)
    #expect(
      told == ["0.001235", "12.35", "0.5000", "1,234,568", "-0.02000", "0", "1000.0", "0.000000000000", "–"])
  }

  @Test(
    "of the cases of a test it is told how many failed, and which did not run where others did",
    arguments: [
      ([TestOutcome.passed, .skipped], TestOutcome.passed, "2 cases, 1 skipped"),
      ([.passed, .failed, .notRun], .failed, "1 of 3 cases failed, 1 not run"),
      ([.skipped, .skipped], .skipped, "2 cases"), ([.passed], .passed, "1 case"),
    ])
  func cases(outcomes: [TestOutcome], outcome: TestOutcome, words: String) {
    var test = TestCase(
      id: "T.S/a(_:)", library: .swiftTesting, target: "T", suite: "S", name: "a(_:)", outcome: outcome)
    test.arguments = outcomes.enumerated().map { TestArgument(name: "\($0.offset)", outcome: $0.element) }
    #expect(TestsPage.cases(of: test) == words)
  }
}
