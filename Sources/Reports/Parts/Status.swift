import Model
import Templates

/// How an outcome looks: a glyph, a hue and a word, never a hue alone.
struct Status {
  /// The class of the style sheet that gives the hue.
  var style: String
  let glyph: Glyph
  let word: String

  init(_ glyph: Glyph, _ word: String, style: String? = nil) {
    (self.glyph, self.word) = (glyph, word)
    self.style = style ?? glyph.style
  }

  static func of(_ status: some Signed) -> Status { Status(status.glyph, status.word) }

  /// One that is gone is no bad news, nor good news where its test went; it is named as what it was.
  static func resolved(_ issue: Issue, isTestGone: Bool) -> Status {
    let word =
      switch issue.outcome {
      case .crashed?: "crash"
      case .timedOut?: "time-out"
      case .flaky?: "flakiness"
      case .passed?, .failed?, .skipped?, .expectedFailure?, .notRun?, nil: issue.kind.word
      }
    return isTestGone ? Status(.strokeThrough, word) : Status(.check, word, style: "resolved")
  }

  var value: TemplateValue {
    .object(["style": .text(style), "glyph": .text(glyph.rawValue), "word": .text(word)])
  }
}

extension Glyph {
  fileprivate var style: String {
    switch self {
    case .check: "passed"
    case .cross: "failed"
    case .bolt: "crashed"
    case .clock, .question: "timedout"
    case .strokeThrough, .square: "skipped"
    case .almost: "expected"
    case .plusMinus: "flaky"
    case .ring: "notrun"
    case .triangle: "warning"
    case .arrow: "running"
    case .dot: "new"
    }
  }
}
