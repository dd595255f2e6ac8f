import Terminal

/// Whole lines out of pieces, each as the terminal may show it.
struct LogLines {
  let capabilities: TerminalCapabilities
  var begun: [UInt8] = []
  /// A line that is longer is shown in pieces.
  private static let mostBytes = 1 << 20

  mutating func shown(_ bytes: [UInt8]) -> [UInt8] {
    guard capabilities.isTerminal else { return bytes }
    begun += bytes
    guard let end = begun.lastIndex(of: 0x0A) else { return begun.count < Self.mostBytes ? [] : rest() }
    let lines = begun[..<end].split(separator: 0x0A, omittingEmptySubsequences: false)
    begun.removeSubrange(...end)
    return lines.flatMap(line)
  }

  /// The last line, which does not end.
  mutating func rest() -> [UInt8] {
    defer { begun = [] }
    guard !begun.isEmpty else { return [] }
    return line(begun[...])
  }

  private func line(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    Array((LogText.line(String(decoding: bytes, as: UTF8.self), colors: capabilities.colors) + "\n").utf8)
  }
}
