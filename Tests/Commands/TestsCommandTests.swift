import Explaining
import Model
import StateKit
import Terminal
import Testing

@testable import Commands

@Suite("The tests of a bot") struct TestsCommandTests {
  private func tests(_ world: HistoryWorld, _ test: String?) throws -> String {
    let captured = try Captured()
    let command = TestsCommand(
      store: world.store, state: world.state,
      capabilities: TerminalCapabilities(isTerminal: false, width: 80, colors: false),
      output: captured.output)
    #expect(try command.perform("parser", test) == 0)
    return try captured.text()
  }

  @Test("one test is told with how often it was flaky, each integration in a line")
  func history() throws {
    let world = try HistoryWorld()
    for (hour, outcome) in [TestOutcome.flaky, .passed, .failed, .flaky].enumerated() {
      try world.integrate("parser", hour: hour, publish: false) {
        $0.tests = MadeUp.tests(count: 12, failing: [outcome])
        $0.result = outcome == .flaky ? .flaky : .succeeded
      }
    }
    let lines = try tests(world, "testCase0_").split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(2) == [
        "ParserTests.HelpTests/testCase0_isRight", "Flaky 2 times in its last 4, failed in 1 of them.",
      ])
    #expect(
      lines.dropFirst(2).map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
        == ["flaky #4", "failed #3", "passed #2", "flaky #1"])
    #expect(try tests(world, nil).contains("12: 11 passed, 1 flaky"))
  }

  @Test("what names no test or several is refused with what there is")
  func unclear() throws {
    let world = try HistoryWorld()
    try world.integrate("parser", publish: false)
    let several = #expect(throws: Explanation.self) { try tests(world, "testCase1") }
    #expect(several?.advice.contains("testCase11_isRight") == true && several?.status == 2)
    let none = #expect(throws: Explanation.self) { try tests(world, "testX") }
    #expect(none?.wrong.contains("no test of it has `testX`") == true)
    #expect(
      try tests(world, "ParserTests.HelpTests/testCase1_isRight").contains("Did not fail in its last 1."))
  }
}
