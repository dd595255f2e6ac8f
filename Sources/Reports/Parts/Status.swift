import Model
import Templates

/// How an outcome looks: a glyph, a hue and a word, never a hue alone.
struct Status {
  /// The class of the style sheet that gives the hue.
  let style: String
  let glyph: String
  let word: String

  var value: TemplateValue {
    .object(["style": .text(style), "glyph": .text(glyph), "word": .text(word)])
  }

  static func of(_ outcome: TestOutcome) -> Status {
    switch outcome {
    case .passed: Status(style: "passed", glyph: "✓", word: "passed")
    case .failed: Status(style: "failed", glyph: "✗", word: "failed")
    case .crashed: Status(style: "crashed", glyph: "↯", word: "crashed")
    case .timedOut: Status(style: "timedout", glyph: "◷", word: "timed out")
    case .skipped: Status(style: "skipped", glyph: "⊘", word: "skipped")
    case .expectedFailure: Status(style: "expected", glyph: "≈", word: "expected failure")
    case .notRun: Status(style: "notrun", glyph: "◌", word: "not run")
    }
  }

  static func of(_ phase: Phase.Status) -> Status {
    switch phase {
    case .passed: Status(style: "passed", glyph: "✓", word: "done")
    case .failed: Status(style: "failed", glyph: "✗", word: "failed")
    case .skipped: Status(style: "skipped", glyph: "⊘", word: "skipped")
    case .timedOut: Status(style: "timedout", glyph: "◷", word: "timed out")
    case .canceled: Status(style: "skipped", glyph: "■", word: "canceled")
    }
  }

  static func of(_ result: IntegrationResult) -> Status {
    switch result {
    case .canceled: Status(style: "skipped", glyph: "■", word: "canceled")
    case .checkoutError: Status(style: "failed", glyph: "✗", word: "checkout error")
    case .triggerError: Status(style: "failed", glyph: "✗", word: "trigger error")
    case .internalError: Status(style: "failed", glyph: "✗", word: "internal error")
    case .buildErrors: Status(style: "failed", glyph: "✗", word: "build errors")
    case .inconclusive: Status(style: "timedout", glyph: "?", word: "inconclusive")
    case .testFailures: Status(style: "failed", glyph: "✗", word: "test failures")
    case .analyzerWarnings: Status(style: "warning", glyph: "▲", word: "analyzer warnings")
    case .warnings: Status(style: "warning", glyph: "▲", word: "warnings")
    case .succeeded: Status(style: "passed", glyph: "✓", word: "succeeded")
    }
  }

  /// One that is gone is no bad news.
  static func resolved(_ issue: Issue) -> Status {
    Status(style: "resolved", glyph: "✓", word: of(issue).word)
  }

  static func of(_ issue: Issue) -> Status {
    switch issue.kind {
    case .buildError: Status(style: "failed", glyph: "✗", word: "build error")
    case .testFailure: Status(style: "failed", glyph: "✗", word: "test failure")
    case .warning: Status(style: "warning", glyph: "▲", word: "warning")
    case .analyzerWarning: Status(style: "warning", glyph: "▲", word: "analyzer warning")
    }
  }
}
