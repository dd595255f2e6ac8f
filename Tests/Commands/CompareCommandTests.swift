import Explaining
import Foundation
import Kit
import Model
import Publishing
import StateKit
import Terminal
import Testing

@testable import Commands

@Suite("bothy compare") struct CompareCommandTests {
  private func compare(
    _ world: HistoryWorld, _ first: String, _ second: String, json: Bool = false
  ) throws -> String {
    let captured = try Captured()
    let command = CompareCommand(
      store: world.store, state: world.state, templates: nil,
      capabilities: TerminalCapabilities(isTerminal: false, width: 80, colors: false),
      output: captured.output)
    func address(_ text: String) -> IntegrationAddress {
      let parts = text.split(separator: "#")
      return IntegrationAddress(
        bot: BotID(String(parts[0])),
        number: parts.count > 1 ? Int(parts[1]).map { IntegrationNumber($0) } : nil)
    }
    #expect(try command.perform(address(first), address(second), json: json) == 0)
    return try captured.text()
  }

  private func refusal(_ world: HistoryWorld, _ first: String, _ second: String) -> Explanation? {
    do {
      _ = try compare(world, first, second)
      return nil
    } catch { return Explanation(error) }
  }

  private func world() throws -> HistoryWorld {
    let world = try HistoryWorld()
    for hour in 0..<3 {
      try world.integrate("parser", hour: hour) { if hour == 1 { $0.fail([.failed]) } }
      try world.leaveOrder("parser", IntegrationNumber(hour + 1))
    }
    return world
  }

  @Test("two integrations of a bot are compared in either order, and differences are no failure")
  func both() throws {
    let world = try world()
    #expect(try compare(world, "parser#1", "parser#2").contains("Newly failing (1)"))
    #expect(try compare(world, "parser#2", "parser#1").contains("Fixed (1)"))
    #expect(try compare(world, "parser#2", "parser").hasPrefix("parser #3 compared with #2\n"))
  }

  @Test("its page is told, has the difference and goes with either of the two")
  func page() throws {
    let world = try world()
    let text = try compare(world, "parser#1", "parser#2")
    let path = world.state.pages("parser") + "/compare/1-2.html"
    #expect(text.hasSuffix("Page        \(path)\n"))
    let page = try #require(world.read("bots/parser/compare/1-2.html"))
    #expect(page.contains("1 test newly failing") && page.contains("href=\"../2/tests.html#"))
    #expect(page.contains("bothy compare &#39;parser#1&#39; &#39;parser#2&#39;"))
    _ = try compare(world, "parser#2", "parser#3")
    try world.store.forget(bot: "parser", integration: 1)
    try Forgetting(state: world.state, store: world.store).sweep("parser")
    #expect(!world.isThere("bots/parser/compare/1-2.html") && world.isThere("bots/parser/compare/2-3.html"))
  }

  private struct Told: Decodable {
    struct Tests: Decodable { var changes: [Change] }
    struct Change: Decodable, Equatable {
      var id: String
      var kind: String
      var before: String?
      var now: String
    }
    struct Side: Decodable { var integration: Int }
    struct Commits: Decodable { var relation: String }

    var sentence: String
    var cause: String
    var before: Side
    var now: Side
    var commits: Commits?
    var tests: Tests?
  }

  @Test("a program is told what people are")
  func json() throws {
    let text = try compare(world(), "parser#1", "parser#2", json: true)
    let told = try JSONDecoder().decode(Told.self, from: Data(text.utf8))
    #expect(told.before.integration == 1 && told.now.integration == 2 && told.commits?.relation == "same")
    #expect(
      told.tests?.changes == [
        Told.Change(
          id: "ParserTests.HelpTests/testCase0_isRight", kind: "newly-failing", before: "passed",
          now: "failed")
      ])
    for key in ["caveats", "coverage", "durations", "dependencies", "settings", "issues", "page"] {
      #expect(text.contains("\"\(key)\" :"), "\(key)")
    }
  }

  @Test("what is not there, or left no report, ends with 5 and says what there is")
  func missing() throws {
    let world = try world()
    let none = try #require(refusal(world, "parser#1", "parser#9"))
    #expect(none.status == 2 && none.advice == "there are 3, from #1 to #3", "\(none)")
    #expect(refusal(world, "parser#1", "lexer")?.status == 2)
    try world.store.forget(bot: "parser", integration: 1)
    let swept = try #require(refusal(world, "parser#1", "parser#2"))
    #expect(swept.status == 5 && swept.advice == "there are #2 and #3", "\(swept)")
    #expect(swept.wrong == "parser #1 is kept no longer (see `keep` in its bot file)", "\(swept)")
    try FileManager.default.removeItem(atPath: world.state.integration("parser", 2).report)
    let lost = try #require(refusal(world, "parser#3", "parser#2"))
    #expect(lost.status == 5 && lost.wrong == "parser#2 left no report (test failures)", "\(lost)")
    _ = try world.begin("parser", hour: 4)
    #expect(refusal(world, "parser#3", "parser#4")?.wrong == "parser#4 has not ended")
  }

  @Test("one integration is not compared with itself")
  func same() throws {
    let refused = try #require(refusal(try world(), "parser#3", "parser"))
    #expect(refused.status == 2 && refused.wrong == "both are parser#3, and nothing differs from itself")
  }

  private static let other = CommitID(String(repeating: "9", count: 40))

  /// Of another bot than those of `world`; without a commit of the same one.
  private func lexer(_ world: HistoryWorld, commit: CommitID?, _ change: (inout Order) -> Void) throws {
    let number = try world.integrate("lexer") { report in
      if let commit { report.commit?.id = commit }
    }
    try world.leaveOrder("lexer", number, change)
  }

  @Test("two bots are not compared where nothing tells that they share a repository, and it says what tells")
  func strangers() throws {
    let world = try world()
    try lexer(world, commit: Self.other) { _ in }
    let refused = try #require(refusal(world, "parser#1", "lexer#1"))
    #expect(refused.status == 2, "\(refused)")
    #expect(
      refused.wrong
        == "parser#1 and lexer#1 are not known to be of one repository: parser#1 is of /srv/parser, lexer#1 "
        + "of /srv/lexer, and neither has the commits of both")
  }

  @Test("two bots of one repository are compared, also of two packages, and that is told")
  func packages() throws {
    let world = try world()
    try lexer(world, commit: Self.other) {
      $0.settings.repository = "/srv/parser"
      $0.settings.package = "Tools/Lexer"
    }
    let text = try compare(world, "parser#1", "lexer#1").replacing(/\n +/, with: " ")
    #expect(text.hasPrefix("lexer#1 compared with parser#1\n"), "\(text)")
    #expect(
      text.contains(
        "parser#1 is of the package at the root and lexer#1 of Tools/Lexer: what only one package has is "
          + "told as gone or added."), "\(text)")
  }

  @Test("two bots are compared where a repository has the commits of both, whatever it is called")
  func clones() throws {
    let world = try world()
    try lexer(world, commit: nil) { $0.settings.repository = "/home/me/parser" }
    let text = try compare(world, "parser#1", "lexer#1").replacing(/\n +/, with: " ")
    #expect(
      text.contains(
        "parser#1 is of /srv/parser and lexer#1 of /home/me/parser, which have commits in common."), "\(text)"
    )
    let tree = try Worktree.make(at: world.state.path + "/clone")
    let ids = try (0..<2).map { CommitID(try tree.commit("\($0)")) }
    try world.integrate("one") { $0.commit?.id = ids[0] }
    try world.leaveOrder("one", 1) { $0.settings.repository = "/gone/parser.git" }
    try world.integrate("two") { $0.commit?.id = ids[1] }
    try world.leaveOrder("two", 1) { $0.settings.repository = tree.path }
    #expect(try compare(world, "one#1", "two#1").contains("which have commits in"))
  }
}
