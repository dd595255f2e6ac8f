import Model
import Words

/// Glyphs, words and colours of one terminal. A status is always a glyph and a word, with colour on top.
struct Palette {
  enum Ink: String {
    case green = "32"
    case red = "31"
    case magenta = "35"
    case yellow = "33"
    case blue = "34"
    case cyan = "36"
    case dim = "2"
    case bold = "1"
  }

  struct Status: Equatable {
    let glyph: String
    let word: String
    let ink: Ink
  }

  let colors: Bool
  let unicode: Bool

  init(_ capabilities: TerminalCapabilities) {
    (colors, unicode) = (capabilities.colors, capabilities.unicode)
  }

  var ellipsis: String { unicode ? "…" : "..." }
  var dot: String { unicode ? "·" : "-" }
  var times: String { unicode ? "×" : "x" }
  var spinner: [String] {
    unicode ? ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] : ["|", "/", "-", "\\"]
  }

  /// Given safe text only.
  func paint(_ text: String, _ ink: Ink) -> String {
    colors && !text.isEmpty ? "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m" : text
  }

  func badge(_ status: Status, padded columns: Int = 0) -> String {
    paint(Columns.padded(status.glyph + " " + status.word, to: columns), status.ink)
  }

  func status(of status: some Signed) -> Status { self.status(status.glyph, status.word) }

  var running: Status { status(.arrow, "running") }
  var never: Status { status(.ring, "not yet") }
  var broken: Status { status(.cross, "broken file") }
  var error: Status { status(.cross, "error") }
  var warning: Status { status(.triangle, "warning") }
  var note: Status { status(.dot, "note") }

  private func status(_ glyph: Glyph, _ word: String) -> Status {
    Status(glyph: unicode ? glyph.rawValue : glyph.plain, word: word, ink: Self.ink(of: glyph))
  }

  private static func ink(of glyph: Glyph) -> Ink {
    switch glyph {
    case .check: .green
    case .cross: .red
    case .bolt: .magenta
    case .clock, .square, .question, .triangle: .yellow
    case .strokeThrough, .dot, .plusMinus: .cyan
    case .almost, .arrow: .blue
    case .ring: .dim
    }
  }
}
