import Testing

@testable import Model

@Suite struct SameCommitTests {
  private func tests(_ outcomes: [String: TestOutcome]) -> TestReport {
    TestReport(
      cases: outcomes.sorted { $0.key < $1.key }.map { name, outcome in
        TestCase(
          id: TestID(name), library: .xctest, target: "T", suite: "S", name: name, outcome: outcome)
      })
  }

  private func earlier(_ number: IntegrationNumber, _ outcomes: [String: TestOutcome]) -> Report {
    var report = Report(
      bot: "b", integration: number, result: .succeeded, reason: "", commit: nil, toolchain: "",
      configuration: .debug, queued: .distantPast, started: .distantPast)
    report.tests = tests(outcomes)
    return report
  }

  @Test("passed over is what no integration took as its own commit, and none is going to")
  func passedOver() {
    var order = Order(
      bot: "b", integration: 9, settings: Bot(name: "b", repository: "/r"), repository: "/r",
      source: .commit("d"), branch: "main", checkoutFolder: "", buildFolder: "", toolchainFolder: "",
      clean: false, jobs: nil, queued: .distantPast, baseline: nil)
    func told(_ id: CommitID) -> Commit {
      order.told(Commit(id: id, branch: "main", author: "", email: "", date: .distantPast, subject: ""))
    }
    // What was passed over and then came with another branch is integrated now.
    order.passedOver = ["a", "b", "c", "d"]
    #expect(told("b").skipped && told("b").integratedAs == nil && !told("d").skipped)
    order.passedElsewhere = ["e"]
    #expect(told("e").skipped && !told("f").skipped)
    order.integratedAs = [.init(4, "b")]
    order.waiting = ["c"]
    #expect(!told("b").skipped && told("b").integratedAs == 4)
    #expect(told("a").skipped && !told("c").skipped && told("c").integratedAs == nil)
  }

  @Test("what failed here and passed on the same commit is flaky; what never passed there is not")
  func fails() {
    let now = tests(["a": .failed, "b": .crashed, "c": .failed, "d": .failed, "e": .failed])
    let (found, failedIn) = SameCommit.compare(
      now,
      with: [
        earlier(8, ["a": .passed, "b": .failed, "c": .skipped, "d": .expectedFailure]),
        earlier(7, ["a": .passed, "b": .passed]),
      ])
    #expect(found.cases.map(\.outcome) == [.flaky, .flaky, .failed, .failed, .failed])
    #expect(found.cases.map(\.passedIn) == [8, 7, nil, nil, nil])
    #expect(found.cases[1].firstOutcome == .crashed && !found.cases[1].passedAlone)
    #expect(failedIn.isEmpty)
  }

  @Test("what passed here stays passed, and is told as flaky with where it failed")
  func passes() {
    let (found, failedIn) = SameCommit.compare(
      tests(["a": .passed, "b": .passed]), with: [earlier(8, ["a": .timedOut, "b": .flaky])])
    #expect(found.cases.map(\.outcome) == [.passed, .passed])
    #expect(failedIn == ["a": .init(8, .timedOut)])
    var evidence = Judgement.Evidence()
    (evidence.integration, evidence.tests, evidence.failedOnCommit) = (9, found, failedIn)
    let judgement = Judgement.of(evidence)
    #expect(judgement.result == .succeeded && judgement.issues.open.isEmpty)
    #expect(judgement.issues.flaky.map(\.message) == ["Passed, and timed out in #8, of the same commit"])
  }

  @Test("what failed there and passed since is told where it passed first, and not again")
  func once() {
    let now = tests(["a": .passed, "b": .passed, "c": .passed])
    let (_, failedIn) = SameCommit.compare(
      now,
      with: [
        earlier(9, ["a": .passed, "b": .skipped, "c": .flaky]),
        earlier(8, ["a": .failed, "b": .failed, "c": .failed]),
      ])
    #expect(failedIn == ["b": .init(8, .failed)])
    func known(_ number: IntegrationNumber, _ failed: [TestID]) -> EarlierReport {
      EarlierReport(integration: number, commit: "c", toolchain: "", failed: failed, folder: "")
    }
    let all = [known(9, []), known(8, ["a"]), known(7, [])]
    #expect(SameCommit.telling(all, of: now).map(\.integration) == [9, 8])
    #expect(SameCommit.telling([known(9, [])], of: now).isEmpty)
  }

  @Test("what passed in a limited one is told by the next whole one too, and by no other limited one")
  func limited() {
    let now = tests(["a": .passed])
    var between = earlier(9, ["a": .passed])
    between.limited = Limitation()
    let before = [between, earlier(8, ["a": .failed])]
    #expect(SameCommit.compare(now, with: before).failedIn == ["a": .init(8, .failed)])
    #expect(SameCommit.compare(now, with: before, isLimited: true).failedIn.isEmpty)
    let whole = [earlier(10, ["a": .passed])] + before
    #expect(SameCommit.compare(now, with: whole).failedIn.isEmpty)
  }

  @Test("where very many fail, something else broke than chance")
  func many() {
    let names = (0..<21).map { "t\($0)" }
    let now = tests(Dictionary(uniqueKeysWithValues: names.map { ($0, .failed) }))
    let before = earlier(8, Dictionary(uniqueKeysWithValues: names.map { ($0, .passed) }))
    #expect(SameCommit.compare(now, with: [before]).tests.failureCount == 21)
    let known = EarlierReport(integration: 8, commit: "c", toolchain: "", failed: [], folder: "")
    #expect(!SameCommit.mayTell(known, of: now))
    #expect(SameCommit.mayTell(known, of: tests(["a": .failed])))
    #expect(!SameCommit.mayTell(known, of: tests(["a": .passed])))
  }

  @Test("other settings of the build or the tests are another build")
  func settings() {
    let bot = Bot(name: "a", repository: "/a")
    var other = Bot(name: "b", repository: "/b")
    other.tests.filters = ["x"]
    #expect(bot.buildsAndRuns(as: other))
    other.triggers = [Bot.Trigger(act: .after(script: "tell"))]
    #expect(bot.buildsAndRuns(as: other))
    let changes: [(inout Bot) -> Void] = [
      { $0.environment["A"] = "b" }, { $0.package = "sub" }, { $0.buildArguments = ["--traits", "a"] },
      { $0.coverage.enabled = false }, { $0.tests.timeoutSeconds = 1 },
      { $0.triggers = [Bot.Trigger(act: .before(script: "start the database"))] },
    ]
    for change in changes {
      var changed = other
      change(&changed)
      #expect(!bot.buildsAndRuns(as: changed))
    }
  }
}
