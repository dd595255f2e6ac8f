import Words

@testable import Terminal

/// A terminal as far as the display uses one: characters, line ends, carriage returns, erasing, painting.
struct Screen {
  let width: Int
  private(set) var lines: [String] = [""]
  /// A line was written beyond the last column.
  var wrapped: Bool { !wrappedLines.isEmpty }
  private(set) var wrappedLines: Set<Int> = []
  /// Something else was sent than the display may send.
  private(set) var unknown: [String] = []
  private var column = 0

  init(width: Int) { self.width = width }

  mutating func write(_ text: String) {
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\n":
        lines.append("")
        column = 0
      case "\r": column = 0
      case "\u{1B}": take(&scalars)
      default: put(scalar)
      }
    }
  }

  private mutating func take(_ scalars: inout Substring.UnicodeScalarView) {
    var sequence = ""
    while let scalar = scalars.popFirst() {
      sequence.unicodeScalars.append(scalar)
      if scalar != "[", !("0"..."9").contains(scalar), scalar != ";" { break }
    }
    if sequence == "[K" {
      lines[lines.count - 1] = kept
    } else if sequence.hasSuffix("A"), let count = Int(sequence.dropFirst().dropLast()) {
      // Nothing is kept below the cursor: erasing to the end follows.
      lines.removeLast(count)
    } else if sequence == "[J" {
      lines[lines.count - 1] = kept
    } else if !sequence.hasPrefix("[") || !sequence.hasSuffix("m") {
      unknown.append(sequence)
    }
  }

  private var kept: String {
    var used = 0
    return String(
      lines[lines.count - 1].prefix { character in
        used += Columns.width(String(character))
        return used <= column
      })
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) { unknown.append("\(scalar.value)") }
    let line = kept
    column += Columns.width(scalar)
    if column > width { wrappedLines.insert(lines.count - 1) }
    lines[lines.count - 1] = line + String(Character(scalar))
  }
}
