import Model

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
    colors = capabilities.colors
    unicode = capabilities.unicode
  }

  var ellipsis: String { unicode ? "…" : "..." }
  var dot: String { unicode ? "·" : "-" }
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

  func status(of outcome: TestOutcome) -> Status {
    switch outcome {
    case .passed: status("✓", "+", "passed", .green)
    case .failed: status("✗", "x", "failed", .red)
    case .crashed: status("↯", "!", "crashed", .magenta)
    case .timedOut: status("◷", "@", "timed out", .yellow)
    case .skipped: status("⊘", "-", "skipped", .cyan)
    case .expectedFailure: status("≈", "~", "expected failure", .blue)
    case .notRun: status("◌", ".", "not run", .dim)
    }
  }

  func status(of phase: Phase.Status) -> Status {
    switch phase {
    case .passed: status("✓", "+", "done", .green)
    case .failed: status("✗", "x", "failed", .red)
    case .skipped: status("⊘", "-", "skipped", .cyan)
    case .timedOut: status("◷", "@", "timed out", .yellow)
    case .canceled: status("■", "#", "canceled", .yellow)
    }
  }

  func status(of result: IntegrationResult) -> Status {
    switch result {
    case .canceled: status("■", "#", "canceled", .yellow)
    case .checkoutError: status("✗", "x", "checkout error", .red)
    case .triggerError: status("✗", "x", "trigger error", .red)
    case .internalError: status("✗", "x", "internal error", .red)
    case .buildErrors: status("✗", "x", "build errors", .red)
    case .inconclusive: status("?", "?", "inconclusive", .yellow)
    case .testFailures: status("✗", "x", "test failures", .red)
    case .analyzerWarnings: status("▲", "^", "analyzer warnings", .yellow)
    case .warnings: status("▲", "^", "warnings", .yellow)
    case .succeeded: status("✓", "+", "succeeded", .green)
    }
  }

  var running: Status { status("▶", ">", "running", .blue) }
  var never: Status { status("◌", ".", "not yet", .dim) }
  var broken: Status { status("✗", "x", "broken file", .red) }
  var error: Status { status("✗", "x", "error", .red) }
  var warning: Status { status("▲", "^", "warning", .yellow) }
  var note: Status { status("●", "*", "note", .cyan) }

  private func status(_ glyph: String, _ plain: String, _ word: String, _ ink: Ink) -> Status {
    Status(glyph: unicode ? glyph : plain, word: word, ink: ink)
  }
}
