import Formats
import Foundation
import Kit
import Model
import StateKit
import Testing

@testable import Daemon
@testable import Store

/// A real repository and a real store, with made-up reports of what was integrated.
@Suite("Which commit broke a test, asked by a watcher")
final class CommitSearchingTests {
  private let scratch: ScratchFolder
  private let world: HistoryWorld
  private let commits: [CommitID]
  private let settings: Bot
  private let bot: BotID = "parser"
  private let test = TestID("ParserTests.HelpTests/testVersion")

  init() throws {
    scratch = try ScratchFolder("searching")
    world = try HistoryWorld()
    let tree = try Worktree.make(at: scratch.path + "/repository")
    commits = try (0...16).map { CommitID(try tree.write("a", "\($0)").commit()) }
    settings = Bot(name: "parser", repository: tree.path)
    try world.store.apply([.watch(bot, settings: settings)], at: Date())
  }

  /// Each time anew: nothing of a search is in memory.
  private func next() throws -> PendingRequest? {
    try WatchSearcher(state: world.state).next(of: bot, settings, at: Date())
  }

  private func request(_ place: Int) -> PendingRequest {
    PendingRequest(
      bot: bot, branch: "main", commit: commits[place], source: .commit, reason: "1 new commit",
      queued: Date())
  }

  /// From the queue to its report.
  @discardableResult
  private func integrate(
    _ request: PendingRequest, _ outcome: TestOutcome?, _ change: (inout Report) -> Void = { _ in }
  ) throws -> IntegrationNumber {
    try world.store.apply([.queue(request)], at: Date())
    let turn = try #require(try world.store.pendingIntegrations().last?.turn)
    let number = try world.store.begin(turn: turn, at: Date(), processID: 1)
    var report = MadeUp.report(bot, number, branch: "main", hour: number.value)
    report.commit?.id = request.commit
    report.tests = TestReport(cases: [])
    if let outcome {
      var row = TestCase(
        id: test, library: .xctest, target: "ParserTests", suite: "HelpTests", name: "testVersion",
        outcome: outcome)
      if outcome.wentWrong {
        row.failures = [TestFailure(message: "XCTAssertTrue failed", file: nil, line: nil, kind: .assertion)]
      }
      report.tests = TestReport(cases: [row])
      report.result = outcome.isFailure ? .testFailures : outcome == .flaky ? .flaky : .succeeded
    }
    if request.search != nil {
      report.limited = Limitation()
      report.limited?.wholeCount = 1
    }
    change(&report)
    try world.store.finish(report)
    try lay(report)
    try world.store.apply([.settle(bot, number, .done)], at: Date())
    return number
  }

  private func lay(_ report: Report) throws {
    let folder = world.state.integration(bot, report.integration)
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    try Data(ReportJSON.encode(report)).write(to: URL(fileURLWithPath: folder.report))
    var order = world.order(bot, report.integration)
    (order.settings, order.repository) = (settings, settings.repository)
    try Data(OrderJSON.encode(order)).write(to: URL(fileURLWithPath: folder.order))
  }

  /// Green, and red sixteen commits later.
  private func breakIt(after change: (inout Report) -> Void = { _ in }) throws {
    try integrate(request(0), .passed, change)
    try integrate(request(16), .failed) { report in
      report.comparedWith = Comparison(integration: 1, coverage: nil)
      report.issues.new = [failure(since: 2)]
    }
  }

  private func failure(since number: IntegrationNumber) -> Model.Issue {
    Model.Issue(
      kind: .testFailure, message: "XCTAssertTrue failed", target: "ParserTests", file: nil, line: nil,
      test: test, since: number)
  }

  private func place(_ commit: CommitID) -> Int { commits.firstIndex(of: commit) ?? -1 }

  private func searching() -> CommitSearching { CommitSearching(state: world.state, store: world.store) }

  private var culprit: CommitCulprit? {
    let folder = world.state.integration(bot, 2)
    let report = FileManager.default.contents(atPath: folder.report).flatMap {
      try? ReportJSON.decode([UInt8]($0))
    }
    return report?.issues.new.first?.culprit
  }

  /// As a watcher does it, as far as it goes.
  private func search(_ says: (Int) -> TestOutcome?) throws -> Int {
    var count = 0
    while let request = try next(), count < 30 {
      #expect(request.reason == "To find which of 16 commits broke \(test)")
      #expect(request.search?.of == 2 && request.search?.tests == [test] && request.isRepeat)
      #expect(request.search?.filters == [#"^ParserTests\.HelpTests/testVersion$"#])
      try integrate(request, says(place(request.commit)))
      _ = try searching().conclude(bot, 2)
      count += 1
    }
    return count
  }

  @Test("what does not build has no test that it does not spell, and where it spells it nobody knows")
  func behindWhatDoesNotBuild() throws {
    let tree = try Worktree.make(at: scratch.path + "/written")
    let source = "Tests/ParserTests/HelpTests.swift"
    let texts = ["// none", "// none\n", "func testVersion() { 1 }", "func testVersion() {}"]
    let all = try texts.map { CommitID(try tree.write(source, $0).commit()) }
    let names = WrittenNames(repository: tree.path)
    #expect(all.map { names.mayHave("testVersion", at: $0) } == [false, false, true, true])
    #expect(names.mayHave("`testVersion`()", at: all[2]) && !names.mayHave("testOther(_:)", at: all[2]))
    #expect(names.mayHave("testVersion", at: CommitID(String(repeating: "f", count: 40))), "it is not known")
    try breakIt { report in
      report.tests.cases = MadeUp.tests(count: 1, failing: []).cases
    }
    while let request = try next() {
      let isLast = place(request.commit) == 16
      try integrate(request, isLast ? .failed : nil) { report in
        guard !isLast else { return }
        report.result = .buildErrors
        report.phases = [Phase(name: .build, status: .failed, seconds: 1)]
      }
      _ = try searching().conclude(bot, 2)
    }
    #expect(culprit?.finding == .came && culprit?.commit?.id == commits[16])
  }

  @Test("what is silenced by now is searched for no more")
  func silenced() throws {
    try breakIt()
    #expect(try next() != nil)
    let silence = Silence(
      .test(test, .failed), until: .resolved, reason: "see 12", origin: .command, at: Date())
    try world.store.silence(silence, of: bot)
    #expect(try next() == nil)
  }

  @Test("what is found out beside a search is kept with what the search comes to")
  func beside() throws {
    try breakIt()
    _ = try search { $0 < 8 ? .passed : .failed }
    let found = culprit
    #expect(found != nil)
    let (state, bot, hasBegun) = (world.state, bot, DispatchSemaphore(value: 0))
    let concluded = DispatchGroup()
    try state.amendReport(of: bot, 2) { report in
      report.issues.new = report.issues.new.map { issue in
        var issue = issue
        issue.culprit = nil
        return issue
      }
      report.notes.append("found beside it")
      DispatchQueue.global().async(group: concluded) {
        hasBegun.signal()
        _ = try? CommitSearching(state: state, store: SQLiteStore(folder: state.path)).conclude(bot, 2)
      }
      hasBegun.wait()
      // It would be through with it by then.
      Thread.sleep(forTimeInterval: 0.3)
      return true
    }
    concluded.wait()
    #expect(culprit == found)
    #expect(state.integration(bot, 2).report(of: bot, 2)?.notes.contains("found beside it") == true)
  }

  @Test("what is pasted names the commit too, from when it is known")
  func summary() throws {
    try breakIt()
    let folder = world.state.integration(bot, 2)
    let path = String(folder.summary.dropFirst(folder.path.count + 1))
    try world.state.amendReport(of: bot, 2) { report in
      report.artifacts = [Artifact(name: "summary.md", path: path, bytes: 0, sha256: "")]
      return true
    }
    _ = try search { $0 < 6 ? .passed : .failed }
    let text = try String(contentsOfFile: folder.summary, encoding: .utf8)
    #expect(text.contains("; broken by \(commits[6].short) "))
    let artifact = try #require(folder.report(of: bot, 2)?.artifacts.first)
    #expect(artifact.bytes == text.utf8.count && artifact.sha256.count == 64)
  }

  @Test(
    "the commit is named in the report of the integration that found the failure, and not asked for again")
  func named() throws {
    try breakIt()
    #expect(try search { $0 < 6 ? .passed : .failed } == 4)
    #expect(culprit?.finding == .found && culprit?.commit?.id == commits[6])
    #expect(culprit?.integrations == [3, 4, 5, 6])
    #expect(try next() == nil)
    // The branch shows what it showed before.
    #expect(try world.store.newestCommit(bot: bot, branch: "main") == commits[16])
  }

  @Test("at the ends nobody is named for sure before one more integration")
  func ends() throws {
    try breakIt()
    var places: [Int] = []
    let count = try search { place in
      places.append(place)
      if places.count == 5 { #expect(culprit?.finding == .likely) }
      return place < 16 ? .passed : .failed
    }
    #expect(count == 5 && places.last == 16)
    #expect(culprit?.finding == .found && culprit?.commit?.id == commits[16])
  }

  @Test("what passes everywhere now did not happen again")
  func notAgain() throws {
    try breakIt()
    #expect(try search { _ in .passed } == 5)
    #expect(culprit?.finding == .notAgain)
  }

  @Test("a flaky outcome ends the search")
  func flaky() throws {
    try breakIt()
    #expect(try search { _ in .flaky } == 1)
    #expect(culprit?.finding == .sometimes)
  }

  @Test("a test that fails in another way says nothing of this failure")
  func otherwise() throws {
    try breakIt()
    let first = try #require(try next())
    try integrate(first, .failed) { $0.tests.cases[0].failures[0].message = "No such file" }
    let second = try #require(try next())
    #expect(second.commit != first.commit)
    #expect(try searching().found(bot, 2)?.search.steps.first?.said == [test: .otherwise])
  }

  @Test(
    "where the tests are mended meanwhile nothing is looked for, and where they are not the search goes on")
  func later() throws {
    try breakIt()
    let first = try #require(try next())
    try integrate(first, .passed)
    try integrate(request(16), .failed) { report in
      report.comparedWith = Comparison(integration: 2, coverage: nil)
      report.issues.unresolved = [failure(since: 2)]
    }
    #expect(try next()?.search?.of == 2)
    #expect(try next()?.commit == commits[12])
    try integrate(request(16), .passed) { $0.comparedWith = Comparison(integration: 4, coverage: nil) }
    #expect(try next() == nil)
  }

  @Test("who cancels an integration of it ends the search, and what was cut off is done again a few times")
  func canceled() throws {
    try breakIt()
    for _ in 0..<4 {
      let request = try #require(try next())
      #expect(place(request.commit) == 8)
      try integrate(request, nil) { $0.result = .canceled }
    }
    let request = try #require(try next())
    try world.store.apply([.queue(request)], at: Date())
    let turn = try #require(try world.store.pendingIntegrations().last?.turn)
    let number = try world.store.begin(turn: turn, at: Date(), processID: 1)
    try world.store.apply([.cancel(bot, number, .byHand("by hand"))], at: Date())
    try world.store.abandon(
      bot: bot, integration: number, result: .canceled, reason: "by hand", at: Date())
    _ = try searching().conclude(bot, 2)
    #expect(try next() == nil)
    #expect(culprit?.finding == .unclear && culprit?.among.count == 16)
  }

  @Test(
    "a test that is missing came later only where the integration before told all that there were",
    arguments: [IntegrationResult.succeeded, .inconclusive])
  func absent(result: IntegrationResult) throws {
    try integrate(request(0), nil) { report in
      report.tests = TestReport(cases: [
        TestCase(
          id: "ParserTests.HelpTests/testOther", library: .xctest, target: "ParserTests", suite: "HelpTests",
          name: "testOther", outcome: .passed)
      ])
      report.result = result
    }
    try integrate(request(16), .failed) { report in
      report.comparedWith = Comparison(integration: 1, coverage: nil)
      report.issues.new = [failure(since: 2)]
    }
    #expect(try (next() == nil) == (result == .inconclusive))
  }

  private let former = TestID("ParserTests.HelpTests/testFormer")

  /// One test, by the name that it has there.
  private func call(_ name: TestID) -> (inout Report) -> Void {
    { report in
      let row = report.tests.cases[0]
      report.tests.cases[0] = TestCase(
        id: name, library: .xctest, target: "ParserTests", suite: "HelpTests",
        name: String(name.rawValue.split(separator: "/")[1]), outcome: row.outcome)
      report.tests.cases[0].failures = row.failures
    }
  }

  /// Green, and red sixteen commits later under another name.
  private func breakItRenamed() throws {
    try integrate(request(0), .passed, call(former))
    try integrate(request(16), .failed) { report in
      report.comparedWith = Comparison(integration: 1, coverage: nil)
      report.comparedWith?.tests = TestChanges(since: 1)
      report.comparedWith?.tests?.renamed = [TestRename(from: former, to: test, how: .renamed)]
      report.issues.new = [failure(since: 2)]
    }
  }

  @Test("a test that was renamed among the commits is asked for by both names, and followed")
  func renamed() throws {
    try breakItRenamed()
    var count = 0
    while let request = try next(), count < 30 {
      let filters = [#"^ParserTests\.HelpTests/testVersion$"#, #"^ParserTests\.HelpTests/testFormer$"#]
      #expect(request.search?.filters == filters && request.search?.tests == [test])
      let place = place(request.commit)
      // Broken by the sixth, renamed by the ninth.
      try integrate(request, place < 6 ? .passed : .failed, call(place < 9 ? former : test))
      _ = try searching().conclude(bot, 2)
      count += 1
    }
    #expect(culprit?.finding == .found && culprit?.commit?.id == commits[6])
  }

  @Test("where a test has neither of its names nothing is said of it")
  func thirdName() throws {
    try breakItRenamed()
    try integrate(try #require(try next()), .passed, call("ParserTests.HelpTests/testBetween"))
    #expect(try searching().found(bot, 2)?.search.steps.first?.said == [test: .nothing])
  }

  @Test("whose commit is found is told so before the page of what they broke is made again")
  func told() async throws {
    var toldSettings = settings
    toldSettings.triggers = [
      .init(act: .email(to: ["team@example.org"], report: .newIssues, committers: true))
    ]
    try breakIt()
    try world.leaveOrder(bot, 2) { order in
      (order.settings, order.repository, order.branch) = (toldSettings, toldSettings.repository, "main")
    }
    let count = try search { $0 < 6 ? .passed : .failed }
    let messages = WatchMessages(state: world.state, templates: nil) { Testing.Issue.record($0) }
    let pages = WatchPages(
      state: world.state, progress: WatchProgress(state: world.state), templates: nil, messages: messages,
      removed: { _, _ in }, failed: { Testing.Issue.record($0) })
    try await pages.makePages(bot, IntegrationNumber(2 + count), settings: nil)
    let told = try world.store.messages(of: bot, 2)
    let email = try #require(culprit?.commit?.email)
    #expect(told.map(\.recipient) == [email])
    #expect(told.map(\.why) == ["\(test) fails at yours, and not at the one before"])
  }

  @Test("with other settings, or a single commit, nothing is looked for")
  func nothing() throws {
    try breakIt()
    var other = settings
    other.environment = ["KEY": "value"]
    #expect(try WatchSearcher(state: world.state).next(of: bot, other, at: Date()) == nil)
    try integrate(request(15), .passed)
    try integrate(request(16), .failed) { report in
      report.comparedWith = Comparison(integration: 3, coverage: nil)
      report.issues.new = [failure(since: 4)]
    }
    #expect(try next() == nil)
  }
}
