import Explaining
import Foundation
import Kit
import Model
import State
import StateKit
import Store
import Terminal
import Testing

@testable import Commands

private let pipe = TerminalCapabilities(isTerminal: false, width: 80, colors: false)

@Suite("bothy log")
struct LogCommandTests {
  @Test("a pipe gets the bytes as they are")
  func bytes() throws {
    let state = try StateScratch()
    try state.leave("parser", 1, file: "log.txt", "a\r\n\u{1B}[2Jb\0 without an end")
    let captured = try Captured()
    let command = LogCommand(
      store: try remembered(state, "parser", 1, .succeeded), state: StateFolder(path: state.path),
      capabilities: pipe,
      output: captured.output)
    #expect(try command.perform(IntegrationAddress(bot: "parser"), follow: false) == 0)
    #expect(try captured.text() == "a\r\n\u{1B}[2Jb\0 without an end")
  }

  @Test("a terminal gets nothing that commands it but colours, also when a line comes in pieces")
  func terminal() {
    var lines = LogLines(capabilities: TerminalCapabilities(isTerminal: true, width: 80, colors: true))
    var shown: [UInt8] = []
    for byte in "a\u{1B}[31mé\u{1B}[0m\n\u{1B}[2Jb\r\nend".utf8 { shown += lines.shown([byte]) }
    shown += lines.rest()
    #expect(String(decoding: shown, as: UTF8.self) == "a\u{1B}[31mé\u{1B}[0m\u{1B}[0m\n^[[2Jb\nend\n")
  }

  @Test("a line without an end does not grow forever")
  func endless() {
    var lines = LogLines(capabilities: TerminalCapabilities(isTerminal: true, width: 80, colors: true))
    var count = 0
    for _ in 0..<40 { count += lines.shown([UInt8](repeating: 0x61, count: 1 << 16)).count }
    #expect(count >= 2 << 20)
  }

  @Test("following goes on until the integration has ended, and misses nothing", .timeLimit(.minutes(5)))
  func following() async throws {
    let state = try StateScratch()
    try state.leave("parser", 1, file: "log.txt", "one\n")
    let store = try remembered(state, "parser", 1, nil)
    let log = state.folder("parser", 1) + "/log.txt"
    let captured = try Captured()
    let output = captured.output
    let path = state.path
    async let status = aside {
      let command = LogCommand(
        store: try SQLiteStore(folder: path, readOnly: true), state: StateFolder(path: path),
        capabilities: pipe, output: output,
        isAtWork: { _, _ in true }, pauseSeconds: 0.01)
      return try command.perform(IntegrationAddress(bot: "parser"), follow: true)
    }
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    try file.seekToEnd()
    for number in 2...5 {
      try await Task.sleep(for: .milliseconds(30))
      try file.write(contentsOf: Data("\(number)\n".utf8))
    }
    try store.abandon(bot: "parser", integration: 1, result: .succeeded, reason: "", at: Date())
    #expect(try await status == 0)
    #expect(try captured.text() == "one\n2\n3\n4\n5\n")
  }

  @Test("following a process that is gone ends too", .timeLimit(.minutes(5)))
  func gone() throws {
    let state = try StateScratch()
    try state.leave("parser", 1, file: "log.txt", "one\n")
    let gone = try Command("/bin/true", []).runHere().id
    let store = try remembered(state, "parser", 1, nil, processID: gone)
    let captured = try Captured()
    let command = LogCommand(
      store: store, state: StateFolder(path: state.path), capabilities: pipe,
      output: captured.output)
    #expect(try command.perform(IntegrationAddress(bot: "parser"), follow: true) == 0)
    #expect(try captured.text() == "one\n")
  }

  @Test("no log is an error, not silence")
  func noLog() throws {
    let state = try StateScratch()
    let command = LogCommand(
      store: try remembered(state, "parser", 1, .checkoutError), state: StateFolder(path: state.path),
      capabilities: pipe,
      output: try Captured().output)
    let error = #expect(throws: Explanation.self) {
      try command.perform(IntegrationAddress(bot: "parser"), follow: false)
    }
    #expect(error?.wrong == "parser #1 left no log")
  }
}
