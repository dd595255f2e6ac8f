import Coverage
import Foundation
import Model
import Reports

/// A bot with a history of everything.
enum HistorySample {
  static let path = "/srv/git/stack"

  static func pages(
    _ input: BotInput = input(), _ detail: BotDetail = detail(), others: [BotInput] = [],
    assets: [SiteInput.Asset] = Sample.input().assets
  ) throws -> [String: String] {
    let site = HistorySite(templates: Sample.library(), assets: assets)
    let folder = "bots/\(input.bot.id)/"
    var pages: [String: [UInt8]] = [:]
    for page in try site.allBots([input] + others) { pages[page.path] = try page.bytes() }
    for page in site.bot(input, detail) { pages[folder + page.path] = try page.bytes() }
    let running = site.running(input, input.activity.running.map(live), heard: date(106))
    pages[folder + running.path] = try running.bytes()
    if input.bot.id == "stack" {
      var one = test()
      one.withPages = input.withPages
      let page = site.test(one)
      pages[folder + page.path] = try page.bytes()
      var told = issue()
      told.withPages = input.withPages
      let issue = site.issue(told)
      pages[folder + issue.path] = try issue.bytes()
      var both = CompareSample.input()
      // Of a site with the pages of one integration alone.
      if !input.withPages.contains(103) { both.hasPage = { _, _ in false } }
      let compared = site.compare(both)
      pages[folder + compared.path] = try compared.bytes()
      for branch in detail.branches {
        let page = site.branch(branch, input, detail)
        pages[folder + page.path] = try page.bytes()
      }
    }
    for file in site.assetFiles {
      pages[file.path] = try file.bytes()
      pages[folder + file.path] = try file.bytes()
    }
    for (position, block) in detail.blocks.enumerated() {
      var older = input
      older.past = input.past.filter { block.numbers.contains($0.number.value) }
      pages[folder + block.page] = try site.block(
        block, older, older: position > 0 ? detail.blocks[position - 1] : nil,
        newer: position + 1 < detail.blocks.count ? detail.blocks[position + 1] : nil
      ).bytes()
    }
    return pages.mapValues { String(decoding: $0, as: UTF8.self) }
  }

  /// What runs has told a failure and a few lines.
  static func live(_ running: BotNow.Running) -> LiveIntegration {
    var live = LiveIntegration(running)
    let failure = TestFailure(
      message: "failed - <no>", file: "Tests/StackTests/StackTests.swift", line: 5, kind: .assertion)
    (live.failures, live.failureCount) = ([("StackTests.StackTests/testPop", failure)], 3)
    live.log = Array("==> test\nTest Case '<b>' started\n".utf8)
    return live
  }

  /// What lies beside the pages: those of the integrations.
  static let besides: Set<String> = Set(
    withPages.flatMap { number in
      ["index", "tests", "coverage", "changes", "issues", "commits", "log"].map {
        "bots/stack/\(number.value)/\($0).html"
      }
    } + ["latest", "latest-green"].map { "bots/stack/\($0)/report.json" }
      + ["bots/stack/104/coverage/Tests/StackTests/StackTests.swift.html"])

  static let withPages = Set((66...104).map { IntegrationNumber($0) }).subtracting([101])

  static func input() -> BotInput {
    var activity = BotNow()
    var running = BotNow.Running(number: 105, branch: "main", since: date(105))
    running.progress = PhaseProgress(.test, done: 87, total: 549)
    activity.running = [running]
    activity.waiting = [place("main", waitsFor: "the only worker is busy")]
    activity.problems = ["stack.yaml:3:1: there is no key `brnaches`: did you mean `branches`?"]
    activity.due = date(110)
    return BotInput(
      bot: KnownBot(id: "stack", name: "Stack", path: path), past: (66...105).reversed().map(past),
      withPages: withPages, activity: activity)
  }

  static func place(_ branch: BranchName, waitsFor: String) -> QueuePlace {
    let request = PendingRequest(
      bot: "stack", branch: branch, commit: CommitID(String(repeating: "c", count: 40)), source: .commit,
      reason: "", queued: date(105))
    return QueuePlace(Pending(turn: 106, request: request, attempt: 0), waitsFor: waitsFor)
  }

  static func date(_ number: Int) -> Date {
    Date(timeIntervalSince1970: 1_795_000_000 + Double(number) * 7200)
  }

  static func past(_ number: Int) -> PastIntegration {
    var past = PastIntegration(number: IntegrationNumber(number), started: date(number), processID: 1)
    past.branch = number.isMultiple(of: 10) ? "release/1" : "main"
    past.commit = CommitID(String(repeating: "b", count: 40))
    past.subject = "Pop more"
    past.changes = number == 104
    guard number < 105 else { return past }
    past.result = .succeeded
    past.ended = date(number).addingTimeInterval(71)
    past.seconds = 71.3
    past.author = "Ada <& Lovelace>"
    past.isClean = number == 80
    (past.testsAdded, past.testsGone) = (number % 3, number % 4 == 0 ? 1 : 0)
    (past.newIssues, past.linesMore) = (number > 102 ? 1 : 0, number % 5 - 2)
    past.isUnequal = number > 102
    if past.branch == "release/1" {
      var base = PastIntegration.BaseFigures(integration: 69)
      (base.testsAdded, base.testsGone, base.newlyFailing, base.mended) = (4, 1, 1, 0)
      (base.linesMore, base.isUnequal) = (7, true)
      past.base = base
    }
    past.toolchain = number < 90 ? "Swift 6.3.0" : "Swift 6.3.1"
    past.sentence = "549 tests passed. 683 lines did not run, 12 fewer than in #\(number - 1)."
    var tests = OutcomeCounts()
    tests[.passed] = 549
    past.tests = tests
    past.lines = LineCounts(executable: 4785, executed: 4102, partial: 262)
    switch number {
    case 101:
      past.result = .internalError
      past.sentence = "its process was killed before its report was written"
      past.tests = nil
      past.lines = nil
      past.toolchain = nil
    case 103, 104:
      past.result = .testFailures
      past.sentence = "2 of 549 tests failed, 1 of them new. 683 lines did not run, as in #102."
      past.tests?[.failed] = 2
      past.tests?[.passed] = 547
    case 95:
      past.result = .buildErrors
      past.sentence = "The package did not build: 3 errors."
      past.tests = OutcomeCounts()
      past.lines = nil
    default: break
    }
    return past
  }

  static func branches() -> [BranchLine] {
    let all = (66...104).reversed().map(past)
    return ["main", "release/1"].map { name in
      var line = BranchLine(BranchName(name), past: all.filter { $0.branch?.rawValue == name })
      line.isBase = name == "main"
      line.distance = line.isBase ? nil : (ahead: 3, behind: 12)
      return line
    }
  }

  /// One test, renamed once, that failed in three ways.
  static func issue() -> IssuePageInput {
    let test: TestID = "StackTests.StackTests/testPop_fromEmptyStack_isNil"
    var story = IssueStory(
      Issue(
        kind: .testFailure, message: "XCTAssertNil failed: \"<104>\"", target: "StackTests",
        file: "Tests/StackTests/StackTests.swift", line: 5, test: test, since: 88,
        identity: .make(test: test, outcome: .failed)))
    story.entries = (88...104).reversed().compactMap { number in
      let past = past(number)
      let states: [Int: IssueStory.State] = [
        88: .new, 89: .unresolved, 90: .unresolved, 91: .resolved, 100: .cameBack, 104: .silenced,
      ]
      guard let state = states[number] ?? (number > 100 && number != 101 ? .unresolved : nil) else {
        return nil
      }
      var entry = IssueStory.Entry(IntegrationNumber(number), started: past.started, state)
      (entry.branch, entry.commit, entry.subject) = (past.branch, past.commit, past.subject)
      (entry.author, entry.isSeen) = ("Ada <Lovelace>", number != 90)
      (entry.file, entry.line) = ("Tests/StackTests/StackTests.swift", 5)
      return entry
    }
    let silence = Silence(
      .issue(story.issue.identity.rawValue), until: .resolved, reason: "waits for <the> next release",
      origin: .command, by: "ada", at: date(103))
    story.silencings = [
      .init(silence, endedIn: nil), .init(silence, endedIn: 91), .init(silence, endedIn: 0),
    ]
    var input = IssuePageInput(bot: KnownBot(id: "stack", name: "Stack", path: path), story: story)
    (input.withPages, input.paged, input.asOf) = (withPages, [test], 104)
    input.told = [100: ["ada@example.org, you changed StackTests.swift"]]
    let file = "Tests/StackTests/StackTests.swift"
    input.suspected = .init(
      [
        Suspicion(commit: Sample.commit("1", "Pop <more>"), ground: .changedLine(5, file)),
        Suspicion(commit: Sample.commit("2", "Push less"), ground: .touched(file)),
      ], in: 100, since: 99)
    input.hasPage = { number, _ in number == 104 }
    return input
  }

  static func test() -> TestPageInput {
    var known = KnownTest(
      id: "StackTests.StackTests/testPop_fromEmptyStack_isNil", library: .xctest, target: "StackTests")
    known.group = ["StackTests"]
    (known.file, known.line) = ("Tests/StackTests/StackTests.swift", 3)
    known.first = (3, date(3))
    (known.told, known.wentWrong, known.printed) = (104, 104, "popping <nothing>\n")
    var story = TestStory(known)
    story.entries = (60...104).reversed().filter { $0 != 101 }.map { number in
      let outcome: TestOutcome =
        switch number {
        case 104, 88: .failed
        case 103: .crashed
        case 90: .flaky
        case 70: .skipped
        default: .passed
        }
      let past = past(number)
      var entry = TestStory.Entry(
        EarlierOutcome(integration: IntegrationNumber(number), outcome: outcome), started: past.started)
      if number < 80 { entry.past.formerly = "StackTests.StackTests/testPopNothing" }
      (entry.branch, entry.commit, entry.subject) = (past.branch, past.commit, past.subject)
      entry.seconds = outcome == .skipped ? nil : 0.012 + Double(number % 7) / 1000
      if outcome.wentWrong {
        let text =
          outcome == .crashed ? "Fatal error: Index out of range" : "XCTAssertNil failed: \"\(number)\""
        entry.messages = [
          TestStory.Message(text: text, file: "Tests/StackTests/StackTests.swift", line: 5)
        ]
      }
      entry.measurements = [
        TestStory.Measured(
          metric: "Time, seconds", average: 0.0011 + Double(number % 5) / 10_000,
          relativeStandardDeviation: 3.4)
      ]
      return entry
    }
    var input = TestPageInput(bot: KnownBot(id: "stack", name: "Stack", path: path), story: story)
    (input.withPages, input.paged, input.asOf) = (withPages, [known.id], 104)
    input.hasPage = { number, page in number == 104 && page.hasPrefix("coverage/Tests/") }
    input.executes = ExecutedByTest(
      functions: [
        .init(name: "Stack.pop() -> A?", path: "Sources/Stack/Stack.swift", line: 5, isOnly: true),
        .init(name: "Stack.init()", path: "Sources/Stack/Stack.swift", line: 3, isOnly: false),
      ], outcome: .failed, commit: story.entries[0].commit)
    input.source = Array(
      """
      final class StackTests: XCTestCase {
        /// Nothing comes of nothing.
        func testPop_fromEmptyStack_isNil() {
          let stack = Stack<Int>()
          XCTAssertNil(stack.pop(), "<& nothing")
        }
      }

      """.utf8)
    return input
  }

  static func detail() -> BotDetail {
    var detail = BotDetail()
    for number in 66...104 where number != 101 {
      detail.phases[IntegrationNumber(number)] = [
        Phase(name: .checkout, status: .passed, seconds: 0.2),
        Phase(name: .build, status: .passed, seconds: 61), Phase(name: .test, status: .failed, seconds: 9.4),
      ]
    }
    detail.slowest = (
      104,
      [
        TimedTest(
          id: "StackTests.StackTests/testPopURLs", library: .xctest, target: "StackTests", seconds: 1.5),
        TimedTest(
          id: "StackTests.pushes(_:)", library: .swiftTesting, target: "StackTests", seconds: 0.5),
      ], KnownTimes(tests: 549, timed: 549)
    )
    detail.failing = [
      FailingTest(
        id: "StackTests.StackTests/testPop_fromEmptyStack_isNil", library: .xctest, target: "StackTests",
        failures: 7,
        outcomes: [
          EarlierOutcome(integration: 104, outcome: .failed),
          EarlierOutcome(integration: 103, outcome: .crashed),
          EarlierOutcome(integration: 102, outcome: .passed),
          EarlierOutcome(integration: 1, outcome: .timedOut),
        ])
    ]
    detail.failingAmong = 100
    detail.paged = ["StackTests.StackTests/testPop_fromEmptyStack_isNil"]
    detail.branches = branches()
    detail.ofBase = (20...104).reversed().map(past).filter { $0.branch == "main" }
    detail.blocks = [HistoryBlock(index: 0), HistoryBlock(index: 1)]
    detail.green = 102
    detail.latestExports = ["report.json"]
    detail.greenExports = ["report.json"]
    var settings = Bot(name: "Stack", repository: path)
    settings.secrets = ["TOKEN"]
    settings.environment = ["CI_KEY": "not to be shown"]
    settings.triggers = [
      Bot.Trigger(act: .webhook(url: "http://127.0.0.1/not-to-be-shown")),
      Bot.Trigger(act: .after(script: "./publish.sh")),
    ]
    detail.settings = settings
    return detail
  }
}
