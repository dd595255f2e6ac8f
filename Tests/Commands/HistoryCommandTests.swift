import Explaining
import Foundation
import Model
import StateKit
import Terminal
import Testing

@testable import Commands

@Suite("The history of a bot as numbers") struct HistoryCommandTests {
  private func history(
    _ world: HistoryWorld, _ form: HistoryCommand.Form,
    on capabilities: TerminalCapabilities = TerminalCapabilities(isTerminal: false, width: 100, colors: false)
  ) throws -> String {
    let captured = try Captured()
    let command = HistoryCommand(
      store: world.store, capabilities: capabilities, output: captured.output,
      isAtWork: { $1.processID == ProcessInfo.processInfo.processIdentifier })
    #expect(try command.perform("parser", form) == 0)
    return try captured.text()
  }

  @Test("CSV, JSON and the charts of the page tell the same figures")
  func same() throws {
    let world = try HistoryWorld()
    try world.integrate("parser") { $0.commit?.subject = "=HYPERLINK(\"x\"), \"quoted\"" }
    try world.integrate("parser", hour: 1) { $0.fail([.failed, .crashed]) }
    let csv = try history(world, .csv)
    let lines = csv.components(separatedBy: "\r\n")
    #expect(
      lines.count == 4 && lines[3].isEmpty && lines[0].hasPrefix("integration,branch,commit,author,subject,"))
    #expect(lines[1].contains("\"'=HYPERLINK(\"\"x\"\"), \"\"quoted\"\"\""))
    let heads = lines[0].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let cells = lines[2].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let row = Dictionary(uniqueKeysWithValues: zip(heads, cells))
    #expect(
      row["integration"] == "2" && row["failing"] == "2" && row["crashed"] == "1" && row["author"] == "Ada")
    let json = try JSONSerialization.jsonObject(with: Data(try history(world, .json).utf8)) as? [String: Any]
    let all = json?["integrations"] as? [[String: Any]]
    #expect(all?.count == 2 && all?.last?["failing"] as? Int == 2)
    #expect(all?.first?["subject"] as? String == "=HYPERLINK(\"x\"), \"quoted\"")
    for (head, cell) in row where Double(cell) != nil {
      #expect((all?.last?[head] as? NSNumber)?.doubleValue == Double(cell), "\(head)")
    }
    let page = try #require(world.read("bots/parser/index.html"))
    #expect(page.contains("10 passed, 1 crashed, 1 failed</title>"))
    let missed = try #require(row["linesNotExecuted"].flatMap { Int($0) })
    #expect(
      page.contains("<title>#2 test failures, ") && page.contains("\(missed) of 4,800 lines not executed"))
    let table = try history(world, .table).split(separator: "\n")
    #expect(table[1].hasPrefix("  #2  test failures  main"))
  }

  @Test("one that has no end runs while its process does, and was cut off else")
  func cutOff() throws {
    let world = try HistoryWorld()
    try world.integrate("parser")
    for process in [ProcessInfo.processInfo.processIdentifier, Int32.max] {
      _ = try world.store.begin(
        bot: "parser", branch: nil, commit: nil, queued: Date(), started: Date(), processID: process)
    }
    let table = try history(world, .table).split(separator: "\n")
    #expect(table[1].hasPrefix("  #3  cut off ") && table[2].hasPrefix("  #2  running "))
  }

  @Test("a line fits the terminal, and what is left out is counted")
  func narrow() throws {
    let world = try HistoryWorld()
    for number in 0..<32 { try world.integrate("parser", hour: number, publish: false) }
    let terminal = TerminalCapabilities(isTerminal: true, width: 60, colors: false)
    let lines = try history(world, .table, on: terminal).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 60 })
    #expect(lines[1].hasPrefix("  #32  ") && lines.contains { $0.contains("2 older ones: --csv and --json") })
  }

  @Test("a bot that is not known is told with those that are")
  func unknown() throws {
    let world = try HistoryWorld()
    try world.integrate("other", publish: false)
    let error = #expect(throws: Explanation.self) { try history(world, .csv) }
    #expect(error?.advice == "there are integrations of other" && error?.status == 2)
    #expect(error?.namesOthers == true && error?.discreet.advice == "")
    for text in ["parser", "othr"] {
      let error = #expect(throws: Explanation.self) {
        try FoundIntegration.find(
          IntegrationAddress(bot: BotID(text)), in: world.store, state: world.state, doing: "showing")
      }
      #expect(error?.advice.contains("other") == true && error?.namesOthers == true)
    }
  }
}
