public import Explaining
public import Model
import Words

/// The one screen of `bothy run --watch`: the sentence, what fails, changed lines that did not run, what is
/// done now, the keys. Pure: told what happens, it returns what is to be written.
public struct EditScreen: Sendable {
  public enum Work: Sendable { case all, failed, map }

  private var capabilities: TerminalCapabilities
  private let package: String
  private let prefix: String
  private let hasKeys: Bool
  private var work: Work?
  private var activity = Activity()
  private var first: FirstVerdict?
  private var failures: [(test: TestID, failure: TestFailure)] = []
  private var errors: [Diagnostic] = []
  private var report: Report?
  private var trouble: Explanation?
  private var said = ""

  private static let mostFailures = 20

  public init(
    package: String, packagePrefix: String, capabilities: TerminalCapabilities, hasKeys: Bool = true
  ) {
    (self.package, prefix, self.capabilities) = (package, packagePrefix, capabilities)
    self.hasKeys = hasKeys
  }

  // MARK: What happens

  public mutating func begin(_ work: Work) {
    (self.work, activity, said) = (work, Activity(), "")
    guard work != .map else { return }
    (first, trouble, failures, errors) = (nil, nil, [], [])
  }

  public mutating func hear(_ progress: Progress, at elapsed: Double) {
    activity.take(progress, at: elapsed)
    guard work != .map else { return }
    switch progress {
    case .firstVerdict(let verdict): first = verdict
    case .failure(let test, let failure) where !failure.isKnown:
      if failures.count < Self.mostFailures, !failures.contains(where: { $0.test == test }) {
        failures.append((test, failure))
      }
    case .diagnostic(let diagnostic) where diagnostic.severity == .error:
      if errors.count < Self.mostFailures { errors.append(diagnostic) }
    case .startingOver: failures = []
    case .phaseStarted, .phaseEnded, .step, .testsAnnounced, .testRunning, .test, .failure, .repeating,
      .afterwards, .diagnostic, .note, .ended:
      break
    }
  }

  public mutating func cancel() { activity.isCanceling = true }

  /// Nil: it came to nothing that is to be told.
  public mutating func end(_ report: Report?) {
    let isMap = work == .map
    work = nil
    if !isMap { (first, failures, errors) = (nil, [], []) }
    if let report { (self.report, trouble) = (report, nil) }
  }

  public mutating func say(_ words: String) { said = words }

  public mutating func lose(_ trouble: Explanation) { self.trouble = trouble }

  // MARK: What is seen

  /// A screen of its own, above what the terminal showed; nothing blinks in it.
  public static let entering = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[H\u{1B}[J"
  public static let leaving = "\u{1B}[?25h\u{1B}[?1049l"

  /// The last verdict as `bothy run` tells it, for where all was before.
  public var remains: String {
    guard let report else { return "" }
    return ending(report).lines.dropFirst().joined(separator: "\n") + "\n"
  }

  public mutating func text(at elapsed: Double) -> String {
    if let size = capabilities.windowSize { (capabilities.width, capabilities.height) = size }
    let lines = self.lines(at: elapsed).map { $0 + "\u{1B}[K" }
    return "\u{1B}[H" + lines.joined(separator: "\r\n") + "\u{1B}[J"
  }

  private var palette: Palette { Palette(capabilities) }
  private var paragraphs: Paragraphs { Paragraphs(capabilities) }
  private var place: Place { Place(prefix: prefix) }

  private func ending(_ report: Report) -> EndingText {
    EndingText(report: report, page: "", paragraphs: paragraphs, place: place, isQuiet: false)
  }

  /// As many as the screen has, none wider than it.
  func lines(at elapsed: Double) -> [String] {
    let height = max(2, capabilities.height ?? 24)
    let foot = self.foot(at: elapsed)
    var room = height - foot.count
    let head = Array(self.head.prefix(max(1, room)))
    room -= head.count
    let missed = self.missed
    // What fails comes first, but one line at least says what did not run.
    let share = missed.isEmpty ? 0 : min(missed.count + 1, max(2, room / 3))
    let found = self.found(in: room - share - 1)
    var body = found.isEmpty ? [] : [""] + found
    body = Array(body.prefix(max(0, room - share)))
    if !missed.isEmpty { body += [""] + cut(missed, to: room - body.count - 1) }
    body = Array(body.prefix(max(0, room)))
    body += Array(repeating: "", count: max(0, room - body.count))
    return (head + body + foot).suffix(height).map(fitted)
  }

  /// What is known best: of the round that runs what is told already, else of the last one.
  private var head: [String] {
    if let trouble { return paragraphs.broken(SafeText.flat(trouble.sentence).ended, indent: 0) }
    if let first {
      let status = first.failed.isEmpty ? TestOutcome.passed : TestOutcome.failed
      let text = palette.badge(palette.status(of: status)) + ": "
      let broken = paragraphs.broken(SafeText.flat(first.words).ended, indent: 2)
      return [text + (broken.first ?? "").trimmed] + broken.dropFirst()
    }
    guard let report else {
      return paragraphs.broken("No verdict yet of " + SafeText.line(package) + ".", indent: 0)
    }
    let sentence = ending(report).sentence
    guard isRunning else { return sentence }
    // It is of what was there before.
    return sentence.map { palette.paint(Shown.withoutColors($0), .dim) }
  }

  private var isRunning: Bool { work != nil && work != .map }

  private func found(in room: Int) -> [String] {
    guard room > 0, trouble == nil else { return [] }
    let text = FailureText(paragraphs: paragraphs, place: place)
    if !errors.isEmpty { return Array(errors.flatMap(text.lines).prefix(room)) }
    if !failures.isEmpty { return Array(failures.flatMap { lines(of: $0.test, $0.failure) }.prefix(room)) }
    guard let report, first == nil else { return [] }
    let ending = ending(report)
    for density in TestText.Density.allCases {
      let all = ending.blocks(density).flatMap(\.self)
      if !all.isEmpty, all.count <= room { return painted(all) }
    }
    return painted(Array(ending.found(in: room).prefix(room)))
  }

  /// Of what was there before a save.
  private func painted(_ lines: [String]) -> [String] {
    isRunning ? lines.map { palette.paint(Shown.withoutColors($0), .dim) } : lines
  }

  private func lines(of test: TestID, _ failure: TestFailure) -> [String] {
    let row = FailureText(paragraphs: paragraphs, place: place).lines(test, failure)
    return row.map { "  " + $0 }
      + paragraphs.message(
        failure.inFewWords, at: place.text(of: failure), indent: 4, most: 2)
  }

  /// Of the last verdict, while nothing newer is told.
  private var missed: [String] {
    guard let report, trouble == nil, first == nil, failures.isEmpty, errors.isEmpty,
      report.limited?.tests == nil
    else { return [] }
    let required = RequiredLines(report)
    guard required.count > 0 else { return [] }
    let lines =
      [SafeText.line(required.sentence)]
      + required.missed.map { "  " + RequiredText.place($0, place) }
    return painted(lines)
  }

  private func cut(_ lines: [String], to most: Int) -> [String] {
    guard lines.count > most, most > 0 else { return lines }
    guard most > 1 else { return Array(lines.prefix(1)) }
    return lines.prefix(most - 1) + ["  and \(Figures.count(lines.count - most + 1, "more place"))"]
  }

  private func foot(at elapsed: Double) -> [String] {
    let now: [String]
    if work != nil {
      let line = MovingLine(palette: palette, width: capabilities.width).text(
        activity, at: elapsed, frame: Int(max(0, elapsed * 10).truncatingRemainder(dividingBy: 1_000_000)))
      now = said.isEmpty ? [line] : paragraphs.broken(SafeText.flat(said), indent: 0) + [line]
    } else if said.isEmpty {
      now = [palette.paint("waiting for a save", .dim)]
    } else {
      now = paragraphs.broken(SafeText.flat(said), indent: 0)
    }
    guard hasKeys else { return [""] + now + [palette.paint("Ctrl-C", .bold) + " quit"] }
    let keys = [("a", "all"), ("f", "failed"), ("o", "open"), ("q", "quit"), ("Enter", "again")]
    let line = keys.map { palette.paint($0.0, .bold) + " " + $0.1 }.joined(separator: "  ")
    return [""] + now + [line]
  }

  private func fitted(_ line: String) -> String {
    let plain = Shown.withoutColors(line)
    guard Columns.width(plain) > capabilities.width else { return line }
    return Columns.truncated(plain, to: capabilities.width, ellipsis: palette.ellipsis)
  }
}

extension String {
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
