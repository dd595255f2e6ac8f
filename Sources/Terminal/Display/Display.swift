public import Model
import Words

/// What `bothy run` writes to standard error while it works, and its last lines. Pure: it returns the text,
/// others write it.
public struct Display: Sendable {
  private var capabilities: TerminalCapabilities
  private let isQuiet: Bool
  private let isVerbose: Bool
  private let prefix: String
  private var activity = Activity()
  private var told: Set<TestID> = []
  private var diagnostics: Set<Diagnostic> = []
  private var shownFailures = 0
  /// That all run once more.
  private var isDoubtTold = false
  private var frame = 0
  private var drawnAt = -Double.infinity
  private var writtenAt = 0.0
  private var isDrawn = false
  /// The rows above the moving line that were written at one width.
  private var rows = (count: 0, width: 0)

  private static let mostFailures = 200
  private static let mostDiagnostics = 50
  private static let secondsBetweenDraws = 0.05
  private static let secondsBetweenPlainLines = 10.0
  /// A phase that is over sooner is not told to a pipe.
  private static let secondsToTell = 0.1

  /// `packagePrefix` leads from the working folder to the package (`../parser/`), for places one can jump to.
  public init(capabilities: TerminalCapabilities, quiet: Bool, verbose: Bool, packagePrefix: String = "") {
    self.capabilities = capabilities
    isQuiet = quiet
    isVerbose = verbose
    prefix = packagePrefix
  }

  public mutating func show(_ progress: Progress, at elapsed: Double) -> String {
    let lines = take(progress, at: elapsed)
    if isQuiet { return "" }
    if !lines.isEmpty { return write(lines, at: elapsed) }
    if capabilities.moves { return elapsed - drawnAt >= Self.secondsBetweenDraws ? draw(at: elapsed) : "" }
    return plainProgress(at: elapsed)
  }

  /// Ten times a second: the time goes on though nothing else does.
  public mutating func tick(at elapsed: Double) -> String {
    if isQuiet { return "" }
    guard capabilities.moves else { return plainProgress(at: elapsed) }
    frame = Int(max(0, elapsed * 10).truncatingRemainder(dividingBy: 1_000_000))
    return draw(at: elapsed)
  }

  /// Somebody pressed Ctrl-C.
  public mutating func canceling() -> String {
    if activity.isCanceling { return "" }
    activity.isCanceling = true
    if capabilities.moves, !isQuiet { return draw(at: max(0, drawnAt)) }
    return "canceling\(palette.ellipsis)\n"
  }

  /// The last lines, for where they are read. `address` is where the report is, `again` and `show` are the
  /// commands that run what failed once more and tell all of it. `tellsRequired`: changed lines that did not
  /// run are told behind it.
  public func ending(
    _ report: Report, address: String, again: String? = nil, show: String? = nil,
    tellsRequired: Bool = false, on capabilities: TerminalCapabilities
  ) -> String {
    let ending = EndingText(
      report: report, page: address, again: again, show: show, paragraphs: Paragraphs(capabilities),
      place: Place(prefix: prefix),
      isQuiet: isQuiet, isVerbose: isVerbose, tellsRequired: tellsRequired)
    return ending.lines.joined(separator: "\n") + "\n"
  }

  /// Takes away what was told as it happened, where the last lines tell it again on the same screen. Only
  /// while all of it is seen, and nothing was written beside it.
  public mutating func erasing() -> String {
    let size = capabilities.windowSize ?? (capabilities.width, capabilities.height ?? 24)
    defer { rows = (0, 0) }
    guard capabilities.moves, !isVerbose, rows.count > 0, rows.width == size.width,
      rows.count < size.height - 1,
      // Two lines a test, between the sentence and what to do next.
      activity.failedTests.count <= min(EndingText.mostTests, (size.height - 6) / 2),
      diagnostics.count <= EndingText.mostErrors
    else { return clearing() }
    return clearing() + "\u{1B}[\(rows.count)A\u{1B}[J"
  }

  /// The moving line is taken away, so that something else can be written there.
  public mutating func clearing() -> String {
    defer { isDrawn = false }
    return isDrawn ? "\r\u{1B}[J" : ""
  }

  private var palette: Palette { Palette(capabilities) }
  private var paragraphs: Paragraphs { Paragraphs(capabilities) }
  private var failureText: FailureText { FailureText(paragraphs: paragraphs, place: Place(prefix: prefix)) }

  private mutating func take(_ progress: Progress, at elapsed: Double) -> [String] {
    let before = activity.what
    activity.take(progress, at: elapsed)
    switch progress {
    case .phaseEnded(let phase): return isVerbose ? [line(of: phase)] : []
    case .step(let done, let total, let what):
      let isNews = before != what
      return isVerbose && isNews ? [paragraphs.cut("[\(done)/\(total)] " + SafeText.line(what))] : []
    case .test(let test, let outcome, let seconds): return take(test, outcome, seconds)
    case .failure(let test, let failure): return take(test, failure)
    case .diagnostic(let diagnostic): return take(diagnostic)
    case .repeating: return capabilities.moves ? [] : failureText.lines(note: activity.what)
    case .startingOver(let why): return capabilities.moves || isDoubtTold ? [] : failureText.lines(note: why)
    case .firstVerdict(let verdict):
      isDoubtTold = verdict.isDoubtful
      // The last lines follow soon, and say it.
      if verdict.isEverything == true, !isVerbose { return [] }
      return failureText.lines(note: verdict.words)
    // The last lines tell it.
    case .note(let note): return isVerbose ? failureText.lines(note: note) : []
    case .phaseStarted, .testsAnnounced, .testRunning, .afterwards, .ended: return []
    }
  }

  private mutating func take(_ test: TestID, _ outcome: TestOutcome, _ seconds: Double?) -> [String] {
    if outcome == .flaky { return failureText.lines(test, outcome, seconds: seconds) }
    let isUntold = outcome.isFailure && told.insert(test).inserted
    guard isVerbose || isUntold else { return [] }
    if outcome.isFailure, !isVerbose, let full = countShown() { return full }
    return failureText.lines(test, outcome, seconds: seconds)
  }

  private mutating func take(_ test: TestID, _ failure: TestFailure) -> [String] {
    if failure.isKnown { return isVerbose ? failureText.lines(test, failure) : [] }
    // Once a test: what it says is told at the end.
    guard told.insert(test).inserted else { return [] }
    if !isVerbose, let full = countShown() { return full }
    return failureText.lines(test, failure)
  }

  /// Nil while there is room; then one line that says so, then nothing.
  private mutating func countShown() -> [String]? {
    shownFailures += 1
    if shownFailures <= Self.mostFailures { return nil }
    return shownFailures == Self.mostFailures + 1
      ? failureText.lines(note: "more failures are only counted here; the report lists them all") : []
  }

  private mutating func take(_ diagnostic: Diagnostic) -> [String] {
    guard diagnostic.severity == .error || isVerbose else { return [] }
    guard diagnostics.count < Self.mostDiagnostics || isVerbose else { return [] }
    return diagnostics.insert(diagnostic).inserted ? failureText.lines(diagnostic) : []
  }

  private func line(of phase: Phase) -> String {
    let name = Columns.padded(phase.name.rawValue, to: 9)
    return palette.badge(palette.status(of: phase.status), padded: 10) + "  " + name + "  "
      + Figures.duration(phase.seconds)
  }

  private mutating func write(_ lines: [String], at elapsed: Double) -> String {
    writtenAt = elapsed
    if rows.count == 0 { rows.width = capabilities.width }
    rows = (rows.count + lines.count, rows.width == capabilities.width ? rows.width : 0)
    let text = clearing() + (begun() + lines).joined(separator: "\n") + "\n"
    return capabilities.moves ? text + draw(at: elapsed) : text
  }

  /// A pipe is told once that the phase has begun, at the latest before anything of it.
  private mutating func begun() -> [String] {
    guard !capabilities.moves, !isVerbose, !activity.isTold, let phase = activity.phase else { return [] }
    activity.isTold = true
    return ["\(palette.running.glyph) \(phase.rawValue)"]
  }

  private mutating func draw(at elapsed: Double) -> String {
    drawnAt = elapsed
    isDrawn = true
    if let size = capabilities.windowSize { (capabilities.width, capabilities.height) = size }
    let line = MovingLine(palette: palette, width: capabilities.width)
    // The cursor waits at its beginning: where a window that becomes narrower breaks the line, or somebody
    // types, all of it can be taken away from there.
    return "\r" + line.text(activity, at: elapsed, frame: frame) + "\u{1B}[J\r"
  }

  private mutating func plainProgress(at elapsed: Double) -> String {
    if elapsed - activity.startedAt >= Self.secondsToTell, let line = begun().first {
      writtenAt = elapsed
      return line + "\n"
    }
    guard elapsed - writtenAt >= Self.secondsBetweenPlainLines else { return "" }
    writtenAt = elapsed
    return MovingLine(palette: palette, width: nil).plainText(activity, at: elapsed) + "\n"
  }
}
