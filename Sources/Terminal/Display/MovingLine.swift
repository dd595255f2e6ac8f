import Model
import Words

/// What is going on right now, for one line.
struct Activity: Sendable {
  var phase: Phase.Kind?
  var startedAt = 0.0
  var expectedSeconds: Double?
  var step: (done: Int, total: Int)?
  var what = "" { didSet { endedAt = nil } }
  /// It is a test that has ended: after a while it is not what people wait for.
  private var endedAt: Double?
  private static let secondsOfEnded = 3.0
  var announced = 0
  /// Some have not been announced yet.
  var isMoreToCome = false
  var done = 0
  var failed = 0
  var isCanceling = false
  /// A pipe was told that the phase has begun.
  var isTold = false
  private var tests: Set<TestID> = []
  private(set) var failedTests: Set<TestID> = []
  /// Those that have been running for a while.
  private var slowTests: [(id: TestID, limit: Double?)] = []

  mutating func take(_ progress: Progress, at elapsed: Double) {
    switch progress {
    case .phaseStarted(let phase, let expectedSeconds):
      start(phase, at: elapsed, expectedSeconds: expectedSeconds)
    case .step(let done, let total, let what): (step, self.what) = ((done, total), what)
    case .testsAnnounced(let count, let andMore): (announced, isMoreToCome) = (count, andMore ?? false)
    case .testRunning(let test, let limit):
      slowTests.append((test, limit))
      what = Self.words(test, limit)
    case .test(let test, let outcome, _): end(test, outcome, at: elapsed)
    case .failure(let test, let failure): if !failure.isKnown { noteFailed(test) }
    case .repeating(let count): what = repeating(count)
    case .firstVerdict(let verdict): what = verdict.words
    case .startingOver(let why):
      tests = []
      (done, what) = (0, why)
    case .afterwards: what = "scripts afterwards"
    case .phaseEnded, .diagnostic, .note, .ended: break
    }
  }

  /// "Repeating 2 of 3 failed tests alone"
  func repeating(_ count: Int) -> String {
    let all = max(count, failed)
    let some = count < all ? "\(Figures.grouped(count)) of " : ""
    return "Repeating \(some)\(Figures.count(all, "failed test")) alone"
  }

  /// What is said of it by now.
  func told(at elapsed: Double) -> String {
    endedAt.map { elapsed - $0 > Self.secondsOfEnded } ?? false ? "" : what
  }

  private mutating func end(_ test: TestID, _ outcome: TestOutcome, at elapsed: Double) {
    if tests.insert(test).inserted { done += 1 }
    slowTests.removeAll { $0.id == test }
    what = slowTests.first.map { Self.words($0.id, $0.limit) } ?? test.rawValue
    if slowTests.isEmpty { endedAt = elapsed }
    if outcome.isFailure { noteFailed(test) }
    // It was told as failed before.
    if outcome == .flaky, failedTests.remove(test) != nil { failed -= 1 }
  }

  /// Who waits for one that hangs wants to know for how long.
  private static func words(_ test: TestID, _ limit: Double?) -> String {
    test.rawValue + (limit.map { ", limit \(Figures.movingDuration($0))" } ?? "")
  }

  private mutating func noteFailed(_ test: TestID) {
    if failedTests.insert(test).inserted { failed += 1 }
  }

  mutating func start(_ phase: Phase.Kind, at elapsed: Double, expectedSeconds: Double?) {
    self.phase = phase
    startedAt = elapsed
    self.expectedSeconds = expectedSeconds
    (step, what, isTold) = (nil, "", false)
  }
}

/// One line that fits: the phase, how far, what, and the time, in that order of importance.
struct MovingLine {
  let palette: Palette
  /// One column less than the terminal has, or a full line would wrap the cursor.
  let width: Int?

  init(palette: Palette, width: Int?) {
    self.palette = palette
    self.width = width.map { max(0, $0 - 1) }
  }

  func text(_ activity: Activity, at elapsed: Double, frame: Int) -> String {
    let spinner = palette.spinner[frame % palette.spinner.count]
    if activity.isCanceling {
      return fitted("\(spinner) canceling\(palette.ellipsis)", activity.phase?.rawValue ?? "", "", .yellow) {
        Columns.truncated($0, to: $1, ellipsis: palette.ellipsis)
      }
    }
    let phase = activity.phase?.rawValue ?? "starting"
    let counts = counts(of: activity)
    let left = [spinner + " " + phase, counts].filter { !$0.isEmpty }.joined(separator: " ")
    // The end of a test's name says most, the beginning of a build step's.
    let cut = activity.phase == .test ? Columns.truncatedAtStart : Columns.truncated
    return fitted(left, activity.told(at: elapsed), time(of: activity, at: elapsed), .bold) {
      cut($0, $1, palette.ellipsis)
    }
  }

  /// For a pipe: the same, whole and without a spinner.
  func plainText(_ activity: Activity, at elapsed: Double) -> String {
    let what = SafeText.line(activity.told(at: elapsed))
    let parts = [activity.phase?.rawValue ?? "starting", counts(of: activity), what]
    return parts.filter { !$0.isEmpty }.joined(separator: " ") + ", " + time(of: activity, at: elapsed)
  }

  private func counts(of activity: Activity) -> String {
    if activity.phase == .test, activity.announced > 0 || activity.done > 0 {
      let least = activity.isMoreToCome ? "at least " : ""
      let of = activity.announced >= activity.done ? " of \(least)\(Figures.grouped(activity.announced))" : ""
      let failed = activity.failed > 0 ? ", \(Figures.grouped(activity.failed)) failed" : ""
      let noun = max(activity.announced, activity.done) == 1 ? "test" : "tests"
      return "\(Figures.grouped(activity.done))\(of) \(noun)\(failed)"
    }
    return activity.step.map { "[\($0.done)/\($0.total)]" } ?? ""
  }

  /// An estimate is said only while it can still come true.
  private func time(of activity: Activity, at elapsed: Double) -> String {
    let spent = max(0, elapsed - activity.startedAt)
    let text = Figures.movingDuration(spent)
    guard let expected = activity.expectedSeconds, expected.isFinite, expected >= 1.5, spent < expected,
      expected.rounded() > spent.rounded(.down), !isContradicted(expected, activity, spent)
    else { return text }
    return "\(text) of about \(Figures.movingDuration(expected.rounded()))"
  }

  /// The greater part of the steps is done, and they say that it takes less than half of that, or twice.
  private func isContradicted(_ expected: Double, _ activity: Activity, _ spent: Double) -> Bool {
    let steps = activity.phase == .test ? (done: activity.done, total: activity.announced) : activity.step
    guard let steps, !(activity.phase == .test && activity.isMoreToCome), steps.total >= 4,
      steps.done * 2 >= steps.total, steps.done <= steps.total
    else {
      return false
    }
    let likely = spent * Double(steps.total) / Double(steps.done)
    return likely * 2 < expected || likely > expected * 2
  }

  private func fitted(
    _ left: String, _ what: String, _ right: String, _ ink: Palette.Ink, cut: (String, Int) -> String
  ) -> String {
    guard let width else { return left }
    let space = width - Columns.width(left) - Columns.width(right)
    guard space >= 2 else {
      return palette.paint(Columns.truncated(left, to: width, ellipsis: palette.ellipsis), ink)
    }
    let room = space - 4
    let shown = room < 4 ? "" : cut(SafeText.line(what), room)
    let middle = shown.isEmpty ? "" : "  " + shown
    let gap = String(repeating: " ", count: right.isEmpty ? 0 : space - Columns.width(middle))
    return palette.paint(left, ink) + middle + gap + palette.paint(right, .dim)
  }
}
