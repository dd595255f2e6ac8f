import Foundation
import Kit
import Model
import Testing

@testable import Store

@Suite struct PastTests {
  private let life: BotLife

  init() throws { life = try BotLife() }

  private func fail(_ report: inout Report, _ names: [String], _ outcome: TestOutcome = .failed) {
    report.tests = TestReport(
      cases: ["a", "b", "c"].map { testCase($0, names.contains($0) ? outcome : .passed) })
  }

  @Test("the history knows how many tests ended how, the sentence and the lines, newest first")
  func past() throws {
    try life.integrate { report in
      fail(&report, ["a"])
      report.result = .testFailures
      report.coverage = measured(executed: 60)
    }
    let running = try life.begin(nil)
    let past = try life.store.past(bot: life.bot, limit: 9)
    #expect(past.map(\.number) == [running, 1])
    #expect(past[0].result == nil && past[0].tests == nil && past[0].branch == nil)
    #expect(past[0].processID == 41)
    #expect(past[1].tests?[.failed] == 1 && past[1].tests?[.passed] == 2 && past[1].tests?.failures == 1)
    #expect(past[1].sentence == "1 of 3 tests failed. 40 lines did not run.")
    #expect(past[1].lines == LineCounts(executable: 100, executed: 60, partial: 1))
    #expect(try life.store.past(bot: life.bot, limit: 9, before: running).map(\.number) == [1])
    #expect(try life.store.past(bot: life.bot, numbers: 2...5).map(\.number) == [running])
    #expect(try life.store.past(bot: "nobody", limit: 9).isEmpty)
  }

  @Test("where lines are counted at least or at most, that stays with them")
  func bound() throws {
    for number in 1...3 {
      try life.integrate { report in
        report.coverage = measured(executed: 60)
        if number == 1 { report.coverage?.tooHigh = ["one crashed"] }
        if number == 2 { report.coverage?.tooLow = ["one was killed"] }
      }
    }
    let past = try life.store.past(bot: life.bot, limit: 9)
    #expect(past.map(\.linesBound) == [.exact, .tooLow, .tooHigh])
    #expect(past.map(\.notExecuted) == ["40", "at most 40", "at least 40"])
    #expect(try life.store.baseline(bot: life.bot, branch: "main")?.coverage?.bound == nil)
    try life.store.database.run("DELETE FROM integration WHERE number = 3")
    #expect(try life.store.baseline(bot: life.bot, branch: "main")?.coverage?.bound == .tooLow)
    // An older Bothy kept none.
    try life.store.database.run("UPDATE integration SET linesBound = NULL")
    #expect(try life.store.past(bot: life.bot, limit: 9).allSatisfy { $0.linesBound == .exact })
  }

  @Test("an integration that ended without a report tells its reason, and counts no tests")
  func abandoned() throws {
    let number = try life.begin()
    try life.store.abandon(
      bot: life.bot, integration: number, result: .internalError, reason: "killed", at: at(9))
    let past = try #require(try life.store.past(bot: life.bot, limit: 1).first)
    #expect(past.sentence == "killed" && past.tests == nil && past.result == .internalError)
  }

  @Test("a commit is known by what was integrated of it whole and to an end")
  func known() throws {
    let commit = Commit(
      id: "0123456789abcdef0123456789abcdef01234567", branch: "main", author: "A", email: "a@b.c",
      date: at(0), subject: "x")
    for change: (inout Report) -> Void in [
      { _ in }, { $0.result = .testFailures }, { $0.result = .canceled }, { $0.result = .triggerError },
      { $0.commit?.changes = true }, { $0.limited = Limitation() }, { $0.configuration = .release },
      { $0.result = .inconclusive },
    ] {
      try life.integrate("main") { report in
        report.commit = commit
        change(&report)
      }
    }
    let known = try life.store.integrations(bot: life.bot, branch: "main", configuration: .debug)
    #expect(known.values.flatMap { $0.map(\.value) }.sorted() == [1, 2, 8], "\(known)")
    #expect(try life.store.integrations(bot: "nobody", branch: "main", configuration: .debug).isEmpty)
  }

  @Test("of commits the whole integrations are told, however long ago, and not those with changes")
  func commits() throws {
    func integrate(_ commit: String, changes: Bool = false, limited: Bool = false) throws {
      try life.integrate { report in
        report.commit = Commit(
          id: CommitID(commit), branch: "main", author: "", email: "", date: at(0), subject: "",
          changes: changes)
        if limited { report.limited = Limitation() }
      }
    }
    try integrate("a")
    try integrate("b")
    try integrate("a", changes: true)
    try integrate("a", limited: true)
    try integrate("a")
    #expect(try life.store.past(bot: life.bot, commits: ["a", "c"]).map(\.number) == [5, 1])
    #expect(try life.store.past(bot: "nobody", commits: ["a"]).isEmpty)
  }

  @Test("of one that ran some of the tests alone it is not known how many lines did not run")
  func someTests() throws {
    let some = TestSelection(filters: ["a"], skips: [])
    try life.integrate { report in
      (report.coverage, report.selection, report.limited) = (measured(executed: 8), some, Limitation())
      report.limited?.tests = some
    }
    try life.integrate { report in
      (report.coverage, report.limited) = (measured(executed: 60), Limitation())
      report.limited?.isOlderCommit = true
    }
    try life.integrate { ($0.coverage, $0.selection) = (measured(executed: 50), some) }
    let past = try life.store.past(bot: life.bot, limit: 9)
    #expect(past.map { $0.lines?.executed } == [50, 60, nil])
    let columns = HistoryFigures(past[2]).columns.filter { $0.name.hasPrefix("lines") }
    #expect(Set(columns.map { CSV.field($0.value) }) == [""])
  }

  @Test("the blocks of the history are those that hold something, also when most was forgotten")
  func blocks() throws {
    #expect(try life.store.pastBlocks(bot: life.bot, size: 10).isEmpty)
    for _ in 1...41 { _ = try life.begin() }
    #expect(try life.store.pastBlocks(bot: life.bot, size: 10) == [0, 1, 2, 3, 4])
    for number in 11...30 {
      try life.store.forget(bot: life.bot, integration: IntegrationNumber(number))
    }
    #expect(try life.store.pastBlocks(bot: life.bot, size: 10) == [0, 3, 4])
  }

  @Test("the latest green one is found behind red ones, and one with warnings is green")
  func green() throws {
    #expect(try life.store.latestGreen(bot: life.bot) == nil)
    try life.integrate("main", .succeeded)
    try life.integrate("main", .warnings)
    try life.integrate("main", .testFailures)
    #expect(try life.store.latestGreen(bot: life.bot) == 2)
  }

  @Test("the tests that fail most often come first, each with its newest outcomes")
  func failing() throws {
    try life.integrate { fail(&$0, ["a", "b"]) }
    try life.integrate { fail(&$0, ["a"], .crashed) }
    try life.integrate { fail(&$0, ["c"], .skipped) }
    let failing = try life.store.oftenFailingTests(bot: life.bot, among: 100, limit: 5, outcomes: 2)
    #expect(failing.map(\.id) == ["T.S/a", "T.S/b"])
    #expect(failing.map(\.failures) == [2, 1])
    #expect(failing.map(\.times) == ["2 times, crashed in 1", "once"])
    let brief = try life.store.oftenFailingTests(
      bot: life.bot, among: 100, limit: 5, outcomes: 2, inFull: 1)
    #expect(brief.map(\.id) == failing.map(\.id) && brief.map(\.outcomes.count) == [2, 0])
    #expect(failing[0].outcomes.map(\.integration) == [3, 2])
    #expect(failing[0].outcomes.map(\.outcome) == [.passed, .crashed])
    #expect(
      try life.store.oftenFailingTests(bot: life.bot, among: 1, limit: 5, outcomes: 2).isEmpty)
  }

  @Test("the slowest tests and the phases of integrations")
  func figures() throws {
    try life.integrate { report in
      fail(&report, [])
      report.tests.cases[1].seconds = 9
      report.tests.cases[2].seconds = nil
      report.phases = [Phase(name: .test, status: .passed, seconds: 2)]
    }
    let slow = try life.store.slowestTests(bot: life.bot, integration: 1, limit: 5)
    #expect(slow.map(\.id) == ["T.S/b", "T.S/a"] && slow[0].seconds == 9)
    #expect(
      try life.store.knownTimes(bot: life.bot, integration: 1)
        == KnownTimes(tests: slow.count + 1, timed: slow.count))
    let phases = try life.store.phases(bot: life.bot, numbers: (1...9).map { IntegrationNumber($0) })
    #expect(phases == [1: [Phase(name: .test, status: .passed, seconds: 2)]])
  }

  @Test("a bot is shown by the name it was given last")
  func names() throws {
    try life.integrate()
    #expect(try life.store.knownBots().map { [$0.id.rawValue, $0.name] } == [["parser", "parser"]])
    try life.store.show("parser", Bot(name: "Parser", repository: "/r"))
    try life.store.show("nobody", Bot(name: "Nobody", repository: "/r"))
    #expect(try life.store.knownBots().map { [$0.id.rawValue, $0.name] } == [["parser", "Parser"]])
  }

  @Test("a commit is told with the newest whole integration of its own, whatever the branch")
  func others() throws {
    let life = try BotLife()
    func integrate(_ branch: BranchName, _ commit: String, _ result: IntegrationResult, limited: Bool = false)
      throws
    {
      try life.integrate(branch, result) {
        $0.commit = Commit(
          id: CommitID(commit), branch: branch, author: "", email: "", date: at(0), subject: "")
        if limited { $0.limited = Limitation() }
      }
    }
    try integrate("main", "a", .succeeded)
    try integrate("side", "a", .testFailures)
    try integrate("side", "a", .succeeded, limited: true)
    try integrate("side", "b", .canceled)
    try integrate("main", "c", .buildErrors)
    let found = try life.store.others(than: 5, bot: "parser", of: ["c", "b", "a", "d"])
    #expect(found.integrated.map(\.commit) == ["a"] && found.integrated.map(\.integration) == [2])
    #expect(found.waiting.isEmpty)
    let later = try life.store.others(than: 6, bot: "parser", of: ["c", "a"])
    #expect(later.integrated.map(\.integration) == [5, 2])
    #expect(try life.store.others(than: 1, bot: "nobody", of: ["a"]).integrated.isEmpty)
  }

  @Test("of commits that come with a newer one it is counted which are integrated, wait or are passed over")
  func counts() throws {
    let life = try BotLife()
    let bot = life.bot
    try life.integrate("side") {
      $0.commit = Commit(id: "a", branch: "side", author: "", email: "", date: at(0), subject: "")
    }
    func request(_ commit: CommitID, _ branch: BranchName) -> PendingRequest {
      PendingRequest(bot: bot, branch: branch, commit: commit, source: .commit, reason: "r", queued: at(0))
    }
    try life.store.apply(
      [
        .queue(request("b", "side")), .passOver(bot, "main", ["d"], .left(.tooMany, "many")),
        .passOver(bot, "side", ["e"], .left(.tooMany, "many")),
        .passOver(bot, "main", ["f"], .left(.canceled, "Canceled by hand")),
        .queue(request("m", "main"), passingOver: ["a", "b", "c"]),
      ], at: at(0))
    let counts = try life.store.counts(of: ["a", "b", "c"], bot: bot)
    #expect(counts == CommitCounts(integrated: 1, waiting: 1, passedOver: 1))
    #expect(counts.words == ["1 commit integrated before", "1 waits or runs", "1 passed over"])
    #expect(try life.store.counts(of: [], bot: bot).words == [])
    // Its turn has come.
    let turns = try life.store.pendingIntegrations().map(\.turn)
    _ = try life.store.begin(turn: turns[0], at: at(1), processID: 1)
    #expect(try life.store.counts(of: ["b", "c"], bot: bot) == CommitCounts(waiting: 1, passedOver: 1))
    // What was left on the branch before is passed over too.
    let number = try life.store.begin(turn: turns[1], at: at(2), processID: 1)
    #expect(try life.store.passedOver(bot: bot, by: number) == ["a", "b", "c", "d", "f"])
    #expect(try Set(life.store.passedOverLately(bot: bot)) == ["a", "b", "c"], "on whichever branch")
  }

  @Test("what was taken out of the queue is told by the next integration of its branch, and once")
  func leftBehind() throws {
    let (bot, store) = (life.bot, life.store)
    try store.apply([.watch(bot, settings: Bot(name: "parser", repository: "/r"))], at: at(0))
    func queue(_ commits: CommitID..., on branch: BranchName = "main", hour: Double) throws -> [Int] {
      try store.apply(
        commits.map {
          .queue(
            PendingRequest(
              bot: bot, branch: branch, commit: $0, source: .commit, reason: "r", queued: at(hour)))
        }, at: at(hour))
      return try store.pendingIntegrations().map(\.turn)
    }
    func integrate(_ turn: Int, hour: Double, _ result: IntegrationResult = .succeeded) throws -> [LeftCommit]
    {
      let number = try store.begin(turn: turn, at: at(hour), processID: 1)
      let left = try store.leftBehind(bot: bot, before: number)
      var report = life.report(number, result)
      report.started = at(hour)
      try store.finish(report)
      return left
    }
    let why = "The history of main was rewritten before it was integrated"
    #expect(try integrate(try queue("a", hour: 1)[0], hour: 2).isEmpty)
    let turns = try queue("b", "c", "x", hour: 3)
    try store.apply([.passOver(bot, "main", ["d"], .passedOverBy(1))], at: at(3))
    #expect(try integrate(turns[2], hour: 3.5).isEmpty, "they waited when it began")
    try store.apply(
      [
        .unqueue(turn: turns[0], .dropped, why), .unqueue(turn: turns[1], .canceled, "by hand"),
        .passOver(bot, "main", ["d"], .left(.dropped, why)),
        .passOver(bot, "side", ["e"], .left(.dropped, why)),
      ], at: at(4))
    let left = [LeftCommit(commit: "b", reason: why), LeftCommit(commit: "d", reason: why)]
    // Who was canceled told nobody.
    let next = try queue("f", "g", "h", hour: 5)
    #expect(try integrate(next[0], hour: 6, .canceled) == left)
    #expect(try integrate(next[1], hour: 7) == left)
    #expect(try integrate(next[2], hour: 8) == [])
  }

  @Test("the face of a bot is the newest of its base branch, however many came on others")
  func face() throws {
    try life.integrate("main")
    try life.integrate("main", .warnings)
    try life.integrate("feature", .testFailures)
    try life.integrate("topic", .succeeded)
    try life.integrate("feature", .buildErrors)
    let store = life.store
    #expect(try store.integration(bot: life.bot, number: nil)?.number == 5)
    #expect(try store.latestGreen(bot: life.bot) == 4 && store.besideBase(bot: life.bot).isEmpty)
    try store.keep(base: "main", of: life.bot)
    #expect(try store.integration(bot: life.bot, number: nil)?.number == 2)
    #expect(try store.knownBots().first?.latest?.number == 2 && store.latestGreen(bot: life.bot) == 2)
    #expect(try store.besideBase(bot: life.bot).map(\.number) == [5, 4])
    #expect(try store.past(bot: life.bot, branch: "feature", limit: 9).map(\.number) == [5, 3])
    // What is limited is no face, and a branch that is gone is told no more.
    try life.integrate("main") { $0.limited = Limitation() }
    try life.integrate("feature") { $0.limited = Limitation() }
    try store.apply([.sawTip(life.bot, "topic", "t"), .lostTip(life.bot, "topic")], at: Date())
    #expect(try store.integration(bot: life.bot, number: nil)?.number == 2)
    #expect(try store.besideBase(bot: life.bot).map(\.number) == [5])
    // A base that was never integrated has no face, and no other branch stands in for it.
    try store.keep(base: "trunk", of: life.bot)
    #expect(try store.knownBots().first?.latest == nil)
    #expect(try store.integration(bot: life.bot, number: nil) == nil)
    #expect(try store.latestGreen(bot: life.bot) == nil)
    #expect(try store.besideBase(bot: life.bot).map(\.number) == [5, 2])
  }

  @Test("settings that name a base change the face at once; what HEAD names waits for the next order")
  func namedBase() throws {
    try life.integrate("main")
    var settings = Bot(name: "P", repository: "/r")
    (settings.branches, settings.base, settings.link) = (["*"], "main", "https://f/{commit}")
    try life.store.show(life.bot, settings)
    let known = try life.store.knownBots().first
    #expect(known?.base == "main" && known?.link == "https://f/{commit}" && known?.isBaseGone == false)
    (settings.base, settings.link) = (nil, nil)
    try life.store.show(life.bot, settings)
    #expect(try life.store.knownBots().first?.base == "main" && life.store.link(of: life.bot) == nil)
    try life.store.apply([.sawTip(life.bot, "main", "t"), .lostTip(life.bot, "main")], at: Date())
    #expect(try life.store.knownBots().first?.isBaseGone == true)
    #expect(try life.store.knownBots().first?.isBaseThere == false)
    try life.store.apply([.lostTip(life.bot, "main", isThere: true)], at: Date())
    let left = try life.store.knownBots().first
    #expect(left?.isBaseGone == true && left?.isBaseThere == true)
  }
}
