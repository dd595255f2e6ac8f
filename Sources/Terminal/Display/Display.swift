public import Model
import Words

/// What `bothy run` writes to standard error while it works. Pure: it returns the text, others write it.
public struct Display: Sendable {
  private var capabilities: TerminalCapabilities
  private let isQuiet: Bool
  private let isVerbose: Bool
  private let prefix: String
  private var activity = Activity()
  private var tests: Set<TestID> = []
  private var failedTests: Set<TestID> = []
  /// Those that have been running for a while.
  private var slowTests: [TestID] = []
  private var told: [TestID: Int] = [:]
  private var diagnostics: Set<Diagnostic> = []
  private var shownFailures = 0
  private var frame = 0
  private var drawnAt = -Double.infinity
  private var writtenAt = 0.0
  private var isDrawn = false

  private static let mostFailures = 200
  private static let mostFailuresOfOneTest = 3
  private static let mostDiagnostics = 50
  private static let secondsBetweenDraws = 0.05
  private static let secondsBetweenPlainLines = 10.0

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
    if let width = capabilities.windowWidth { capabilities.width = width }
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

  /// The last lines. `address` is where the report is.
  public mutating func finish(_ report: Report, address: String) -> String {
    let clear = clearing()
    let ending = EndingText(
      report: report, address: address, paragraphs: Paragraphs(capabilities), place: Place(prefix: prefix),
      isQuiet: isQuiet, isVerbose: isVerbose)
    return clear + ending.lines.joined(separator: "\n") + "\n"
  }

  /// The moving line is taken away, so that something else can be written there.
  public mutating func clearing() -> String {
    defer { isDrawn = false }
    return isDrawn ? "\r\u{1B}[K" : ""
  }

  private var palette: Palette { Palette(capabilities) }
  private var paragraphs: Paragraphs { Paragraphs(capabilities) }
  private var failureText: FailureText { FailureText(paragraphs: paragraphs, place: Place(prefix: prefix)) }

  private mutating func take(_ progress: Progress, at elapsed: Double) -> [String] {
    switch progress {
    case .phaseStarted(let phase, let expectedSeconds):
      activity.start(phase, at: elapsed, expectedSeconds: expectedSeconds)
      return []
    case .phaseEnded(let phase): return isVerbose || !capabilities.moves ? [line(of: phase)] : []
    case .step(let done, let total, let what):
      let isNews = activity.what != what
      activity.step = (done, total)
      activity.what = what
      return isVerbose && isNews ? [paragraphs.cut("[\(done)/\(total)] " + SafeText.line(what))] : []
    case .testsAnnounced(let count):
      activity.announced = count
      return []
    case .testRunning(let test):
      slowTests.append(test)
      activity.what = test.rawValue
      return []
    case .test(let test, let outcome, let seconds): return take(test, outcome, seconds)
    case .failure(let test, let failure): return take(test, failure)
    case .diagnostic(let diagnostic): return take(diagnostic)
    case .repeating(let count):
      let what = "Repeating \(Figures.count(count, "failed test")) alone"
      activity.what = what
      return failureText.lines(note: what)
    case .note(let note): return failureText.lines(note: note)
    case .afterwards:
      activity.what = "scripts afterwards"
      return []
    case .ended: return []
    }
  }

  private mutating func take(_ test: TestID, _ outcome: TestOutcome, _ seconds: Double?) -> [String] {
    if tests.insert(test).inserted { activity.done += 1 }
    slowTests.removeAll { $0 == test }
    activity.what = (slowTests.first ?? test).rawValue
    if outcome.isFailure { noteFailed(test) }
    // It was told as failed before.
    if outcome == .flaky {
      if failedTests.remove(test) != nil { activity.failed -= 1 }
      return failureText.lines(test, outcome, seconds: seconds)
    }
    let isUntold = outcome.isFailure && told[test] == nil
    guard isVerbose || isUntold else { return [] }
    if outcome.isFailure {
      told[test, default: 0] += 1
      if !isVerbose, let full = countShown() { return full }
    }
    return failureText.lines(test, outcome, seconds: seconds)
  }

  private mutating func take(_ test: TestID, _ failure: TestFailure) -> [String] {
    if failure.isKnown { return isVerbose ? failureText.lines(test, failure) : [] }
    noteFailed(test)
    told[test, default: 0] += 1
    let isCut = told[test, default: 0] > Self.mostFailuresOfOneTest && failure.kind != .crash
    if isCut, !isVerbose { return [] }
    if !isVerbose, let full = countShown() { return full }
    return failureText.lines(test, failure)
  }

  private mutating func noteFailed(_ test: TestID) {
    if failedTests.insert(test).inserted { activity.failed += 1 }
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
    let text = clearing() + lines.joined(separator: "\n") + "\n"
    return capabilities.moves ? text + draw(at: elapsed) : text
  }

  private mutating func draw(at elapsed: Double) -> String {
    drawnAt = elapsed
    isDrawn = true
    let line = MovingLine(palette: palette, width: capabilities.width)
    return "\r" + line.text(activity, at: elapsed, frame: frame) + "\u{1B}[K"
  }

  private mutating func plainProgress(at elapsed: Double) -> String {
    guard elapsed - writtenAt >= Self.secondsBetweenPlainLines else { return "" }
    writtenAt = elapsed
    return MovingLine(palette: palette, width: nil).plainText(activity, at: elapsed) + "\n"
  }
}
