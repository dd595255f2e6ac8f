import Foundation
import Model
import StateKit
import Terminal
import Testing

@testable import Commands

@Suite("The open issues of a bot") struct IssuesCommandTests {
  private func told(_ world: HistoryWorld, json: Bool = false, width: Int = 80) throws -> String {
    let captured = try Captured()
    let command = IssuesCommand(
      store: world.store, state: world.state, bots: BotLookup(folder: world.state.path + "/no-bots"),
      capabilities: TerminalCapabilities(isTerminal: true, width: width, colors: false),
      output: captured.output)
    #expect(try command.perform("parser", json: json) == 0)
    return try captured.text()
  }

  private func issue(
    _ kind: Model.Issue.Kind, _ test: TestID?, since: IntegrationNumber, _ change: (inout Model.Issue) -> Void
  ) -> Model.Issue {
    var issue = Model.Issue(
      kind: kind, message: "it is 5\nnot 6", target: "T", file: "Sources/A.swift", line: 3, test: test,
      since: since)
    if let test { issue.identity = .make(test: test, outcome: kind == .flaky ? .flaky : .crashed) }
    change(&issue)
    return issue
  }

  private func world() throws -> HistoryWorld {
    let world = try HistoryWorld()
    let crash = issue(.testFailure, "T.S/a", since: 1) { $0.seen = false }
    let warning = issue(.warning, nil, since: 2) {
      $0.silence = Silence(
        .issue($0.identity.rawValue), until: .forever, reason: "later", origin: .command, by: "ada", at: nil)
    }
    try world.integrate("parser", hour: 1, publish: false) { report in
      (report.issues.unresolved, report.issues.silenced) = ([crash], [warning])
    }
    try world.integrate("parser", branch: "topic", hour: 2, publish: false) { report in
      report.issues.unresolved = [crash]
      report.issues.flaky = [issue(.flaky, "T.S/b", since: 1) { _ in }]
    }
    try world.store.keep(base: "main", of: "parser")
    if let silence = warning.silence { try world.store.silence(silence, of: "parser") }
    return world
  }

  @Test("each stands on its branch once, with since when and how it is silenced")
  func list() throws {
    let id = issue(.warning, nil, since: 2) { _ in }.identity.short
    let text = try told(world())
    #expect(
      text == """
        main, as of #1: 1 open, 1 silenced
          ↯ crashed     T.S/a
            since #1, not seen in #1
            Sources/A.swift:3: it is 5
              not 6
          ▲ warning     issue \(id)
            since #2 of topic
            Sources/A.swift:3: it is 5
              not 6
            silenced for good: later (ada)

        topic, as of #2: 1 open, 1 known on main
          ± flaky       T.S/b
            since #1 of main
            Sources/A.swift:3: it is 5
              not 6

        """, "\(text)")
    for line in try told(world(), width: 40).split(separator: "\n") { #expect(line.count <= 40, "\(line)") }
  }

  @Test("what the bot file calls by a test's own name is silenced, where one alone is called so")
  func botFile() throws {
    let world = try HistoryWorld()
    let failure = Model.Issue(
      kind: .testFailure, message: "m", target: "T", file: nil, line: nil, test: "T.S/a", since: 1,
      identity: .make(test: "T.S/a", outcome: .failed))
    try world.integrate("parser", publish: false) { report in
      report.tests.cases.append(
        TestCase(id: "T.S/a", library: .xctest, target: "T", suite: "S", name: "a", outcome: .failed))
      report.issues.silenced = [failure]
    }
    let bots = world.state.path + "/bots"
    try FileManager.default.createDirectory(atPath: bots, withIntermediateDirectories: true)
    try Data("repository: /srv/p\nsilence: [{test: S/a, until: forever, reason: known}]\n".utf8)
      .write(to: URL(fileURLWithPath: bots + "/parser.yaml"))
    let captured = try Captured()
    let command = IssuesCommand(
      store: world.store, state: world.state, bots: BotLookup(folder: bots),
      capabilities: TerminalCapabilities(isTerminal: false, width: 80, colors: false),
      output: captured.output)
    #expect(try command.perform("parser", json: false) == 0)
    let text = try captured.text()
    #expect(text.hasPrefix("main, as of #1: 1 silenced\n"), "\(text)")
    #expect(text.contains("silenced for good: known"), "\(text)")
  }

  @Test("programs have them all")
  func json() throws {
    struct Told: Decodable {
      struct Open: Decodable, Equatable {
        var branch: String
        var integration: Int
        var kind: String
        var test: String?
        var seen: Bool
        var silenced: String?
        var knownOn: String?
        var sinceBranch: String?
      }
      var bot: String
      var base: String?
      var issues: [Open]
    }
    let told = try JSONDecoder().decode(Told.self, from: Data(told(world(), json: true).utf8))
    #expect(told.bot == "parser" && told.base == "main")
    #expect(told.issues.map(\.branch) == ["main", "main", "topic", "topic"])
    #expect(told.issues.map(\.kind) == ["test-failure", "warning", "test-failure", "flaky"])
    #expect(told.issues.map(\.seen) == [false, true, false, true])
    #expect(told.issues.map(\.knownOn) == [nil, nil, "main", nil])
    #expect(told.issues.map(\.sinceBranch) == ["main", "topic", "main", "main"])
    #expect(told.issues[1].silenced == "silenced for good: later (ada)")
  }

  @Test("a test that was flaky is named when it passes again, once")
  func flakyEarlier() throws {
    let world = try HistoryWorld()
    for hour in 1...2 {
      try world.integrate("parser", hour: hour, publish: false) { report in
        report.issues.flaky = [issue(.flaky, "T.S/b", since: 1) { _ in }]
      }
    }
    #expect(try !told(world).contains("earlier"))
    try world.integrate("parser", hour: 3, publish: false) { _ in }
    let text = try told(world)
    #expect(
      text == """
        Nothing is open on any branch.

        Flaky earlier, and nothing open of it: 1 test
          ± flaky       T.S/b
            last in #2 of main

        """, "\(text)")
    struct Told: Decodable {
      struct Flaky: Decodable, Equatable {
        var test: String
        var integration: Int
        var branch: String
      }
      var flakyEarlier: [Flaky]
    }
    let json = try JSONDecoder().decode(Told.self, from: Data(told(world, json: true).utf8))
    #expect(json.flakyEarlier == [Told.Flaky(test: "T.S/b", integration: 2, branch: "main")])
  }

  @Test("a branch that is merged by now says so")
  func merged() {
    let failure = issue(.testFailure, "T.S/a", since: 1) { _ in }
    let known = KnownIssue(issue: failure, branch: "topic", integration: 2)
    let text = OpenIssuesText.list(
      OpenIssues.byBranch([known], base: "main", merged: ["topic"]), base: "main",
      capabilities: TerminalCapabilities(isTerminal: false, width: 80, colors: false))
    #expect(text.contains("\n\ntopic, as of #2, merged by now: 1 open\n"), "\(text)")
  }

  @Test("where all is well that is said, and of a bot that nobody knows what there is")
  func nothing() throws {
    let world = try HistoryWorld()
    try world.integrate("parser", publish: false) { _ in }
    #expect(try told(world) == "Nothing is open on any branch.\n")
    try world.integrate("parser", branch: "topic", hour: 1, publish: false) { report in
      report.issues.unresolved = [issue(.testFailure, "T.S/a", since: 1) { _ in }]
    }
    try world.store.keep(base: "main", of: "parser")
    #expect(try told(world).hasPrefix("Nothing is open on main.\n\ntopic, as of #2: 1 open\n"))
    let command = IssuesCommand(
      store: world.store, state: world.state, bots: BotLookup(folder: world.state.path + "/no-bots"),
      capabilities: TerminalCapabilities(isTerminal: false, width: 80, colors: false))
    #expect(throws: (any Error).self) { try command.perform("nobody", json: false) }
  }
}
