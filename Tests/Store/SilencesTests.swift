import Model
import Testing

@testable import Store

@Suite struct SilencesTests {
  private static let failing = issue("a", since: 1)

  private func silence(
    _ until: Silence.Until = .resolved, _ origin: Silence.Origin = .command, branch: BranchName? = "main"
  ) -> Silence {
    Silence(
      .issue(Self.failing.identity.rawValue), until: until, reason: "it's 12", origin: origin, by: "ada",
      at: at(3), branch: branch)
  }

  private func resolved(by silence: Silence) -> Model.Issue {
    var issue = Self.failing
    issue.silence = silence
    return issue
  }

  @Test("what is silenced comes back as it was, and once for each subject")
  func kept() throws {
    let life = try BotLife()
    try life.integrate("main", .testFailures) { $0.issues.new = [Self.failing] }
    try life.store.silence(silence(.forever), of: "parser")
    try life.store.silence(silence(), of: "parser")
    #expect(try life.store.silences(of: "parser") == [silence()])
    #expect(try life.store.unsilence(silence().subject, of: "parser"))
    #expect(try !life.store.unsilence(silence().subject, of: "parser"))
    #expect(try life.store.silences(of: "parser").isEmpty)
    #expect(throws: StoreError.self) { try life.store.silence(silence(), of: "nobody") }
  }

  @Test("an integration that resolves it ends it, on the branch that counts and as a whole")
  func ends() throws {
    let life = try BotLife()
    try life.integrate("main", .testFailures) { $0.issues.new = [Self.failing] }
    try life.store.silence(silence(), of: "parser")
    func integrate(_ branch: BranchName, limited: Bool = false) throws -> Int {
      try life.integrate(branch) { report in
        report.issues.resolved = [resolved(by: silence())]
        if limited { report.limited = Limitation() }
      }
      return try life.store.silences(of: "parser").count
    }
    #expect(try integrate("topic") == 1)
    #expect(try integrate("main", limited: true) == 1)
    #expect(try integrate("main") == 0)
  }

  @Test("a test that is called otherwise while it passes is silenced as before, until somebody takes it back")
  func followed() throws {
    let life = try BotLife()
    let test: TestID = "T.S/a"
    func silence(_ test: TestID) -> Silence {
      Silence(
        .issue(IssueIdentity.make(test: test, outcome: .crashed).rawValue), until: .forever, reason: "later",
        origin: .command, by: "ada", at: at(3), branch: nil)
    }
    try life.integrate("main")
    try life.store.silence(silence(test), of: "parser")
    func integrate(_ from: TestID, _ to: TestID) throws {
      try life.integrate("main") { report in
        report.comparedWith = Comparison(integration: 1, coverage: nil)
        report.comparedWith?.tests = TestChanges(since: 1)
        report.comparedWith?.tests?.renamed = [TestRename(from: from, to: to, how: .renamed)]
      }
    }
    for _ in 0..<2 { try integrate(test, "T.S/b") }
    #expect(try life.store.silences(of: "parser") == [silence(test), silence("T.S/b")])
    #expect(try life.store.unsilence(silence("T.S/b").subject, of: "parser"))
    #expect(try life.store.silences(of: "parser").isEmpty)
    try integrate("T.S/a", "T.S/c")
    #expect(try life.store.silences(of: "parser").isEmpty)
  }

  @Test("of an issue that several branches have the base branch speaks first")
  func base() throws {
    let life = try BotLife()
    try life.store.keep(base: "main", of: "parser")
    for branch in ["main", "topic"] {
      try life.integrate(BranchName(branch), .testFailures) { $0.issues.new = [Self.failing] }
    }
    try life.store.keep(base: "main", of: "parser")
    #expect(try life.store.openIssues(of: "parser").map(\.branch) == ["main", "topic"])
  }

  @Test("what a bot file silences has ended once it was resolved")
  func file() throws {
    let life = try BotLife()
    var written = silence(.resolved, .botFile)
    (written.by, written.at) = (nil, nil)
    for _ in 0..<2 { try life.integrate { $0.issues.resolved = [resolved(by: written)] } }
    #expect(try life.store.silences(of: "parser").isEmpty)
    #expect(try life.store.endedSilences(ofFileOf: "parser").first == written)
  }

  @Test("the first day is over once an integration had it, until the bot file asks anew")
  func allNow() throws {
    let life = try BotLife()
    #expect(try !life.store.hasSilencedAll(of: "parser", asks: true))
    try life.integrate("main", .testFailures) { report in
      report.silencedAll = true
      var issue = Self.failing
      issue.silence = silence(.resolved, .allNow)
      report.issues.silenced = [issue]
    }
    #expect(try life.store.silences(of: "parser").map(\.origin) == [.allNow])
    #expect(try life.store.hasSilencedAll(of: "parser", asks: true))
    #expect(try life.store.openIssues(of: "parser").map(\.issue.identity) == [Self.failing.identity])
    #expect(try life.store.hasSilencedAll(of: "parser", asks: false))
    #expect(try !life.store.hasSilencedAll(of: "parser", asks: true))
  }

  @Test("what was resolved since an earlier first day is silenced again on another one")
  func anotherDay() throws {
    let life = try BotLife()
    var issue = Self.failing
    issue.silence = silence(.resolved, .allNow)
    for isThere in [true, false, true] {
      try life.integrate { report in
        if isThere { report.issues.silenced = [issue] } else { report.issues.resolved = [issue] }
      }
      #expect(try life.store.silences(of: "parser").count == (isThere ? 1 : 0))
    }
  }

  @Test("a silence follows a test that is called otherwise, and a report that is read again adds nothing")
  func renamed() throws {
    let life = try BotLife()
    let number = try life.begin()
    var report = life.report(number, .succeeded)
    var issue = issue("b", since: 1)
    (issue.renamedFrom, issue.silence) = ("T.S/a", silence())
    report.issues.silenced = [issue]
    for _ in 0..<2 { try life.store.finish(report) }
    #expect(try life.store.silences(of: "parser").map(\.subject) == [.issue(issue.identity.rawValue)])
    #expect(try life.store.unsilence(.issue(issue.identity.rawValue), of: "parser"))
    try life.store.finish(report)
    #expect(try life.store.silences(of: "parser").isEmpty)
  }

  @Test("a first day silences what somebody had taken back before it, too")
  func firstDayAfterwards() throws {
    let life = try BotLife()
    try life.integrate("main", .testFailures) { $0.issues.new = [Self.failing] }
    try life.store.silence(silence(.forever), of: "parser")
    #expect(try life.store.unsilence(silence().subject, of: "parser"))
    var all = silence(.resolved, .allNow)
    all.at = at(9)
    try life.integrate("main", .testFailures) { report in
      report.silencedAll = true
      report.issues.silenced = [resolved(by: all)]
    }
    #expect(try life.store.silences(of: "parser").map(\.origin) == [.allNow])
  }

  @Test("what is taken back, or ends, under a new name of its test does so under the former one")
  func namesTogether() throws {
    for isTakenBack in [true, false] {
      let life = try BotLife()
      try life.integrate("main", .testFailures) { $0.issues.new = [Self.failing] }
      try life.store.silence(silence(), of: "parser")
      var issue = issue("b", since: 1)
      (issue.renamedFrom, issue.silence) = ("T.S/a", silence())
      try life.integrate { $0.issues.silenced = [issue] }
      #expect(try life.store.silences(of: "parser").count == 2)
      issue.silence?.subject = .issue(issue.identity.rawValue)
      if isTakenBack {
        #expect(try life.store.unsilence(.issue(issue.identity.rawValue), of: "parser"))
      } else {
        try life.integrate { $0.issues.resolved = [issue] }
      }
      #expect(try life.store.silences(of: "parser").isEmpty)
    }
  }
}
