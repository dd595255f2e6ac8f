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
    let back = try said { try $0.unsilence("parser", "testOld") }
    #expect(back.contains("T.S/testOld failed"), "\(back)")
    #expect(try world.store.silences(of: "parser").isEmpty)
  }
}
