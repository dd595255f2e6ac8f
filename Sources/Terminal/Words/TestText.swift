import Model
import Words

/// One test that did not pass: its name, and each failure with its place.
struct TestText {
  let paragraphs: Paragraphs
  let place: Place

  /// How much is told of each.
  enum Density: CaseIterable {
    case full
    /// The first failure alone, and of a long text the first differing pair.
    case brief
    /// A line for the name and one for the place.
    case tight
  }

  private var palette: Palette { paragraphs.palette }

  func lines(of test: TestCase, age: String, _ density: Density) -> [String] {
    if density == .full { return lines(of: test, age: age, mostFailures: 3, mostLines: 4) }
    let failures = test.failures.filter { !$0.isKnown }
    let others = failures.count > 1 ? "+\(Figures.grouped(failures.failureCount - 1))" : ""
    let notes = [others, age].filter { !$0.isEmpty }.joined(separator: " ")
    guard let first = failures.first else {
      return [head(of: test, notes)] + crash(of: test, mostLines: density == .tight ? 1 : 3)
    }
    let place = place.text(of: first)
    return [head(of: test, notes)]
      + (density == .tight ? tight(first, place) : brief(first, place) + hung(test))
  }

  private func brief(_ failure: TestFailure, _ place: String?) -> [String] {
    guard let pair = DifferenceText(failure.message) else {
      return paragraphs.message(failure.message, at: place, indent: 4, most: 3) + drawn(failure)
    }
    let first = SafeText.lines(failure.message).first ?? ""
    return paragraphs.message(first, at: place, indent: 4, most: 2) + lines(of: pair)
  }

  /// Two values that differ in what nobody sees, with signs for that.
  private func drawn(_ failure: TestFailure) -> [String] {
    guard let values = failure.values, let pair = failure.differing,
      ![values.first.value, values.second.value].contains(where: { $0.utf8.contains(0x0A) }),
      pair.first != values.first.value || pair.second != values.second.value
    else { return [] }
    let width = paragraphs.width.map { $0 - 6 } ?? Self.mostInPipe
    return DifferenceText.of(failure).map { ["      " + $0.line(to: width)] } ?? []
  }

  private func tight(_ failure: TestFailure, _ place: String?) -> [String] {
    let head = "    " + (place ?? "")
    let between = place == nil ? "" : ": "
    let left = paragraphs.width.map { $0 - Columns.width(head + between) } ?? Self.mostInPipe
    guard left >= 16 else { return [head] }
    let text = DifferenceText.of(failure)?.line(to: left) ?? SafeText.line(failure.inFewWords)
    if text.isEmpty { return [head] }
    return [head + between + Columns.truncated(text, to: left, ellipsis: palette.ellipsis)]
  }

  private static let mostInPipe = 300

  private func lines(of pair: DifferenceText) -> [String] {
    let width = paragraphs.width.map { $0 - 6 } ?? Self.mostInPipe
    return pair.lines(to: width).map {
      "      " + Columns.truncated($0, to: width, ellipsis: palette.ellipsis)
    }
  }

  private func head(of test: TestCase, _ notes: String) -> String {
    let badge = palette.badge(palette.status(of: test.outcome), padded: 11)
    let note = notes.isEmpty ? "" : "  " + palette.paint(notes, .yellow)
    let taken = 15 + (notes.isEmpty ? 0 : Columns.width(notes) + 2)
    return "  \(badge)  \(paragraphs.name(test.id.rawValue, beside: taken))\(note)"
  }

  func lines(of test: TestCase, age: String, mostFailures: Int, mostLines: Int) -> [String] {
    let failures = test.failures.filter { !$0.isKnown }
    let shown = failures.prefix(mostFailures).flatMap { failure in
      let all = paragraphs.message(failure.message, at: place.text(of: failure), indent: 4, most: .max)
      guard all.count > mostLines, DifferenceText(failure.message) != nil else {
        return paragraphs.message(failure.message, at: place.text(of: failure), indent: 4, most: mostLines)
          + drawn(failure)
      }
      let told = 1 + (DifferenceText(failure.message)?.lines(to: .max).count ?? 0)
      let left = SafeText.lines(failure.message).count - told
      let more = left > 0 ? ["      \(palette.ellipsis) \(Figures.count(left, "more line"))"] : []
      return brief(failure, place.text(of: failure)) + more
    }
    let left = failures.dropFirst(mostFailures).failureCount
    let rest = left > 0 ? ["    \(palette.ellipsis) \(Figures.count(left, "more failure"))"] : []
    let attempts = test.attemptWords.map { paragraphs.broken($0, first: "    ", indent: 4) } ?? []
    return [head(of: test, age)] + shown + hung(test) + rest + crash(of: test, mostLines: mostLines)
      + attempts
  }

  private func hung(_ test: TestCase) -> [String] {
    test.hungIn.map { paragraphs.broken("hung in " + SafeText.line($0), first: "    ", indent: 4) } ?? []
  }

  /// Only when no failure tells of it already.
  private func crash(of test: TestCase, mostLines: Int) -> [String] {
    if let crash = test.crash, !test.failures.contains(where: { $0.kind == .crash }) {
      let message = [crash.signal, crash.message].compactMap { $0 }.joined(separator: ": ")
      let place = place.text(of: crash)
      return paragraphs.message(message, at: place, indent: 4, most: mostLines)
    }
    guard test.failures.isEmpty, let place = place.text(test.file?.rawValue, test.line) else { return [] }
    return ["    " + place]
  }

  /// Where the process was, inside the package first of all.
  func frames(of test: TestCase, most: Int) -> [String] {
    let frames = test.crash?.frames ?? test.stack ?? []
    let left = frames.count - most
    return frames.prefix(most).flatMap { frame in
      let place = place.text(frame.file, frame.line, frame.column).map { " at \($0)" } ?? ""
      return paragraphs.broken("in \(SafeText.line(frame.words))\(place)", indent: 6)
    } + (left > 0 ? ["      \(paragraphs.palette.ellipsis) \(Figures.count(left, "more frame"))"] : [])
  }
}

extension TestReport {
  /// "549: 545 passed, 4 skipped".
  var counts: String {
    let words: [(TestOutcome, String)] = [
      (.passed, "passed"), (.failed, "failed"), (.crashed, "crashed"), (.timedOut, "timed out"),
      (.flaky, "flaky"),
      (.skipped, "skipped"), (.expectedFailure, "failed as expected"),
    ]
    let cutOff = cases.count(where: \.wasCutOff)
    let counts =
      words.map { (count($0), $1) } + [(cutOff, "cut off"), (count(.notRun) - cutOff, "did not run")]
    let parts = counts.compactMap { $0 > 0 ? "\(Figures.grouped($0)) \($1)" : nil }
    return parts.isEmpty ? "none" : "\(Figures.grouped(cases.count)): " + parts.joined(separator: ", ")
  }
}
