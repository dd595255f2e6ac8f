import Foundation
import FoundationXML
import Model
import Testing

@testable import Reports
@testable import SamplePages

@Suite struct HistorySiteTests {
  @Test("every link and anchor of the pages above the integrations leads somewhere")
  func linksResolve() throws {
    let site = SiteReader(try HistorySample.pages(), besides: HistorySample.besides, at: "")
    #expect(site.pages.count == 2 + 2 + 15 + 1 + 3 + 1 + 1)
    #expect(site.brokenLinks.isEmpty)
  }

  @Test("nothing of what a template says to its authors stands on a page")
  func begin() throws {
    for (path, page) in try HistorySample.pages() where path.hasSuffix(".html") {
      #expect(page.hasPrefix("<!DOCTYPE html>"), "\(path): \(page.prefix(80))")
    }
  }

  @Test("warnings are drawn where there are some, the compiler's and the analyzers' apart")
  func warnings() throws {
    let name = "bots/stack/index.html"
    #expect(try HistorySample.pages()[name]?.contains("trend-warnings") == false)
    var input = HistorySample.input()
    for place in input.past.indices {
      (input.past[place].warnings, input.past[place].analyzerWarnings) = (2, 1)
    }
    let page = try #require(try HistorySample.pages(input, HistorySample.detail())[name])
    #expect(
      page.contains("trend-warnings") && page.contains("2 warnings of the compiler, 1 of the analyzers"))
    #expect(page.contains("of analyzers"))
  }

  @Test("lines that are counted at least or at most are told so in trends, numbers, card and badge")
  func bounds() throws {
    var input = HistorySample.input()
    for place in input.past.indices { input.past[place].linesBound = .tooHigh }
    let pages = try HistorySample.pages(input)
    let page = try #require(pages["bots/stack/index.html"])
    #expect(page.contains("at least 683 of 4,785 lines not executed, at most 4,102 executed"))
    #expect(page.contains(">at least 683</a>") && page.contains(">at most 4,102</a>"))
    #expect(pages["index.html"]?.contains("at least 683") == true)
    #expect(pages["bots/stack/badge.svg"]?.contains("at least 683 lines not executed") == true)
    for place in input.past.indices { input.past[place].lines = LineCounts(executable: 3, executed: 3) }
    let badge = try #require(try HistorySample.pages(input)["bots/stack/badge.svg"])
    #expect(badge.contains("every counted line ran, as far as is known"))
  }

  @Test("an issue that is gone with its test wears no tick, and one that was resolved does")
  func goneIssue() throws {
    var input = HistorySample.issue()
    input.story.entries.removeAll()
    var entry = IssueStory.Entry(3, started: Date(timeIntervalSince1970: 0), .resolved)
    entry.branch = "main"
    func badge(isTestGone: Bool) throws -> String? {
      entry.isTestGone = isTestGone
      input.story.entries = [entry]
      let site = HistorySite(templates: Sample.library(), assets: [])
      let page = String(decoding: try site.issue(input).bytes(), as: UTF8.self)
      return page.split(separator: "<h1").first.flatMap { head in
        ["✓", "⊘"].first { head.contains($0) }
      }
    }
    #expect(try badge(isTestGone: true) == "⊘")
    #expect(try badge(isTestGone: false) == "✓")
  }

  @Test("of a suite that moved each test counts where two are compared, as in the sentence")
  func movedSuite() throws {
    var input = CompareSample.input()
    for name in ["a", "b"] {
      var test = TestRename(from: TestID("T.A/\(name)"), to: TestID("T.B/\(name)"), how: .moved)
      test.isInSuite = true
      input.difference.tests?.renamed.append(test)
    }
    input.difference.tests?.suites = [SuiteRename(from: "T.A", to: "T.B", tests: 2)]
    let site = HistorySite(templates: Sample.library(), assets: [])
    let page = String(decoding: try site.compare(input).bytes(), as: UTF8.self)
    #expect(page.contains("1 renamed and 2 moved") || page.contains("1 renamed, 2 moved"))
    #expect(page.contains(#"Tests renamed or moved <span class="count">3</span>"#))
  }

  @Test("sizes of archives are drawn where there are some")
  func archives() throws {
    let name = "bots/stack/index.html"
    #expect(try HistorySample.pages()[name]?.contains("trend-archives") == false)
    var detail = HistorySample.detail()
    let numbers = HistorySample.input().face.map(\.number)
    for number in numbers { detail.archives[number] = [ArchivedSize(product: "tool", bytes: 2000)] }
    let page = try #require(try HistorySample.pages(HistorySample.input(), detail)[name])
    #expect(page.contains("trend-archives") && page.contains("tool 2.0 kB"))
  }

  @Test("an integration without pages has its row and its reason, and no link")
  func withoutPages() throws {
    let pages = try HistorySample.pages()
    for name in ["bots/stack/index.html", "bots/stack/history/101-200.html"] {
      let page = try #require(pages[name])
      #expect(page.contains("<tr id=\"i101\" class=\"bad\"><th scope=\"row\">#101</th>"), "\(name)")
      #expect(page.contains("Its process was killed before its report was written."), "\(name)")
      #expect(!page.contains("101/index.html"), "\(name)")
    }
  }

  @Test("what runs, what waits and what is broken in the bot file are told on both pages")
  func activity() throws {
    let pages = try HistorySample.pages()
    for name in ["index.html", "bots/stack/index.html"] {
      let page = try #require(pages[name])
      #expect(page.contains("test, 87 of 549 tests"), "\(name)")
      #expect(page.contains("cccccccc of main: the only worker is busy"), "\(name)")
      #expect(page.contains("stack.yaml:3:1: there is no key `brnaches`"), "\(name)")
    }
  }

  @Test("what waits of one branch is one line on each page, with the newest commit's subject and author")
  func waiting() throws {
    var input = HistorySample.input()
    let first = HistorySample.place("main", waitsFor: "the only worker is busy")
    var newest = HistorySample.place("main", waitsFor: "waits for cccccccc of main")
    newest.pending.turn += 1
    newest.pending.request.commit = CommitID(String(repeating: "d", count: 40))
    newest.told = QueuePlace.Told(subject: "Mend <it>", author: "Ada")
    input.activity.waiting = [first, newest]
    let words =
      "2 commits of main, cccccccc … dddddddd (Mend &lt;it&gt;, by Ada): the only worker is busy"
    let site = HistorySite(templates: Sample.library(), assets: [])
    let running = String(decoding: try site.running(input, [], heard: Date()).bytes(), as: UTF8.self)
    let pages = try HistorySample.pages(input)
    for page in [running, pages["index.html"], pages["bots/stack/index.html"]] {
      #expect(page?.contains(words) == true && page?.contains("waits for cccccccc") == false)
    }
  }

  @Test("that less than a minute is left is told as now, not as this very minute")
  func soon() throws {
    var input = HistorySample.input()
    let now = HistorySample.date(106)
    (input.activity.running[0].expectedEnd, input.activity.moment) = (now + 40, now)
    let index = try #require(try HistorySample.pages(input)["index.html"])
    #expect(index.contains("should end about now") && !index.contains("should end about <time"))
    let site = HistorySite(templates: Sample.library(), assets: [])
    let lives = input.activity.running.map(LiveIntegration.init)
    let page = String(decoding: try site.running(input, lives, heard: now).bytes(), as: UTF8.self)
    #expect(page.contains("should end about now") && !page.contains("should end about <time"))
  }

  @Test("when what runs should end, and that it should have ended, is told by when the page was made")
  func ends() throws {
    var input = HistorySample.input()
    func page(end: Date, now: Date) throws -> String {
      input.activity.running[0].expectedEnd = end
      input.activity.moment = now
      return try #require(try HistorySample.pages(input)["index.html"])
    }
    let (early, late) = (HistorySample.date(106), HistorySample.date(107))
    let inTime = try page(end: late, now: early)
    #expect(inTime.contains("should end about <time") && !inTime.contains("longer than usual"))
    #expect(inTime.contains("As of <time class=\"as-of\" datetime=\"\(early.formatted(.iso8601))\""))
    let tooLate = try page(end: early, now: late)
    #expect(tooLate.contains("longer than usual") && !tooLate.contains("should end about"))
  }

  @Test("of what begins and should end in the same minute its seconds are told")
  func seconds() throws {
    let input = HistorySample.input()
    func page(seconds: Double) throws -> String {
      var running = input.activity.running[0]
      running.expectedEnd = running.since + seconds
      let site = HistorySite(templates: Sample.library(), assets: [])
      let page = site.running(input, [LiveIntegration(running)], heard: HistorySample.date(106))
      return String(decoding: try page.bytes(), as: UTF8.self)
    }
    let short = try page(seconds: 3)
    #expect(short.contains("</time>, should take about 3") && !short.contains("should end about"))
    let long = try page(seconds: 230)
    #expect(!long.contains("should take about") && long.contains("should end about <time"))
  }

  @Test("a red branch that is all in the base branch is told as merged, and not counted")
  func merged() throws {
    var input = HistorySample.input()
    input.bot.base = "main"
    var red = HistorySample.past(100)
    red.result = .testFailures
    input.beside = [red]
    #expect(BotCard(input).redOthers == 1)
    input.merged = ["release/1"]
    #expect(BotCard(input).redOthers == 0 && BotCard(input).merged == 1 && BotCard(input).others == 0)
    let words = "merged: all of it is in main"
    #expect(try HistorySample.pages(input)["index.html"]?.contains(words) == true)
    var detail = HistorySample.detail()
    detail.branches = HistorySample.branches()
    detail.branches[1].distance = (ahead: 0, behind: 12)
    detail.branches[1].isMerged = true
    func table() throws -> String {
      try #require(try HistorySample.pages(input, detail)["bots/stack/branches.html"])
    }
    #expect(try table().contains(words), "green as it is")
    detail.branches[1].past[0].result = .testFailures
    detail.branches[0].past[0].result = .succeeded
    let text = try table()
    #expect(text.contains(words))
    #expect(text.contains("<h1>The only branch is green, not counting 1 that is merged.</h1>"))
    detail.branches[1].distance = (ahead: 1, behind: 12)
    detail.branches[1].isMerged = false
    #expect(try table().contains("<h1>1 of 2 branches is not green.</h1>"))
  }

  @Test("the newest page of a history is not said to hold more than there is")
  func newestBlock() throws {
    #expect(HistoryBlock(index: 0).label(upTo: 41) == "#1–41")
    #expect(HistoryBlock(index: 0).label(upTo: 141) == "#1–100")
    #expect(HistoryBlock(index: 1).label(upTo: 101) == "#101")
    let page = try #require(try HistorySample.pages(HistorySample.input())["bots/stack/index.html"])
    #expect(page.contains(">#101–105</a>") && page.contains(">#1–100</a>"))
  }

  @Test("limited integrations are in the history, and have no head, no badge, no address and no trend")
  func onlyLimited() throws {
    var input = HistorySample.input()
    for index in input.past.indices { input.past[index].isLimited = true }
    #expect(input.face.isEmpty && input.newestEnded == nil)
    let page = try #require(try HistorySample.pages(input)["bots/stack/index.html"])
    #expect(page.contains("Only limited integrations") && page.contains("none of them speaks for the whole"))
  }

  @Test("a bot that is paused, or has no repository or no good settings, says so on both pages")
  func troubles() throws {
    var input = HistorySample.input()
    input.activity.pause = Pause(since: HistorySample.date(105), reason: "<a conference>")
    input.activity.trouble = "there is no such folder"
    input.activity.keepsSettings = false
    let pages = try HistorySample.pages(input)
    for name in ["index.html", "bots/stack/index.html"] {
      let page = try #require(pages[name])
      #expect(page.contains("&lt;a conference&gt;"), "\(name)")
      #expect(page.contains("It cannot be read: there is no such folder"), "\(name)")
      #expect(page.contains("until it is mended, nothing is integrated."), "\(name)")
    }
    let told = "1 integration runs, 1 waits, 1 bot paused, 1 bot file with mistakes, 1 repository that cannot"
    #expect(pages["index.html"]?.contains(told) == true)
  }

  @Test(
    "the trends have each value as a title and in a table, gaps, and marks where the toolchain changed"
  )
  func trends() throws {
    let page = try #require(try HistorySample.pages()["bots/stack/index.html"])
    #expect(page.contains("683 of 4,785 lines not executed, 4,102 executed, 262 of them partly"))
    #expect(page.contains("#104 test failures, "))
    #expect(page.contains("547 passed, 2 failed</title>"))
    #expect(page.contains("build 1 min 01 s, test 9.4 s</title>"))
    #expect(page.contains("other branches and limited integrations left out"))
    #expect(page.contains("the toolchain changed from Swift 6.3.0 to Swift 6.3.1"))
    #expect(page.components(separatedBy: "class=\"mark\"").count == 4)
    // #95 had neither tests nor lines, #101 no phases either.
    #expect(page.components(separatedBy: "class=\"gap\"").count == 1 + 2 + 2 + 1)
    #expect(page.contains("<a href=\"104/tests.html#failed\">2</a>"))
  }

  @Test("the sum of a column stays true when its small parts are raised to be seen")
  func heights() {
    let heights = StackedChart.heights([1, 0, 999], highest: 1000)
    #expect(heights[0] == 3.2 && heights[1] == 0)
    #expect(abs(heights.reduce(0, +) - 100) < 0.001)
    #expect(StackedChart.heights([], highest: 10).isEmpty)
  }

  @Test("a bot before its first integration, and no bot at all, have pages")
  func nothing() throws {
    let bot = KnownBot(id: "new", name: "New", path: nil)
    let input = BotInput(bot: bot, past: [], withPages: [])
    let site = SiteReader(try HistorySample.pages(input, BotDetail()), besides: [], at: "")
    #expect(site.brokenLinks.isEmpty)
    let empty = HistorySite(templates: Sample.library(), assets: [])
    let page = String(decoding: try empty.allBots([])[0].bytes(), as: UTF8.self)
    #expect(page.contains("No bot integrated anything yet."))
  }

  @Test("a bot with a file is integrated by its name, and what may be secret is not shown")
  func settings() throws {
    var input = HistorySample.input()
    input.bot.path = nil
    let page = try #require(try HistorySample.pages(input)["bots/stack/index.html"])
    #expect(page.contains("bothy integrate stack") && page.contains("on each commit"))
    #expect(page.contains("CI_KEY") && page.contains("TOKEN"))
    #expect(!page.contains("not to be shown") && !page.contains("not-to-be-shown"))
    let local = try #require(try HistorySample.pages()["bots/stack/index.html"])
    #expect(local.contains("bothy run /srv/git/stack"))
  }

  @Test("the blocks of the history are named by their numbers, and only their own names are theirs")
  func blocks() {
    #expect(HistoryBlock(of: 100).page == "history/1-100.html")
    #expect(HistoryBlock(of: 101).page == "history/101-200.html")
    #expect(HistoryBlock(file: "101-200.html") == HistoryBlock(index: 1))
    for name in ["102-200.html", "101-200.html.new-7", "0-99.html", "x", "-5.html", "101-200.HTML"] {
      #expect(HistoryBlock(file: name) == nil, "\(name)")
    }
  }

  @Test("the name of a test is found in its id")
  func names() {
    func name(_ id: TestID, _ library: TestLibrary = .xctest) -> String {
      TestWords.sentence(id: id, library: library, target: "StackTests")
    }
    #expect(name("StackTests.StackTests/testPop_fromEmptyStack_isNil") == "pop, from empty stack, is nil")
    #expect(name("StackTests.pushes(_:)", .swiftTesting) == "pushes")
    #expect(name("StackTests.Suite/`a / b`()", .swiftTesting) == "a / b")
  }

  @Test("the badge tells in words, is fit for XML, and holds no script", arguments: Sample.hostileWords)
  func badge(word: String) throws {
    var input = HistorySample.input()
    input.bot.name = word
    let badge = try #require(try HistorySample.pages(input)["bots/stack/badge.svg"])
    let reader = XMLCheck(badge)
    #expect(reader.isWellFormed, "\(badge)")
    #expect(reader.elements.isSubset(of: ["svg", "title", "clipPath", "rect", "g", "path", "text"]))
    #expect(badge.contains("test failures · 683 lines not executed</title>"))
  }
}

/// Whether a text is XML, by Foundation's reader.
final class XMLCheck: NSObject, XMLParserDelegate {
  private(set) var elements: Set<String> = []
  private(set) var isWellFormed = false

  init(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    isWellFormed = parser.parse()
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements.insert(name)
  }
}

@Suite struct HostileHistoryTests {
  @Test("a hostile word anywhere in a history stays a word", arguments: Sample.hostileWords)
  func staysAWord(word: String) throws {
    let site = SiteReader(try HistorySample.hostile(word), besides: HistorySample.besides, at: "")
    let plain = SiteReader(try HistorySample.hostile("plain"), besides: HistorySample.besides, at: "")
    #expect(site.brokenLinks.isEmpty)
    for (name, text) in try HistorySample.hostile(word) where name.hasSuffix(".html") {
      #expect(HostileTests.kinds(site.pages[name]).subtracting(HostileTests.kinds(plain.pages[name])).isEmpty)
      for scalar in ["\u{202E}", "\u{1B}", "\u{0}", "\u{7}", "\r"] as [Unicode.Scalar] {
        #expect(!text.unicodeScalars.contains(scalar), "\(name) has U+\(String(scalar.value, radix: 16))")
      }
      #expect(text.utf8.count < 300_000, "\(name)")
    }
  }
}
