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
    let full = history
    var watched = full
    watched.bot.path = nil
    var unknown = bare
    unknown.bot.path = "/bare"
    let blocks = [0, 1, 2].map { HistoryBlock(index: $0) }
    let pages =
      [site.allBots([full, watched, bare, unknown]), site.allBots([])] + site.bot(full, detail)
      + site.bot(bare, BotDetail())
      + [site.running(full, full.activity.running.map(HistorySample.live)), site.running(bare, [])]
      + [
        site.block(blocks[1], full, older: blocks[0], newer: blocks[2]),
        site.block(blocks[0], bare, older: nil, newer: nil),
      ]
    return pages.compactMap(\.view)
  }

  private static var history: BotInput {
    let results = IntegrationResult.allCases
    let past = (1...60).reversed().map { number in
      var past = PastIntegration(number: IntegrationNumber(number), started: moment, processID: 1)
      past.branch = number % 3 == 1 ? "other" : "main"
      past.commit = CommitID(String(repeating: "a", count: 40))
      past.subject = "S"
      past.changes = number % 2 == 0
      past.isPinned = number % 7 == 0
      past.result = results[number % results.count]
      past.ended = moment
      past.seconds = 60
      past.sentence = "1 of 2 tests failed. 2 lines did not run."
      past.toolchain = number > 30 ? "Swift 2" : "Swift 1"
      past.tests = OutcomeCounts(full.tests)
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
    activity.running[0].expectedEnd = moment + 9
    activity.running[1].expectedEnd = moment - 9
    activity.waiting = [HistorySample.place("main", waitsFor: "it waits")]
    activity.problems = ["a.yaml:1:1: no"]
    activity.trouble = "no"
    activity.pause = Pause(since: moment, reason: "A reason")
    activity.due = moment
    activity.inquiry = Inquiry("sample", 60, "T.A/test", since: moment)
    var input = BotInput(
      bot: KnownBot(id: "sample", name: "Sample", path: "/sample"), past: past,
      withPages: Set(past.map(\.number)), activity: activity)
    (input.bot.base, input.bot.isBaseGone) = ("main", true)
    (input.ofBase, input.beside) = (past.filter { $0.branch == "main" }, Array(past.prefix(20)))
    return input
  }

  private static var detail: BotDetail {
    var detail = BotDetail()
    let phases = Phase.Kind.allCases.map { Phase(name: $0, status: .passed, seconds: 1) }
    for number in 1...60 { detail.phases[IntegrationNumber(number)] = phases }
    detail.slowest = (60, [TimedTest(id: "A.B/c", library: .xctest, target: "A", seconds: 1)])
    detail.failing = [
      FailingTest(
        id: "A.B/c", library: .xctest, target: "A", failures: 2,
        outcomes: [
          EarlierOutcome(integration: 60, outcome: .failed),
          EarlierOutcome(integration: 59, outcome: .passed),
        ])
    ]
    detail.failingAmong = 100
    detail.blocks = [HistoryBlock(index: 0), HistoryBlock(index: 1)]
    detail.green = 59
    detail.latestExports = ["report.json"]
    detail.greenExports = ["report.json"]
    detail.settings = Bot(name: "Sample", repository: "/sample")
    return detail
  }
}
