import Model
import Words

/// A failure as it happens, in one line: what it says is told at the end.
struct FailureText {
  let paragraphs: Paragraphs
  let place: Place

  private var palette: Palette { paragraphs.palette }

  func lines(_ test: TestID, _ failure: TestFailure) -> [String] {
    let status = status(of: failure)
    return [palette.badge(status) + "  " + paragraphs.name(test.rawValue, beside: columns(of: status))]
  }

  func lines(_ test: TestID, _ outcome: TestOutcome, seconds: Double?) -> [String] {
    let status = palette.status(of: outcome)
    let time = seconds.map { "  " + palette.paint(Figures.duration($0), .dim) } ?? ""
    let name = paragraphs.name(test.rawValue, beside: columns(of: status) + 12)
    return [palette.badge(status) + "  " + name + time]
  }

  func lines(_ diagnostic: Diagnostic) -> [String] {
    let isError = diagnostic.severity == .error
    let place = place.text(diagnostic.file, diagnostic.line, diagnostic.column)
    return block(
      isError ? palette.error : palette.warning, isError && place != nil ? "" : diagnostic.message, place)
  }

  func lines(note: String) -> [String] { block(palette.note, note, nil) }

  private func columns(of status: Palette.Status) -> Int { Columns.width(status.glyph + status.word) + 3 }

  private func status(of failure: TestFailure) -> Palette.Status {
    if failure.isKnown { return palette.status(of: TestOutcome.expectedFailure) }
    switch failure.kind {
    case .crash: return palette.status(of: TestOutcome.crashed)
    // What its own trait limits fails by that; who is ended from outside timed out.
    case .timeout:
      let isOwn = failure.message.hasPrefix("Time limit was exceeded")
      return palette.status(of: isOwn ? TestOutcome.failed : .timedOut)
    case .assertion, .thrownError, .unfulfilledExpectation, .other:
      return palette.status(of: TestOutcome.failed)
    }
  }

  private func block(_ status: Palette.Status, _ message: String, _ place: String?) -> [String] {
    let indent = columns(of: status)
    let body = paragraphs.message(message, at: place, indent: indent, most: 8)
    guard let first = body.first else { return [palette.badge(status)] }
    return [palette.badge(status) + "  " + first.dropFirst(indent)] + body.dropFirst()
  }
}
