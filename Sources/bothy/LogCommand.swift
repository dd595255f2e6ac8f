import Foundation
import Model
import Terminal

/// `bothy log BOT[#N] [-f]`: the bytes as they are for a pipe, made harmless for a terminal.
struct LogCommand<Memory: IntegrationMemory> {
  let memory: Memory
  let state: StateFolder
  let capabilities: TerminalCapabilities
  let output: Output
  /// Whether the process of that number is a Bothy that still runs.
  var isRunning: (Int32) -> Bool = ProcessLife.isRunning
  /// Between two looks at a log that grows.
  var pauseSeconds = 0.2

  func perform(_ address: IntegrationAddress, follow: Bool) throws -> Int32 {
    let doing = "bothy log \(address)"
    let found = try FoundIntegration.find(address, in: memory, state: state, doing: doing)
    var follower = LogFollower(path: found.folder.log)
    var lines = LogLines(capabilities: capabilities)
    while true {
      // Asked before reading: what is written until it has ended is read after it.
      let hasEnded = try !follow || found.hasEnded(in: memory, isRunning: isRunning)
      var isListening = true
      while isListening, let bytes = try follower.next() { isListening = output.write(lines.shown(bytes)) }
      if hasEnded || !isListening { break }
      Thread.sleep(forTimeInterval: pauseSeconds)
    }
    output.write(lines.rest())
    guard follower.isOpen else {
      throw CommandError(
        doing: doing, wrong: "\(found.known.bot) \(found.known.number) left no log",
        advice:
          "`bothy show '\(found.known.bot)\(found.known.number)'` tells what is known of it", status: 5)
    }
    return 0
  }
}

/// Reads a file from where it stopped the last time.
struct LogFollower: ~Copyable {
  private let path: String
  private var file: FileHandle?

  init(path: String) {
    self.path = path
  }

  var isOpen: Bool { file != nil }

  /// Nil when there is nothing new, or no file yet.
  mutating func next() throws -> [UInt8]? {
    if file == nil, FileManager.default.fileExists(atPath: path) {
      do {
        file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      } catch {
        throw CommandError(
          doing: "reading \(path)", wrong: "it cannot be opened", advice: "make it readable for this user",
          status: 5)
      }
    }
    guard let data = try file?.read(upToCount: 1 << 16), !data.isEmpty else { return nil }
    return Array(data)
  }
}

/// Whole lines out of pieces, each as the terminal may show it.
struct LogLines {
  let capabilities: TerminalCapabilities
  private var begun: [UInt8] = []
  /// A line that is longer is shown in pieces.
  private static let mostBytes = 1 << 20

  init(capabilities: TerminalCapabilities) {
    self.capabilities = capabilities
  }

  mutating func shown(_ bytes: [UInt8]) -> [UInt8] {
    guard capabilities.isTerminal else { return bytes }
    begun += bytes
    guard let end = begun.lastIndex(of: 0x0A) else {
      return begun.count < Self.mostBytes ? [] : rest()
    }
    let lines = begun[..<end].split(separator: 0x0A, omittingEmptySubsequences: false)
    let text = lines.map {
      LogText.line(String(decoding: $0, as: UTF8.self), colors: capabilities.colors) + "\n"
    }
    begun.removeSubrange(...end)
    return Array(text.joined().utf8)
  }

  /// The last line, which does not end.
  mutating func rest() -> [UInt8] {
    defer { begun = [] }
    guard !begun.isEmpty else { return [] }
    return Array(
      (LogText.line(String(decoding: begun, as: UTF8.self), colors: capabilities.colors) + "\n").utf8)
  }
}
