import Coverage
import Foundation
import Model
import Templates

@testable import Reports
@testable import SamplePages

extension ShapeSample {
  /// The pages above one integration: of a bot with everything, and of one with nothing.
  static var upperViews: [SitePage.View] {
    let site = HistorySite(templates: TemplateLibrary(names: []) { _ in nil }, assets: [])
    let bare = BotInput(bot: KnownBot(id: "bare", name: "Bare", path: nil), past: [], withPages: [])
    let (full, detail) = (Self.history, Self.detail)
    var watched = full
    watched.bot.path = nil
    var unmade = bare
    unmade.bot.path = "/bare"
    let twins = (0...12).map { number in
      var twin = watched
      twin.bot.id = BotID("twin\(number)")
      return twin
    }
    let blocks = [0, 1, 2].map { HistoryBlock(index: $0) }
    let many = (0...120).map { number in
      var one = number % 2 == 0 ? bare : watched
      one.bot.id = BotID("many\(number)")
      return one
    }
    // What stands for a bot is a page of its own here.
    func allBots(_ inputs: [BotInput]) -> [SitePage] {
      site.allBots(inputs.map { BotCard($0) }, text: { Array($0.rawValue.utf8) }) { id, _ in
        inputs.first { $0.bot.id == id }
      }
    }
    var pages = allBots([full, watched, bare, unmade] + twins) + allBots([]) + allBots([full] + many)
    pages += [full, watched, bare].map(site.cardPage)
    pages += site.bot(full, detail)
    pages += site.bot(bare, BotDetail())
    pages.append(site.block(blocks[1], full, older: blocks[0], newer: blocks[2]))
    pages.append(site.block(blocks[0], bare, older: nil, newer: nil))
    pages += [site.test(test), site.test(nothing), site.test(brief), site.issue(issue), site.issue(unknown)]
    pages += [CompareSample.input(), CompareSample.rebuilt(), CompareSample.bare()].map(site.compare)
    pages += detail.branches.prefix(2).map { site.branch($0, full, detail) }
    pages.append(site.branch(BranchLine("none", past: []), bare, BotDetail()))
    pages.append(site.running(full, full.activity.running.map(HistorySample.live), heard: ShapeSample.moment))
    pages.append(site.running(bare, [], heard: ShapeSample.moment))
    return pages.compactMap(\.view)
  }

  private static var test: TestPageInput {
    var input = HistorySample.test()
    input.story.nextName = (id: input.story.test.id, from: 104, branch: "main")
    input.story.nextGone = 104
    input.story.absences = [
      .init(branch: "main", since: 104, until: 104, commit: CommitID(String(repeating: "a", count: 40)))
    ]
    input.story.test.first?.integration = 104
    input.story.namesElsewhere = [.init("T.S/b", last: 104, branch: "main", otherwiseOn: "next")]
    input.paged.formUnion(input.story.formerNames.map(\.id))
    input.hasPage = { _, _ in true }
    input.executes = ExecutedByTest(
      functions: (0..<501).map { number in
        .init(name: "f\(number)()", path: "Sources/Sample/Sample.swift", line: number, isOnly: number == 0)
      }, outcome: .failed, commit: input.story.entries.first?.commit)
    return input
  }

  private static var issue: IssuePageInput {
    var input = HistorySample.issue()
    for index in input.story.entries.indices {
      input.story.entries[index].isLimited = index == 3
      input.told[input.story.entries[index].integration] = ["a"]
    }
    input.hasPage = { _, _ in true }
    return input
  }

  private static var unknown: IssuePageInput {
    let issue = Model.Issue(
      kind: .testFailure, message: "m", target: nil, file: nil, line: nil, test: "T.S/a", since: 1,
      identity: .make(test: "T.S/a", outcome: .failed))
    var input = IssuePageInput(
      bot: KnownBot(id: "bare", name: "Bare", path: nil), story: IssueStory(issue))
    // Each branch may call its test otherwise since.
    for (number, branch) in [(2, "main"), (1, "next")] as [(IntegrationNumber, BranchName)] {
      var entry = IssueStory.Entry(number, started: moment, .unresolved)
      entry.branch = branch
      input.story.entries.append(entry)
      input.story.renamings[branch] = .init(to: "T.S/b", first: 3, last: 3)
      if branch == "next" { input.story.renamings[branch]?.back = 3 }
      input.story.formerNames.append(
        .init(
          number == 2 ? "T.S/b" : "T.S/c", since: number == 2 ? nil : 2, until: 3, branch: branch))
    }
    input.withPages = [2, 3]
    input.pagedIssues = [.make(test: "T.S/b", outcome: .failed)]
    // Nothing leads to a commit where neither a page nor a forge has it.
    input.suspected = HistorySample.issue().suspected
    return input
  }

  private static var nothing: TestPageInput {
    TestPageInput(
      bot: KnownBot(id: "bare", name: "Bare", path: nil),
      story: TestStory(KnownTest(id: "T.S/x", library: .xctest, target: "T")))
  }

  /// Of a test that never went wrong, and is gone.
  private static var brief: TestPageInput {
    var input = nothing
    (input.isBrief, input.asOf, input.withPages) = (true, 2, [2])
    (input.story.test.file, input.story.test.line) = ("Tests/T/S.swift", 3)
    let commit = CommitID(String(repeating: "a", count: 40))
    input.story.gone = [
      .init(branch: "main", since: 2, commit: commit), .init(branch: nil, since: 1, commit: nil),
    ]
    return input
  }

  private static var history: BotInput {
    let results = IntegrationResult.allCases
    let counts = OutcomeCounts(full.tests)
    let past = (1...60).reversed().map { number in
      var past = PastIntegration(number: IntegrationNumber(number), started: moment, processID: 1)
      past.branch = number % 3 == 1 ? "other" : "main"
      past.commit = CommitID(String(repeating: "a", count: 38) + "\(number + 10)")
      past.subject = "S"
      past.changes = number % 2 == 0
      past.isPinned = number % 7 == 0
      past.result = results[number % results.count]
      past.ended = moment
      past.seconds = 60
      past.sentence = "1 of 2 tests failed. 2 lines did not run."
      (past.author, past.isClean, past.isLimited) = ("A", number % 5 == 0, number == 13)
      (past.testsAdded, past.testsGone, past.newIssues) = (1, 2, 3)
      (past.linesMore, past.isUnequal) = (4, number % 2 == 0)
      past.toolchain = number > 30 ? "Swift 2" : "Swift 1"
      past.tests = counts
      // What is newest need not be what was measured last.
      past.lines = number == 60 ? nil : LineCounts(executable: 3 + number, executed: 2, partial: 1)
      return past
    }
    var activity = BotNow()
    activity.running = [
      BotNow.Running(number: 61, branch: "main", since: moment),
      BotNow.Running(number: 63, branch: "main", since: moment),
      BotNow.Running(number: 62, branch: nil, since: moment),
    ]
    activity.running[0].progress = PhaseProgress(.test, done: 1, total: 2)
    activity.running[0].progress.verdict = "All passed"
    activity.running[2].search = "to find which of 12 commits broke T.A/test"
    activity.running[0].expectedEnd = moment + 9
    activity.running[1].expectedEnd = moment - 9
    activity.running[2].expectedEnd = moment + 600
    activity.waiting = [HistorySample.place("main", waitsFor: "it waits")]
    activity.problems = ["a.yaml:1:1: no"]
    activity.trouble = "no"
    activity.unread = ["main names what cannot be read"]
    activity.pause = Pause(since: moment, reason: "A reason")
    activity.due = moment
    activity.inquiry = Inquiry("sample", 60, "T.A/test", since: moment)
    var input = BotInput(
      bot: KnownBot(id: "sample", name: "Sample", path: "/sample"), past: past,
      withPages: Set(past.map(\.number)), activity: activity)
    (input.bot.base, input.bot.isBaseGone) = ("main", true)
    (input.ofBase, input.beside) = (past.filter { $0.branch == "main" }, Array(past.prefix(20)))
    input.merged = ["main", "other"]
    return input
  }

  private static var detail: BotDetail {
    var detail = BotDetail()
    let phases = Phase.Kind.allCases.map { Phase(name: $0, status: .passed, seconds: 1) }
    for number in 1...60 { detail.phases[IntegrationNumber(number)] = phases }
    detail.slowest = (
      60, [TimedTest(id: "A.B/c", library: .xctest, target: "A", seconds: 1)], KnownTimes(tests: 2, timed: 1)
    )
    detail.failing = (0...8).map { place in
      FailingTest(
        id: TestID("A.B/c\(place)"), library: .xctest, target: "A", failures: 2,
        outcomes: [
          EarlierOutcome(integration: 60, outcome: .failed),
          EarlierOutcome(integration: 59, outcome: .passed),
        ])
    }
    detail.failingAmong = 100
    (detail.scores.count, detail.scores.total, detail.scores.leftOut) = (50, 500, 400)
    detail.scores.misses = (1...11).map { _ in
      .init(SelectionScore.Miss(test: "A.B/c", why: "it had executed nothing"), in: 60)
    }
    let all = history.past
    detail.ofBase = all.map { past in
      var past = past
      past.started = moment - Double(past.number.value) * 86400
      return past
    }
    detail.branches = (0...25).map { number in
      var past = all.filter { $0.branch == (number == 0 ? "main" : "other") }
      if number > 0, past.first?.base == nil {
        var base = PastIntegration.BaseFigures(integration: 1)
        (base.testsAdded, base.testsGone, base.newlyFailing, base.mended) = (4, 1, 1, 1)
        base.linesMore = 7
        for index in past.indices { (past[index].base, past[index].author) = (base, "A") }
      }
      var line = BranchLine(number == 0 ? "main" : BranchName("other\(number)"), past: past)
      line.isBase = number == 0
      line.distance = (number == 2 ? 0 : 1, 2)
      line.isMerged = number == 2
      if number == 2 { for index in line.past.indices { line.past[index].result = .testFailures } }
      return line
    }
    detail.blocks = [HistoryBlock(index: 0), HistoryBlock(index: 1)]
    detail.green = 59
    detail.latestExports = ["report.json"]
    detail.greenExports = ["report.json"]
    detail.settings = Bot(name: "Sample", repository: "/sample")
    return detail
  }
}
