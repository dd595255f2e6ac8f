import Model
import Words

/// One test that did not pass: its name, and each failure with its place.
struct TestText {
  let paragraphs: Paragraphs
  let place: Place

  private var palette: Palette { paragraphs.palette }

  func lines(of test: TestCase, age: String, mostFailures: Int, mostLines: Int) -> [String] {
    let status = palette.status(of: test.outcome)
    let badge = palette.badge(status, padded: 11)
    let note = age.isEmpty ? "" : "  " + palette.paint(age, .yellow)
    let taken = 15 + (age.isEmpty ? 0 : age.count + 2)
    let head = "  \(badge)  \(paragraphs.name(test.id.rawValue, beside: taken))\(note)"
    let failures = test.failures.filter { !$0.isKnown }
    let shown = failures.prefix(mostFailures).flatMap { failure in
      paragraphs.message(failure.message, at: place.text(of: failure), indent: 4, most: mostLines)
    }
    let left = failures.count - mostFailures
    let rest = left > 0 ? ["    \(palette.ellipsis) \(Figures.count(left, "more failure"))"] : []
    let attempts = test.attemptWords.map { paragraphs.broken($0, first: "    ", indent: 4) } ?? []
    return [head] + shown + rest + crash(of: test, mostLines: mostLines) + attempts
  }

  /// Only when no failure tells of it already.
  private func crash(of test: TestCase, mostLines: Int) -> [String] {
    if let crash = test.crash, !test.failures.contains(where: { $0.kind == .crash }) {
      let message = [crash.signal, crash.message].compactMap { $0 }.joined(separator: ": ")
      let place = place.text(crash.file?.rawValue, crash.line)
      return paragraphs.message(message, at: place, indent: 4, most: mostLines)
    }
    guard test.failures.isEmpty, let place = place.text(test.file?.rawValue, test.line) else { return [] }
    return ["    " + place]
  }

  /// Where the process was, inside the package first of all.
  func frames(of test: TestCase, most: Int) -> [String] {
    (test.crash?.frames ?? []).prefix(most).flatMap { frame in
      let place = place.text(frame.file, frame.line, frame.column).map { " at \($0)" } ?? ""
      return paragraphs.broken("in \(SafeText.line(frame.function))\(place)", indent: 6)
    }
  }
}

extension TestReport {
  /// "549: 545 passed, 4 skipped".
  var counts: String {
    let words: [(TestOutcome, String)] = [
      (.passed, "passed"), (.failed, "failed"), (.crashed, "crashed"), (.timedOut, "timed out"),
      (.flaky, "flaky"),
      (.skipped, "skipped"), (.expectedFailure, "failed as expected"), (.notRun, "did not run"),
    ]
    let parts = words.compactMap { outcome, word in
      let count = count(outcome)
      return count > 0 ? "\(Figures.grouped(count)) \(word)" : nil
    }
    return parts.isEmpty ? "none" : "\(Figures.grouped(cases.count)): " + parts.joined(separator: ", ")
  }
}
