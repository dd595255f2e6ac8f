import Explaining
import Foundation
import Model
import StateKit
import Store
import Terminal
import Testing

@testable import Commands

@Suite("Silencing") struct SilenceCommandTests {
  private let world: HistoryWorld

  init() throws { world = try HistoryWorld() }

  private func integrate(_ issues: IssueLists) throws {
    let number = try world.begin("parser")
    var report = MadeUp.report("parser", number, branch: "main", hour: number.value)
    report.issues = issues
    try world.store.finish(report)
  }

  private func issue(_ test: TestID, since: IntegrationNumber = 1) -> Model.Issue {
    Model.Issue(
      kind: .testFailure, message: "m", target: "T", file: nil, line: nil, test: test, since: since,
      identity: .make(test: test, outcome: .failed))
  }

  private func said(_ body: (SilenceCommand) throws -> Int32) throws -> String {
    let captured = try Captured()
    let command = SilenceCommand(
      state: world.state, bots: BotLookup(folder: world.state.path + "/none"),
      capabilities: TerminalCapabilities(isTerminal: false, width: 80, colors: false),
      output: captured.output)
    #expect(try body(command) == 0)
    return try captured.text()
  }

  private func refusal(_ text: String) throws -> String {
    var options = SilenceOptions()
    options.reason = "see 12"
    let refused = try #require(
      throws: Explanation.self, performing: { _ = try said { try $0.silence("parser", text, options) } })
    #expect(refused.status == 2)
    return refused.advice
  }

  @Test("what is not open is refused with what may have been meant: what is open, else what there is")
  func near() throws {
    try integrate(IssueLists(new: [issue("T.S/testVersion")]))
    #expect(try refusal("T.S/testVersoin").hasPrefix("did you mean `T.S/testVersion`? `bothy issues"))
    #expect(try refusal("T.Other/testVersion").hasPrefix("did you mean `T.S/testVersion`? "))
    #expect(
      try refusal("ParserTests.HelpTests/testCase3_isRihgt").hasPrefix(
        "no test is called so; near is `ParserTests.HelpTests/testCase3_isRight`, which did not go wrong "
          + "there. "))
    #expect(
      try refusal("ParserTests.HelpTests/testCase3_isRight").hasPrefix("that test did not go wrong there. "))
    #expect(try refusal("T.S/somethingElse").hasPrefix("no test is called so. "))
    #expect(try refusal("deadbeef").hasPrefix("`bothy issues"))
    #expect(try refusal("estVers") == "did you mean `bothy silence parser T.S/testVersion`?")
  }

  @Test("a second silence of the same says whose place it takes, and the first is not told as taken back")
  func twice() throws {
    let failed = issue("T.S/testOld")
    try integrate(IssueLists(new: [failed]))
    var options = SilenceOptions()
    options.reason = "see 12"
    #expect(try !said { try $0.silence("parser", "testOld", options) }.contains("place of"))
    options.reason = "see 13"
    let told = try said { try $0.silence("parser", "testOld", options) }
    #expect(told.contains(" It takes the place of: silenced until it is resolved: see 12"), "\(told)")
    let story = try #require(try world.store.story(bot: "parser", issue: failed.identity))
    #expect(story.silencings.map(\.endedIn) == [nil, IssueStory.Silencing.replaced])
    #expect(try world.store.silences(of: "parser").map(\.reason) == ["see 13"])
  }

  @Test("what was flaky can be silenced though it passed since: no pass says that it is mended")
  func flaky() throws {
    var once = issue("T.S/testNow")
    (once.kind, once.identity) = (.flaky, .make(test: "T.S/testNow", outcome: .flaky))
    try integrate(IssueLists(flaky: [once]))
    try integrate(IssueLists())
    var options = SilenceOptions()
    options.reason = "see 12"
    let silenced = try said { try $0.silence("parser", "testNow", options) }
    #expect(silenced.contains("T.S/testNow"), "\(silenced)")
    #expect(try world.store.silences(of: "parser").map(\.until) == [.forever])
  }

  @Test("what was silenced under a former name is listed with it, and taken back by it")
  func renamed() throws {
    try integrate(IssueLists(new: [issue("T.S/testOld")]))
    var options = SilenceOptions()
    options.reason = "see 12"
    let silenced = try said { try $0.silence("parser", "testOld", options) }
    #expect(silenced.contains("T.S/testOld failed"))
    var renamed = issue("T.S/testNew")
    renamed.renamedFrom = "T.S/testOld"
    renamed.silence = try world.store.silences(of: "parser").first
    try integrate(IssueLists(silenced: [renamed]))
    let listed = try said { try $0.list("parser") }
    #expect(listed.contains("T.S/testOld failed") && listed.contains("T.S/testNew failed"), "\(listed)")
    #expect(listed.contains("the same as above, by another name of its test"), "\(listed)")
    let back = try said { try $0.unsilence("parser", "testOld") }
    #expect(
      back.hasPrefix("T.S/testOld failed (")
        && back.contains("by another name of its test, T.S/testNew failed ("), "\(back)")
    #expect(try world.store.silences(of: "parser").isEmpty)
  }
}
