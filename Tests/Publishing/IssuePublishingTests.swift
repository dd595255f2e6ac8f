import Foundation
import Model
import Reports
import StateKit
import Store
import Testing
import Words

@testable import Publishing

@Suite("The pages of issues") struct IssuePublishingTests {
  private let test: TestID = "ParserTests.HelpTests/testCase0_isRight"

  private func issue(since: IntegrationNumber, cameFrom: IntegrationNumber? = nil) -> Model.Issue {
    var issue = Model.Issue(
      kind: .testFailure, message: "m", target: "ParserTests", file: nil, line: nil, test: test, since: since)
    issue.cameFrom = cameFrom
    return issue
  }

  private func mail(
    _ number: IntegrationNumber, to recipient: String, _ why: String, of topic: Message.Topic = .issues
  ) -> Message {
    Message(
      bot: "parser", integration: number, branch: "main", trigger: 0, topic: topic, recipient: recipient,
      why: why,
      content: .mail(.init(subject: "s", plain: "p", html: "h", thread: "t", list: "l", isNamed: true)),
      made: HistoryWorld.began)
  }

  @Test("of a warning name for whom a mail was made of warnings alone, too, and of what is red only of that")
  func warnings() throws {
    let world = try HistoryWorld()
    let warning = Model.Issue(
      kind: .warning, message: "never used", target: "Parser", file: "Sources/A.swift", line: 1,
      test: nil, since: 1)
    try world.integrate("parser", publish: false) { report in
      report.fail([.failed])
      report.issues.new = [issue(since: 1), warning]
    }
    try world.store.post([
      mail(1, to: "red@example.org", "it is red"),
      mail(1, to: "warned@example.org", "it warns", of: .warnings),
      mail(1, to: "every@example.org", "each one", of: .every),
    ])
    try world.publish([("parser", 1)])
    func told(_ issue: Model.Issue) -> [String] {
      let page = world.read("bots/parser/" + IssueAddress.page(of: issue.identity)) ?? ""
      return ["red", "warned", "every"].filter { page.contains("mail for \($0)@example.org") }
    }
    #expect(told(issue(since: 1)) == ["red"])
    #expect(told(warning) == ["red", "warned"])
  }

  @Test("name for whom a mail was made where it began, and where it came along with a merge")
  func recipients() throws {
    let world = try HistoryWorld()
    try world.integrate("parser")
    try world.integrate("parser", branch: "topic", hour: 1, publish: false) { report in
      report.fail([.failed])
      report.issues.new = [issue(since: 2)]
    }
    try world.store.post([mail(2, to: "ada@example.org", "yours is the only commit since #1")])
    try world.publish([("parser", 2)])
    let page = "bots/parser/" + IssueAddress.page(of: issue(since: 2).identity)
    #expect(world.read(page)?.contains("mail for ada@example.org, yours is the only commit") == true)
    try world.integrate("parser", hour: 2, publish: false) { report in
      report.fail([.failed])
      report.issues.unresolved = [issue(since: 2, cameFrom: 2)]
    }
    try world.store.post([mail(3, to: "team@example.org", "the bot file names it")])
    try world.publish([("parser", 3)])
    #expect(world.read(page)?.contains("mail for team@example.org, the bot file names it") == true)
    #expect(try world.store.newestMessages(limit: 1).map(\.recipient) == ["team@example.org"])
    // What is still there afterwards is told to nobody.
    try world.integrate("parser", hour: 3, publish: false) { report in
      report.fail([.failed])
      report.issues.unresolved = [issue(since: 2)]
    }
    try world.publish([("parser", 4)])
    #expect(world.read(page)?.components(separatedBy: "mail for ").count == 3)
  }

  @Test("of a renamed test leads back to the page under its former name, and that to this one")
  func renamed() throws {
    let world = try HistoryWorld()
    let later: TestID = "ParserTests.HelpTests/testRenamed"
    var issue = issue(since: 1)
    issue.identity = .make(test: test, outcome: .failed)
    try world.integrate("parser", publish: false) { report in
      report.fail([.failed])
      report.issues.new = [issue]
    }
    try world.integrate("parser", hour: 1, publish: false) { report in
      report.fail([.failed])
      report.tests.cases[0].id = later
      report.issues.unresolved = [issue.of(later)]
      var changes = TestChanges(since: 1)
      changes.renamed = [TestRename(from: test, to: later, how: .renamed)]
      report.comparedWith = Comparison(integration: 1, coverage: nil)
      report.comparedWith?.tests = changes
    }
    try world.publish([("parser", 1), ("parser", 2)])
    let (former, now) = (
      IssueAddress.page(of: issue.identity), IssueAddress.page(of: issue.of(later).identity)
    )
    func link(_ page: String, _ test: TestID) -> String {
      "as <a href=\"\(page.split(separator: "/").last ?? "")\"><code>\(test)</code></a>, as its test"
    }
    let page = try #require(world.read("bots/parser/" + now))
    #expect(page.contains("it went \(link(former, test)) was called then."))
    #expect(page.contains("<a href=\"../2/issues.html\">#2</a> it went"))
    #expect(world.read("bots/parser/" + former)?.contains("It goes on \(link(now, later)) is called") == true)
  }

  @Test("list what the bot file silences as long as it stands there, and no command that takes it back")
  func silencedByFile() throws {
    let world = try HistoryWorld()
    let known = issue(since: 1)
    let silence = Silence(.test(test), until: .resolved, reason: "waits for 2.0", origin: .botFile)
    try world.integrate("parser", publish: false) { report in
      report.fail([.failed])
      report.issues.new = [known]
    }
    try world.integrate("parser", hour: 1, publish: false) { report in
      report.fail([.failed])
      report.issues.silenced = [known]
      report.issues.silenced[0].silence = silence
    }
    try world.leaveOrder("parser", 2) { $0.silences = [silence] }
    try world.publish([("parser", 1), ("parser", 2)])
    let page = "bots/parser/" + IssueAddress.page(of: known.identity)
    let words = "Silenced until it is resolved: waits for 2.0 (in the bot file)."
    #expect(world.read(page)?.contains(words) == true)
    #expect(world.read(page)?.contains("bothy unsilence") == false)
    // It was taken out of the file.
    try world.integrate("parser", hour: 2, publish: false) { report in
      report.fail([.failed])
      report.issues.unresolved = [known]
    }
    try world.leaveOrder("parser", 3)
    try world.publish([("parser", 3)])
    #expect(world.read(page)?.contains(words) == false)
    #expect(world.read(page)?.contains("bothy silence parser \(known.identity.short)") == true)
  }

  @Test("say that a branch is gone, and no command that would be refused then")
  func deleted() throws {
    let world = try HistoryWorld()
    try world.integrate("parser")
    try world.integrate("parser", branch: "topic", hour: 1, publish: false) { report in
      report.fail([.failed])
      report.issues.new = [issue(since: 2)]
    }
    try world.publish([("parser", 2)])
    let page = "bots/parser/" + IssueAddress.page(of: issue(since: 2).identity)
    let before = try #require(world.read(page))
    #expect(before.contains("New on topic in #2.") && before.contains("silence parser "))
    let commit = CommitID(String(repeating: "b", count: 40))
    try world.store.apply([.sawTip("parser", "topic", commit)], at: HistoryWorld.began)
    try world.store.apply(
      [.lostTip("parser", "topic")], at: HistoryWorld.began.addingTimeInterval(1.9 * 3600))
    #expect(try world.store.openIssues(of: "parser").isEmpty)
    // As a watcher does that sees it.
    try publishAgain(world)
    let after = try #require(world.read(page))
    #expect(after.contains("New on topic in #2 until that branch was deleted."))
    #expect(!after.contains("silence parser "))
    // Nothing of it is new once more.
    let mark = world.mark(page)
    try publishAgain(world)
    #expect(world.mark(page) == mark)
    // The branch is there again, at the commit that it had.
    try world.store.apply([.sawTip("parser", "topic", commit)], at: HistoryWorld.began)
    try publishAgain(world)
    #expect(world.read(page)?.contains("New on topic in #2.") == true)
  }

  /// Without anything that an integration would tell.
  private func publishAgain(_ world: HistoryWorld) throws {
    try HistoryPublishing(state: world.state, templates: nil, store: world.store)
      .publish([], touched: ["parser"])
  }

  /// What stands at the foot of a page.
  private func foot(_ world: HistoryWorld, _ page: String) -> Substring? {
    world.read(page)?.firstMatch(of: /As of <time datetime="[^"]*">([^<]*)</)?.1
  }

  @Test("are as of the newest that they tell of: an integration's end, a silence, the end of a branch")
  func moment() throws {
    let world = try HistoryWorld()
    try world.integrate("parser", branch: "topic") { report in
      report.fail([.failed])
      report.issues.new = [issue(since: 1)]
    }
    let page = "bots/parser/" + IssueAddress.page(of: issue(since: 1).identity)
    func at(_ seconds: Double) -> String { Moment.minute(HistoryWorld.began + seconds) }
    func ended(_ number: IntegrationNumber) throws -> String {
      Moment.minute(try #require(try world.store.integration(bot: "parser", number: number)?.ended))
    }
    #expect(try foot(world, page)?.description == ended(1))
    try world.integrate("parser", hour: 5)
    #expect(try world.read(page)?.contains("As of #2.") == true && foot(world, page)! == ended(2))
    let silence = Silence(
      .issue(issue(since: 1).identity.rawValue), until: .forever, reason: "known", origin: .command,
      by: "ada", at: HistoryWorld.began + 7 * 3600, branch: nil)
    try world.store.silence(silence, of: "parser")
    try publishAgain(world)
    #expect(foot(world, page)! == at(7 * 3600))
    let commit = CommitID(String(repeating: "b", count: 40))
    try world.store.apply([.sawTip("parser", "topic", commit)], at: HistoryWorld.began)
    try world.store.apply([.lostTip("parser", "topic")], at: HistoryWorld.began + 9 * 3600)
    try publishAgain(world)
    #expect(foot(world, page)! == at(9 * 3600))
  }

  @Test("say so all at once, however many they are")
  func manyDeleted() throws {
    let world = try HistoryWorld()
    let count = IssuePublishing.mostRefreshed + 5
    let issues = (0..<count).map { number in
      Model.Issue(
        kind: .warning, message: "m\(String(repeating: "x", count: number))", target: "T", file: nil,
        line: nil,
        test: nil, since: 1)
    }
    try world.integrate("parser", branch: "topic", publish: false) { $0.issues.new = issues }
    try world.publish([("parser", 1)])
    let commit = CommitID(String(repeating: "b", count: 40))
    try world.store.apply([.sawTip("parser", "topic", commit)], at: HistoryWorld.began)
    let later = HistoryWorld.began.addingTimeInterval(0.9 * 3600)
    try world.store.apply([.lostTip("parser", "topic")], at: later)
    try publishAgain(world)
    let told = issues.count { issue in
      world.read("bots/parser/" + IssueAddress.page(of: issue.identity))?.contains("branch was deleted")
        == true
    }
    #expect(told == count)
  }
}
