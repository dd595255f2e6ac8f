/// What tells a status without a colour, on pages and in terminals alike.
public enum Glyph: String, Sendable {
  case check = "✓"
  case cross = "✗"
  case bolt = "↯"
  case clock = "◷"
  case strokeThrough = "⊘"
  case almost = "≈"
  case plusMinus = "±"
  case ring = "◌"
  case square = "■"
  case question = "?"
  case triangle = "▲"
  case arrow = "▸"
  case dot = "●"

  /// Where nothing but ASCII arrives.
  public var plain: String {
    switch self {
    case .check: "+"
    case .cross: "x"
    case .bolt: "!"
    case .clock: "@"
    case .strokeThrough: "-"
    case .almost: "~"
    case .plusMinus: "%"
    case .ring: "."
    case .square: "#"
    case .question: "?"
    case .triangle: "^"
    case .arrow: ">"
    case .dot: "*"
    }
  }
}

/// What has a glyph and a word.
public protocol Signed: RawRepresentable where RawValue == String {
  var glyph: Glyph { get }
  var word: String { get }
}

extension Signed {
  public var word: String { rawValue.split(separator: "-").joined(separator: " ") }
}

extension TestOutcome: Signed {
  public var glyph: Glyph {
    switch self {
    case .passed: .check
    case .failed: .cross
    case .crashed: .bolt
    case .timedOut: .clock
    case .skipped: .strokeThrough
    case .expectedFailure: .almost
    case .flaky: .plusMinus
    case .notRun: .ring
    }
  }
}

extension Phase.Status: Signed {
  public var word: String { self == .passed ? "done" : self == .timedOut ? "timed out" : rawValue }

  public var glyph: Glyph {
    switch self {
    case .passed: .check
    case .failed: .cross
    case .skipped: .strokeThrough
    case .timedOut: .clock
    case .canceled: .square
    }
  }
}

extension ScriptRun.Status: Signed {
  public var glyph: Glyph {
    switch self {
    case .waiting: .ring
    case .running: .arrow
    case .passed: .check
    case .failed: .cross
    case .timedOut: .clock
    case .canceled, .cutOff: .square
    case .notRun: .question
    case .skipped: .strokeThrough
    }
  }
}

extension IntegrationResult: Signed {
  public var glyph: Glyph {
    switch self {
    case .canceled: .square
    case .checkoutError, .triggerError, .internalError, .buildErrors, .testFailures: .cross
    case .inconclusive: .question
    case .flaky: .plusMinus
    case .analyzerWarnings, .warnings: .triangle
    case .succeeded: .check
    }
  }
}

extension Issue.Kind: Signed {
  public var glyph: Glyph {
    switch self {
    case .buildError, .testBuildError, .testFailure: .cross
    case .flaky: .plusMinus
    case .warning, .analyzerWarning: .triangle
    }
  }
}
