import Explaining
import Foundation
import Model
import State
import StateKit
import Store
import Terminal
import Testing

@testable import Commands

@Suite("bothy show")
struct ShowCommandTests {
  @Test("it ends with the status of the integration, and tells it in words")
  func words() throws {
    let state = try StateScratch()
    try state.leave("parser", 3, file: "report.json", "{}")
    var report = Report(
      bot: "parser", integration: 3, result: .testFailures, reason: "1 of 2 tests failed", commit: nil,
      toolchain: "Swift 6.3.1", configuration: .debug, queued: Date(), started: Date())
    report.seconds = 3
    let store = try remembered(state, "parser", 3, .testFailures)
    let captured = try Captured()
    let command = show(store, state, captured) { _ in report }
    #expect(try command.perform(IntegrationAddress(bot: "parser"), as: .words) == 1)
    #expect(try captured.text().contains("1 of 2 tests failed."))
  }

  @Test("whom the integration suspected since which a test fails is named as long as it does")
  func suspectedEarlier() throws {
    let world = try HistoryWorld()
    func failing(since: IntegrationNumber) -> Model.Issue {
      Model.Issue(
        kind: .testFailure, message: "m", target: "T", file: nil, line: nil, test: "T.S/a", since: since)
    }
    func fail(_ report: inout Report) {
      report.result = .testFailures
      report.tests.cases = [
        TestCase(id: "T.S/a", library: .xctest, target: "T", suite: "S", name: "a", outcome: .failed)
      ]
    }
    try world.integrate("parser", hour: 1, publish: false)
    let red = try world.integrate("parser", hour: 2, publish: false) { report in
      fail(&report)
      report.issues.new = [failing(since: 2)]
      report.comparedWith = Comparison(integration: 1, coverage: nil)
      report.commits = [report.commit].compactMap(\.self)
    }
    try world.integrate("parser", hour: 3, publish: false) { report in
      fail(&report)
      report.issues.unresolved = [failing(since: red)]
      (report.comparedWith, report.commits) = (Comparison(integration: red, coverage: nil), [])
    }
    let captured = try Captured()
    let command = ShowCommand(
      store: world.store, state: world.state,
      capabilities: TerminalCapabilities(isTerminal: false, width: 80, colors: false),
      output: captured.output)
    #expect(try command.perform(IntegrationAddress(bot: "parser"), as: .words) == 1)
    let text = try captured.text()
    #expect(text.contains("      As of #2 suspected: "), "\(text)")
    try world.integrate("parser", hour: 4, publish: false) { report in
      fail(&report)
      report.tests.cases[0].id = "T.S/b"
      report.issues.unresolved = [failing(since: red)]
      report.issues.unresolved[0].test = "T.S/b"
      (report.comparedWith, report.commits) = (Comparison(integration: 3, coverage: nil), [])
      report.comparedWith?.tests = TestChanges(since: 3)
      report.comparedWith?.tests?.renamed = [TestRename(from: "T.S/a", to: "T.S/b", how: .renamed)]
    }
    #expect(try command.perform(IntegrationAddress(bot: "parser"), as: .words) == 1)
    let later = try captured.text()
    #expect(later.contains("      As of #2, as T.S/a, suspected: "), "\(later)")
  }

  @Test("JSON is the report, byte for byte")
  func json() throws {
    let state = try StateScratch()
    let bytes = "{ \"é\": 1 }\n"
    try state.leave("parser", 3, file: "report.json", bytes)
    let report = Report(
      bot: "parser", integration: 3, result: .succeeded, reason: "", commit: nil, toolchain: "",
      configuration: .debug, queued: Date(), started: Date())
    let captured = try Captured()
    let store = try remembered(state, "parser", 3, .succeeded)
    let command = show(store, state, captured) { _ in report }
    #expect(try command.perform(IntegrationAddress(bot: "parser", number: 3), as: .json) == 0)
    #expect(try captured.text() == bytes)
  }

  @Test("a summary to paste is the one beside the report, also of what left no report")
  func markdown() throws {
    let state = try StateScratch()
    try state.leave("parser", 3, file: "report.json", "{}")
    let report = Report(
      bot: "parser", integration: 3, result: .succeeded, reason: "2 tests passed", commit: nil,
      toolchain: "", configuration: .debug, queued: Date(), started: Date())
    let captured = try Captured()
    let store = try remembered(state, "parser", 3, .succeeded)
    let command = show(store, state, captured) { _ in report }
    #expect(try command.perform(IntegrationAddress(bot: "parser"), as: .markdown) == 0)
    #expect(try captured.text() == "### ✓ succeeded: `parser#3`\n\n2 tests passed.\n")
    let (other, left) = (try StateScratch(), try Captured())
    let without = show(
      try remembered(other, "parser", 3, .canceled, reason: "it was interrupted"), other, left
    ) { _ in throw CancellationError() }
    #expect(try without.perform(IntegrationAddress(bot: "parser"), as: .markdown) == 130)
    #expect(try left.text().contains("canceled: `parser#3`"))
  }

  @Test("an integration that left no report is told as far as it is known, with its status")
  func withoutReport() throws {
    let state = try StateScratch()
    let store = try remembered(state, "parser", 3, .canceled, reason: "it was interrupted")
    let captured = try Captured()
    let command = show(store, state, captured) { _ in throw CancellationError() }
    #expect(try command.perform(IntegrationAddress(bot: "parser"), as: .words) == 130)
    let text = try captured.text()
    #expect(text.contains("parser #3") && text.contains("it was interrupted.") && text.contains("no report"))
    #expect(throws: Explanation.self) { try command.perform(IntegrationAddress(bot: "parser"), as: .json) }
  }

  @Test("one that still runs is no result")
  func running() throws {
    let state = try StateScratch()
    var command = show(try remembered(state, "parser", 3, nil), state, try Captured()) { _ in
      throw CancellationError()
    }
    command.isAtWork = { _, _ in true }
    let error = #expect(throws: Explanation.self) {
      try command.perform(IntegrationAddress(bot: "parser"), as: .words)
    }
    #expect(error?.wrong == "parser #3 has not ended")
    #expect(error?.status == 4)
  }

  @Test("one whose process is gone was killed, and says so without another Bothy")
  func killed() throws {
    let state = try StateScratch()
    let captured = try Captured()
    var command = show(try remembered(state, "parser", 3, nil), state, captured) { _ in
      throw CancellationError()
    }
    command.isAtWork = { _, _ in false }
    #expect(try command.perform(IntegrationAddress(bot: "parser"), as: .words) == 130)
    #expect(try captured.text().contains("canceled\nBothy was killed while it ran"))
    let error = #expect(throws: Explanation.self) {
      try command.perform(IntegrationAddress(bot: "parser"), as: .json)
    }
    #expect(error?.wrong.contains("Bothy was killed while it ran") == true && error?.status == 130)
  }

  @Test("somebody works at it while its process is there and a lock is held, or what it began is")
  func atWork() throws {
    let folder = StateFolder(path: "/s")
    var past = PastIntegration(number: 1, started: Date(), processID: 7)
    func isAtWork(_ isBothy: Bool, held: String...) -> Bool {
      AtWork(state: folder, isBothy: { _ in isBothy }, isHeld: { held.contains($0) })("a", past)
    }
    #expect(isAtWork(true, held: folder.lock("a")) && isAtWork(true, held: folder.watchLock))
    #expect(isAtWork(false, held: folder.performLock("a")))
    #expect(!isAtWork(true) && !isAtWork(true, held: folder.lock("b")))
    #expect(!isAtWork(false, held: folder.lock("a"), folder.watchLock))
    past.result = .succeeded
    #expect(!isAtWork(true, held: folder.lock("a"), folder.performLock("a")))
  }

  @Test("a name that is not known is answered with the nearest, and wrong usage")
  func unknown() throws {
    let state = try StateScratch()
    let store = try remembered(state, "parser", 3, .succeeded)
    let command = show(store, state, try Captured()) { _ in throw CancellationError() }
    let near = #expect(throws: Explanation.self) {
      try command.perform(IntegrationAddress(bot: "praser"), as: .words)
    }
    #expect(near?.advice == "did you mean `parser`?")
    #expect(near?.status == 2)
    let number = #expect(throws: Explanation.self) {
      try command.perform(IntegrationAddress(bot: "parser", number: 9), as: .words)
    }
    #expect(number?.advice == "its latest is #3")
    let empty = try StateScratch()
    let none = show(try SQLiteStore(folder: empty.path), empty, try Captured()) { _ in
      throw CancellationError()
    }
    let nothing = #expect(throws: Explanation.self) {
      try none.perform(IntegrationAddress(bot: "parser"), as: .words)
    }
    #expect(nothing?.advice.contains("bothy run") == true)
  }

  private func show(
    _ store: SQLiteStore, _ state: StateScratch, _ captured: Captured,
    decode: @escaping ([UInt8]) throws -> Report
  ) -> ShowCommand {
    ShowCommand(
      store: store, state: StateFolder(path: state.path),
      capabilities: TerminalCapabilities(isTerminal: false, width: 80, colors: false), decode: decode,
      output: captured.output)
  }
}
