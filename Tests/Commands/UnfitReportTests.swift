import Explaining
import Foundation
import Model
import StateKit
import Terminal
import Testing

@testable import Commands

/// What lies where a report should be, as `bothy show` and `bothy compare` tell it.
@Suite("A report that is none") struct UnfitReportTests {
  private let world: HistoryWorld
  private var file: String { world.state.integration("parser", 2).report }

  init() throws {
    world = try HistoryWorld()
    for hour in 0..<3 { try world.integrate("parser", hour: hour, publish: false) }
  }

  private var capabilities: TerminalCapabilities {
    TerminalCapabilities(isTerminal: false, width: 80, colors: false)
  }

  private func refused(_ act: (Captured) throws -> Int32) throws -> Explanation {
    let captured = try Captured()
    do {
      let status = try act(captured)
      Testing.Issue.record("it ended with \(status) and \(try captured.text())")
    } catch { return Explanation(error) }
    throw CancellationError()
  }

  private func show(as form: ShownForm = .words) throws -> Explanation {
    try refused {
      try ShowCommand(store: world.store, state: world.state, capabilities: capabilities, output: $0.output)
        .perform(IntegrationAddress(bot: "parser", number: 2), as: form)
    }
  }

  private func compare() throws -> Explanation {
    try refused {
      try CompareCommand(
        store: world.store, state: world.state, templates: nil, capabilities: capabilities, output: $0.output
      ).perform(
        IntegrationAddress(bot: "parser", number: 2), IntegrationAddress(bot: "parser", number: 3),
        json: false)
    }
  }

  private func put(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: file)) }

  @Test("what another integration reported is not shown as this one's", arguments: [ShownForm.words, .json])
  func another(form: ShownForm) throws {
    let other = try String(contentsOfFile: world.state.integration("parser", 1).report, encoding: .utf8)
    try put(other)
    let told = try show(as: form)
    #expect(told.doing == "reading \(file)" && told.status == 5)
    #expect(told.wrong == "it is the report of parser#1, not of parser#2", "\(told)")
    #expect(told.advice.contains("integrate that commit again"))
    try put(other.replacing("\"bot\": \"parser\"", with: "\"bot\": \"lexer\""))
    #expect(try show(as: form).wrong == "it is the report of lexer#1, not of parser#2")
  }

  @Test("one of a newer Bothy is told in one sentence wherever it is read")
  func newer() throws {
    try put("{\"schema\": 99}")
    let told = try show()
    #expect(told.doing == "reading \(file)", "\(told)")
    #expect(told.wrong == "it was written by a newer Bothy (schema 99, and this one knows 1)", "\(told)")
    #expect(told.advice == "use that Bothy, or a newer one")
    #expect(try compare() == told)
  }

  @Test("one that is damaged is told by its file and what is wrong in it, wherever it is read")
  func damaged() throws {
    try put("{\"schema\": 1}")
    let told = try show()
    #expect(told.sentence.hasPrefix("reading \(file): `bot` is missing: "), "\(told)")
    #expect(try compare() == told)
  }

  @Test("a folder or a pipe in its place is told as that, and nothing waits for a writer")
  func noFile() throws {
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
    let folder = try show()
    let advice = "remove it, then integrate that commit again to have a new one"
    #expect(folder.sentence == "reading \(file): it is a folder, not a file: \(advice)")
    #expect(try compare() == folder)
    try FileManager.default.removeItem(atPath: file)
    try #require(mkfifo(file, 0o600) == 0)
    let pipe = try show()
    #expect(pipe.sentence == "reading \(file): it is a pipe, not a file: \(advice)")
    #expect(try compare() == pipe)
  }

  @Test("where nothing lies, or what does is read well, there is no error")
  func fit() throws {
    let captured = try Captured()
    let command = ShowCommand(
      store: world.store, state: world.state, capabilities: capabilities, output: captured.output)
    let address = IntegrationAddress(bot: "parser", number: 2)
    #expect(try command.perform(address, as: .words) == 0)
    try FileManager.default.removeItem(atPath: file)
    #expect(try command.perform(address, as: .words) == 0)
    #expect(try captured.text().contains("there is no report"))
  }
}
