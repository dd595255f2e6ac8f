import Foundation
import Words

/// The figures of one integration, as charts, tables and `bothy history` tell them: one computation for all.
public struct HistoryFigures: Equatable, Sendable {
  public let past: PastIntegration
  /// Seconds by phase, of those that ran.
  public let phases: [Phase.Kind: Double]

  public init(_ past: PastIntegration, phases: [Phase] = []) {
    self.past = past
    self.phases = Dictionary(
      phases.filter { $0.status != .skipped && $0.seconds > 0 }.map { ($0.name, $0.seconds) },
      uniquingKeysWith: +)
  }

  /// nil where no test ran.
  public var tests: OutcomeCounts? { past.tests.flatMap { $0.total > 0 ? $0 : nil } }

  public var failing: Int? { tests?.failures }
}

extension Sequence<PastIntegration> {
  /// Of a branch's integrations, newest first: how many were red, and how long until it was green again.
  public var redness: Redness { redness(among: nil) }

  /// `kept`: the numbers of all that its bot keeps; nil where none is missing between these.
  public func redness(among kept: Set<Int>?) -> Redness { Redness(Array(self), kept) }
}

/// How often a branch was red, and for how long.
public struct Redness: Equatable, Sendable {
  /// Of those that ended with a word about the code; what was canceled or not carried out says nothing.
  public var total = 0
  public var red = 0
  /// Flaky, where that is not tolerated: neither red nor green.
  public var flaky = 0
  /// Those that ended without one.
  public var undecided = 0
  /// From the end of each first red one to the end of the next green one, in seconds.
  public var untilGreen: [Double] = []
  /// Since when it is red; nil while it is green.
  public var redSince: IntegrationNumber?
  /// It may have been red before that too: what was before is not known.
  public var isRedLonger = false

  init(_ past: [PastIntegration], _ kept: Set<Int>?) {
    func isBehindGap(_ one: PastIntegration, _ before: IntegrationNumber?) -> Bool {
      guard let kept, let before, before.value + 1 < one.number.value else { return false }
      return !(before.value + 1..<one.number.value).allSatisfy(kept.contains)
    }
    var before: IntegrationNumber?
    var since: (number: IntegrationNumber, at: Date)?
    // What came before the oldest that is known may have been red.
    var isLonger = past.last.map { $0.number.value > 1 } ?? false
    for one in past.reversed() {
      // It may have been green, or red, in between.
      if isBehindGap(one, before) { (since, isLonger) = (nil, true) }
      before = one.number
      guard !one.isLimited, let result = one.result, let ended = one.ended else { continue }
      guard result.isAboutCode else {
        undecided += 1
        continue
      }
      total += 1
      // Where that is not tolerated it neither broke nor mended anything.
      if result == .flaky, !one.isGreen {
        flaky += 1
        continue
      }
      if one.isGreen {
        // Nobody knows how long it was where a clock was set back in between.
        if let since, !isLonger, ended >= since.at { untilGreen.append(ended.timeIntervalSince(since.at)) }
        (since, isLonger) = (nil, false)
      } else {
        red += 1
        since = since ?? (one.number, ended)
      }
    }
    (redSince, isRedLonger) = (since?.number, since != nil && isLonger)
  }

  /// "Red in 3 of 40 of main (7.5 %); green again after 12 min in the median, 2 h 07 min at most."; nil where
  /// nothing is known.
  public func words(of branch: BranchName? = nil) -> String? {
    guard total > 0 else { return nil }
    let all = Figures.grouped(total) + (branch.map { " of \(Shown.line($0.rawValue, most: 120))" } ?? "")
    let share = "Red in \(Figures.grouped(red)) of \(all) (\(Figures.percent(red, of: total)))"
    let flaky = flaky > 0 ? ", flaky in \(Figures.grouped(flaky))" : ""
    let others = undecided > 0 ? ", beside \(Figures.grouped(undecided)) without a verdict" : ""
    guard red > 0 else { return share + flaky + others + "." }
    var parts = [share + flaky + others]
    if let median = untilGreen.median, let most = untilGreen.max() {
      parts.append(
        untilGreen.count == 1
          ? "green again after \(Figures.duration(median))"
          : "green again after \(Figures.duration(median)) in the median, \(Figures.duration(most)) at most")
    }
    if let redSince { parts.append("red since \(redSince)\(isRedLonger ? " or before" : "")") }
    return parts.joined(separator: "; ") + "."
  }
}

extension IntegrationResult {
  /// It says something of what was pushed.
  var isAboutCode: Bool {
    switch self {
    case .canceled, .checkoutError, .triggerError, .internalError, .inconclusive: false
    case .buildErrors, .testFailures, .flaky, .analyzerWarnings, .warnings, .succeeded: true
    }
  }
}

// MARK: - For programs

/// A value of one column.
public enum HistoryValue: Equatable, Sendable, Encodable {
  case text(String?)
  case count(Int?)
  case seconds(Double?)
  case flag(Bool)

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .count(let count): try container.encode(count)
    case .seconds(let seconds): try container.encode(seconds)
    case .flag(let flag): try container.encode(flag)
    }
  }
}

extension HistoryFigures {
  /// Every column of `bothy history --csv` and key of `--json`, in this order.
  public var columns: [(name: String, value: HistoryValue)] {
    var columns: [(name: String, value: HistoryValue)] = []
    func add(_ name: String, _ value: HistoryValue) { columns.append((name, value)) }
    add("integration", .count(past.number.value))
    add("branch", .text(past.branch?.rawValue))
    add("commit", .text(past.commit?.rawValue))
    add("author", .text(past.author))
    add("subject", .text(past.subject))
    add("changes", .flag(past.changes))
    add("started", .text(Moment.iso(past.started)))
    add("ended", .text(past.ended.map(Moment.iso)))
    add("result", .text(past.result?.rawValue))
    add("green", .flag(past.isGreen))
    add("limited", .flag(past.isLimited))
    add("clean", .flag(past.isClean))
    add("toolchain", .text(past.toolchain))
    add("seconds", .seconds(past.seconds))
    add("tests", .count(tests?.total))
    add("failing", .count(failing))
    let outcomes: KeyValuePairs<String, TestOutcome> = [
      "passed": .passed, "failed": .failed, "crashed": .crashed, "timedOut": .timedOut, "flaky": .flaky,
      "skipped": .skipped, "expectedFailures": .expectedFailure, "notRun": .notRun,
    ]
    for (name, outcome) in outcomes { add(name, .count(tests?[outcome])) }
    add("newIssues", .count(past.newIssues))
    add("warnings", .count(past.warnings))
    add("analyzerWarnings", .count(past.analyzerWarnings))
    add("testsAdded", .count(past.testsAdded))
    add("testsGone", .count(past.testsGone))
    add("linesExecutable", .count(past.lines?.executable))
    add("linesExecuted", .count(past.lines?.executed))
    add("linesPartial", .count(past.lines?.partial))
    add("linesNotExecuted", .count(past.lines?.notExecuted))
    add("linesNotExecutedChange", .count(past.linesMore))
    add("unequalRuns", past.linesMore == nil ? .count(nil) : .flag(past.isUnequal))
    for kind in Phase.Kind.allCases { add("\(kind.rawValue)Seconds", .seconds(phases[kind])) }
    // "at least" or "at most" so many were not executed.
    add("linesNotExecutedBound", .text(past.lines == nil ? nil : past.linesBound.ofMissed))
    return columns
  }
}

/// Comma-separated values as RFC 4180 has them.
public enum CSV {
  /// With its line end.
  public static func line(_ fields: [String]) -> String { fields.map(quoted).joined(separator: ",") + "\r\n" }

  public static func quoted(_ field: String) -> String {
    let needs = field.utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
    return needs ? "\"" + field.replacingSigns { $0 == "\"" ? "\"\"" : nil } + "\"" : field
  }

  /// Text of others: what a spreadsheet would take for a formula gets an apostrophe before it.
  public static func text(_ text: String) -> String {
    guard let first = text.unicodeScalars.first, "=+-@\t\r\n".unicodeScalars.contains(first) else {
      return text
    }
    return "'" + text
  }

  public static func field(_ value: HistoryValue) -> String {
    switch value {
    case .text(let text): text.map(Self.text) ?? ""
    case .count(let count): count.map(String.init) ?? ""
    case .seconds(let seconds): seconds.map { "\($0)" } ?? ""
    case .flag(let flag): flag ? "true" : "false"
    }
  }
}
