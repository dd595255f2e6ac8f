import Model
import Words

/// A failure as it happens.
struct FailureText {
  let paragraphs: Paragraphs
  let place: Place

  private var palette: Palette { paragraphs.palette }

  func lines(_ test: TestID, _ failure: TestFailure) -> [String] {
    let status = status(of: failure)
    return block(status, SafeText.line(test.rawValue), failure.message, place.text(of: failure))
  }

  func lines(_ test: TestID, _ outcome: TestOutcome, seconds: Double?) -> [String] {
    let status = palette.status(of: outcome)
    let time = seconds.map { "  " + palette.paint(Figures.duration($0), .dim) } ?? ""
    let name = paragraphs.name(test.rawValue, beside: Columns.width(status.word) + 16)
    return [palette.badge(status) + "  " + name + time]
  }

  func lines(_ diagnostic: Diagnostic) -> [String] {
    let status = diagnostic.severity == .error ? palette.error : palette.warning
    let place = place.text(diagnostic.file, diagnostic.line, diagnostic.column)
    return block(status, nil, diagnostic.message, place)
  }

  func lines(note: String) -> [String] { block(palette.note, nil, note, nil) }

  private func status(of failure: TestFailure) -> Palette.Status {
    if failure.isKnown { return palette.status(of: TestOutcome.expectedFailure) }
    switch failure.kind {
    case .crash: return palette.status(of: TestOutcome.crashed)
    case .timeout: return palette.status(of: TestOutcome.timedOut)
    case .assertion, .thrownError, .unfulfilledExpectation, .other:
      return palette.status(of: TestOutcome.failed)
    }
  }

  /// All in one line where it fits, as it always does in a pipe; otherwise the name, and below it the rest.
  private func block(
    _ status: Palette.Status, _ name: String?, _ message: String, _ place: String?
  ) -> [String] {
    let badge = palette.badge(status) + "  "
    let indent = Columns.width(status.glyph + status.word) + 3
    let body = paragraphs.message(message, at: place, indent: name == nil ? indent : 2, most: 8)
    guard let first = body.first else { return [badge + (name ?? "")] }
    guard let name else { return [badge + first.dropFirst(indent)] + body.dropFirst() }
    let isOne = paragraphs.width.map { width in
      body.count == 1 && indent + Columns.width(name) + 2 + Columns.width(first) - 2 <= width
    }
    if isOne ?? true { return [badge + name + "  " + first.dropFirst(2)] + body.dropFirst() }
    return [badge + paragraphs.name(name, beside: indent)] + body
  }
}
