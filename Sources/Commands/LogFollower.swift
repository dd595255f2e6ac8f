import Explaining
import Foundation
import Terminal

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
        throw Explanation(
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
