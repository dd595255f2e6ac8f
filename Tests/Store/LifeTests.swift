import Foundation
import Model
import Testing

@testable import Store

@Suite struct LifeTests {
  @Test("numbers count from 1 for each bot and are never given out again")
  func numbers() throws {
    let life = try BotLife()
    #expect(try [life.begin(), life.begin(), life.begin()] == [1, 2, 3])
    try life.store.forget(bot: "parser", integration: 3)
    try life.store.forget(bot: "parser", integration: 2)
    #expect(try life.begin() == 4)
    let other = try life.store.begin(
      bot: "lexer", branch: nil, commit: nil, queued: at(0), started: at(0), processID: 1)
    #expect(other == 1)
  }

  @Test("an integration is remembered from its beginning, without a result")
  func running() throws {
    let life = try BotLife()
    let commit = CommitID(String(repeating: "c", count: 40))
    let number = try life.store.begin(
      bot: "parser", branch: nil, commit: commit, queued: at(0.25), started: at(1), processID: 77)
    let stored = try #require(try life.store.integration(bot: "parser", number: nil))
    #expect(stored.number == number && stored.commit == commit && stored.branch == nil)
    #expect(stored.isRunning && stored.processID == 77)
  }

  private func full(_ report: inout Report) {
    report.commit = Commit(
      id: CommitID(String(repeating: "a", count: 40)), branch: "main", author: "Ada",
      email: "ada@example.org", date: at(-9), subject: "Fix 'it'", changes: true)
    report.clean = true
    report.phases = [
      Phase(name: .build, status: .passed, seconds: 1.5), Phase(name: .test, status: .failed, seconds: 2),
    ]
    report.tests = TestReport(cases: [testCase("a", .passed), testCase("b", .failed, message: "wrong")])
    report.coverage = measured(executed: 60, files: 3)
    report.issues = IssueLists(
      new: [issue("b", since: 1)], unresolved: [issue("x", since: 1)], resolved: [issue("y", since: 1)])
    report.comparedWith = Comparison(integration: 9, coverage: nil)
  }

  @Test("the summary of a report comes back as it was")
  func summary() throws {
    let life = try BotLife()
    let number = try life.integrate("main", .testFailures, full)
    let stored = try #require(try life.store.integration(bot: "parser", number: number))
    #expect(stored.result == .testFailures && stored.reason == "because")
    #expect(stored.commit?.short == "aaaaaaaa" && stored.subject == "Fix 'it'")
    #expect(stored.ended == at(5) && stored.seconds == 4)
    let past = try #require(try life.store.past(bot: "parser", limit: 1).first)
    #expect(past.changes && past.lines == LineCounts(executable: 300, executed: 180, partial: 3))
    #expect(try life.store.knownBots().map(\.latest) == [stored])
  }

  @Test("phases, tests, coverage and issues of a report come back as they were")
  func details() throws {
    let life = try BotLife()
    try life.integrate("main", .testFailures, full)
    #expect(try life.store.phases(bot: "parser", numbers: [1])[1]?.map(\.name) == [.build, .test])
    #expect(try life.store.outcomes(1) == ["T.S/a": .passed, "T.S/b": .failed])
    let files = try life.store.coverage(bot: "parser", integration: 1)
    #expect(files.map(\.path.rawValue) == (0..<3).map { "Sources/P/File\($0).swift" })
    #expect(files.first?.lines == LineCounts(executable: 100, executed: 60, partial: 1))
    let issues = try life.store.issues(of: 1)
    #expect(issues.new == [issue("b", since: 1)] && issues.resolved == [issue("y", since: 1)])
    #expect(issues.unresolved == [issue("x", since: 1)])
  }

  @Test("an issue comes back with its newest words, and with those that its life began with")
  func words() throws {
    let life = try BotLife()
    let first = issue("a", "it is red", since: 1)
    try life.integrate("main", .testFailures) { $0.issues.new = [first] }
    var now = first
    (now.message, now.firstMessage) = ("it is round", "it is red")
    try life.integrate("main", .testFailures) { $0.issues.unresolved = [now] }
    #expect(try life.baseline()?.openIssues == [now])
    (now.seen, now.line) = (false, 9)
    try life.integrate("main", .buildErrors) { $0.issues.unresolved = [now] }
    #expect(try life.baseline()?.openIssues == [now])
    // A branch of its own learns of it when it was told in other words already.
    try life.integrate("topic", .testFailures) { $0.issues.unresolved = [now] }
    #expect(try life.baseline("topic")?.openIssues == [now])
    try life.integrate("main") { $0.issues.resolved = [now] }
    #expect(try life.store.issues(of: 5).resolved == [now])
    #expect(try life.store.pastIssues(bot: "parser", branch: "main").map(\.message) == ["it is red"])
  }

  @Test("a report that comes twice is kept once")
  func twice() throws {
    let life = try BotLife()
    let number = try life.begin()
    var report = life.report(number, .testFailures)
    report.tests = TestReport(cases: [testCase("a", .failed, message: "x")])
    report.issues.new = [issue("a", since: 1)]
    report.coverage = measured(executed: 1)
    try life.store.finish(report)
    report.tests = TestReport(cases: [testCase("b", .passed)])
    report.issues = IssueLists()
    try life.store.finish(report)
    #expect(try life.store.outcomes(number) == ["T.S/b": .passed])
    #expect(try life.store.issues(of: number) == IssueLists())
  }

  @Test("a test that was told twice counts as what is worse", arguments: [true, false])
  func toldTwice(failedFirst: Bool) throws {
    let life = try BotLife()
    let cases = [testCase("a", .failed, message: "x"), testCase("a", .passed)]
    try life.integrate("main", .testFailures) {
      $0.tests = TestReport(cases: failedFirst ? cases : cases.reversed())
    }
    #expect(try life.store.outcomes(1) == ["T.S/a": .failed])
  }

  @Test("numbers that are none and messages without end are kept within bounds")
  func hostile() throws {
    let life = try BotLife()
    let endless = String(repeating: "é", count: 100_000)
    try life.integrate("main", .testFailures) {
      $0.seconds = .nan
      $0.phases = [Phase(name: .test, status: .passed, seconds: .infinity)]
      var test = testCase("a", .failed, message: endless + "\u{0}")
      test.seconds = .nan
      $0.tests = TestReport(cases: [test])
      $0.issues.new = [issue("a", endless, since: 1)]
    }
    #expect(try life.store.integration(bot: "parser", number: 1)?.seconds == 0)
    let kept = try #require(try life.store.issues(of: 1).new.first)
    #expect(kept.message.utf8.count < 17_000 && kept.message.hasSuffix("…"))
    #expect(kept.identity == issue("a", endless, since: 1).identity)
  }

  @Test("what was abandoned keeps its reason, and what has ended is not ended again")
  func abandon() throws {
    let life = try BotLife()
    let number = try life.begin()
    try life.store.abandon(
      bot: "parser", integration: number, result: .canceled, reason: "Ctrl-C", at: at(3))
    try life.store.abandon(
      bot: "parser", integration: number, result: .internalError, reason: "late", at: at(9))
    let stored = try #require(try life.store.integration(bot: "parser", number: number))
    #expect(stored.result == .canceled && stored.reason == "Ctrl-C" && stored.seconds == 2)
  }

  @Test("what runs no more is cut off until it is ended, and only that")
  func recovery() throws {
    let life = try BotLife()
    try life.integrate()
    for process in [Int32(100), 200] {
      _ = try life.store.begin(
        bot: "parser", branch: "main", commit: nil, queued: at(0), started: at(1), processID: process)
    }
    let gone = try life.store.cutOff { $0 == 200 }
    #expect(gone.map(\.bot) == ["parser"] && gone.map(\.number) == [2])
    try life.store.abandon(bot: "parser", integration: 2, result: .canceled, reason: "cut off", at: at(60))
    #expect(try life.store.integration(bot: "parser", number: 3)?.isRunning == true)
    #expect(try life.store.cutOff { $0 == 200 }.isEmpty)
  }

  @Test("an integration nobody began cannot be finished")
  func unknown() throws {
    let life = try BotLife()
    let error = #expect(throws: StoreError.self) { try life.store.finish(life.report(5, .succeeded)) }
    #expect(error?.kind == .unknownIntegration)
    #expect(try life.store.integration(bot: "parser", number: nil) == nil)
    #expect(try life.store.knownBots().isEmpty)
  }

  @Test("a test's history is told newest first, without those it was absent from")
  func history() throws {
    let life = try BotLife()
    for outcome in [TestOutcome.passed, .failed, .skipped] {
      try life.integrate { $0.tests = TestReport(cases: [testCase("a", outcome)]) }
    }
    try life.integrate()
    let history = try life.store.testHistory(bot: "parser", test: "T.S/a", limit: 2)
    #expect(history.map(\.integration) == [3, 2] && history.map(\.outcome) == [.skipped, .failed])
    #expect(try life.store.testHistory(bot: "lexer", test: "T.S/a", limit: 2).isEmpty)
  }

  @Test("the list of integrations goes back page by page")
  func pages() throws {
    let life = try BotLife()
    for _ in 0..<5 { try life.integrate() }
    #expect(try life.store.past(bot: "parser", limit: 2).map(\.number) == [5, 4])
    #expect(try life.store.past(bot: "parser", limit: 9, before: 4).map(\.number) == [3, 2, 1])
  }

  @Test("forgetting an integration takes its issues along, but none that another still names")
  func forget() throws {
    let life = try BotLife()
    try life.integrate("main", .testFailures) {
      $0.issues.new = [issue("a", since: 1), issue("b", since: 1)]
    }
    try life.integrate("main", .testFailures) { $0.issues.unresolved = [issue("a", since: 1)] }
    try life.store.forget(bot: "parser", integration: 1)
    #expect(try life.store.issues(of: 2).unresolved == [issue("a", since: 1)])
    #expect(try life.store.database.first("SELECT count(*) FROM issue") { $0.int(0) } == 1)
  }
}

@Suite struct LocalBotTests {
  @Test("the same folder gets the same bot, another folder of that name another one")
  func names() throws {
    let life = try BotLife()
    let store = life.store
    #expect(try store.knownLocalBot(path: "/a/parser") == nil)
    #expect(try store.localBot(path: "/a/parser", folderName: "parser") == "local-parser")
    #expect(try store.knownLocalBot(path: "/a/parser") == "local-parser")
    let other = try store.localBot(path: "/b/parser", folderName: "parser")
    #expect(other.rawValue.wholeMatch(of: /local-parser-[0-9a-f]{6}/) != nil)
    #expect(try store.localBot(path: "/a/parser", folderName: "parser") == "local-parser")
    #expect(try store.localBot(path: "/b/parser", folderName: "parser") == other)
    #expect(try store.knownBots().map(\.path) == ["/a/parser", "/b/parser"])
    #expect(try store.botIDs() == ["local-parser", other])
    #expect(try store.knownBot(other)?.path == "/b/parser" && store.knownBot("nobody") == nil)
  }

  @Test(
    "a folder's name is made fit for a path and an address",
    arguments: [
      ("My Package", "My-Package"), ("é", "package"), ("", "package"), ("a/../b", "a-..-b"),
      ("x.y_z-1", "x.y_z-1"), ("a\n\"'b", "a-b"), ("/", "package"),
    ])
  func cleaned(name: String, expected: String) {
    #expect(LocalName.cleaned(name) == expected)
  }

  @Test("a folder's name of any length fits a path")
  func long() {
    #expect(LocalName.cleaned(String(repeating: "x", count: 255)).utf8.count == 60)
  }
}
