import Model
import Words

/// The last lines: the sentence, what failed and where, what changed, and where the report is.
struct EndingText {
  let report: Report
  /// Where the report is.
  let page: String
  /// The command that runs what failed once more.
  var again: String?
  /// The command that tells all of it.
  var show: String?
  let paragraphs: Paragraphs
  let place: Place
  let isQuiet: Bool
  var isVerbose = false
  /// Changed lines that did not run are told behind it.
  var tellsRequired = false

  /// How much is told of what is not the failures themselves.
  private enum Detail: CaseIterable {
    /// With names, as far as they are few.
    case named
    case counted
    /// The notes, too.
    case terse
  }

  /// Where what is only counted is told in full; not every command may be verbose.
  private var tellsAll: String { show.map { ": " + SafeText.line($0) } ?? "; --verbose tells all" }
  /// Of what was told before, too.
  private var tellsKnown: String { tellsAll + (show == nil ? "" : " --verbose") }

  static let mostTests = 20
  static let mostErrors = 10
  /// More of them are told shortly, whatever room there is.
  private static let mostInFull = 5
  private static let mostLines = 40
  private static let mostNamed = 5
  private static let mostUnrun = 3
  private static let mostOfWarning = 160

  private var palette: Palette { paragraphs.palette }
  private var issues: IssueText { IssueText(report: report, paragraphs: paragraphs, place: place) }

  var lines: [String] {
    let densities = TestText.Density.allCases.filter { $0 != .full || failing.count <= Self.mostInFull }
    if isQuiet {
      return buildErrors() + tests(paragraphs.width == nil ? inPipe : .brief) + sentence + address
    }
    guard let height = paragraphs.height else {
      return ordered(inPipe, .named)
    }
    // The roomiest that a screen shows whole, with a line for what is typed next.
    let most = min(height - 1, Self.mostLines)
    let ways = densities.flatMap { density in [Detail.named, .counted].map { (density, $0) } }
    if let whole = ways.lazy.map(ordered).first(where: { rows($0) <= most }) { return whole }
    // What must be seen comes last, on one screen.
    let around = sentence + end
    let last = sentence + found(in: height - 1 - rows(around)) + end
    let before = Detail.allCases.map { [""] + facts($0) + [""] }
    return (before.first { rows($0 + last) <= Self.mostLines } ?? before.last ?? []) + last
  }

  /// As much as fits of what is wrong; the rest is counted.
  func found(in room: Int) -> [String] {
    let errors = errors(most: 2)
    let (blocks, count) = errors.isEmpty ? (blocks(.tight), failing.count) : (errors, errors.count)
    let what = errors.isEmpty ? "test" : "error"
    var shown = blocks
    // One at least is told.
    while shown.count > 1, rows(shown.flatMap(\.self) + left(count - shown.count, what)) > room {
      shown.removeLast()
    }
    return shown.flatMap(\.self) + left(count - shown.count, what)
  }

  /// A place and a command stay whole, however long they are.
  private func rows(_ lines: [String]) -> Int {
    guard let width = paragraphs.width else { return lines.count }
    return lines.reduce(0) { $0 + max(1, (Columns.width(Shown.withoutColors($1)) + width - 1) / width) }
  }

  /// How many are not told, and where they are.
  private func left(_ count: Int, _ what: String) -> [String] {
    guard count > 0 else { return [] }
    let command = show.map { ": " + SafeText.line($0) } ?? ""
    return ["  \(palette.ellipsis) and \(Figures.count(count, "more \(what)"))\(command)"]
  }

  private var inPipe: TestText.Density { failing.count > Self.mostInFull ? .tight : .full }

  private func ordered(_ density: TestText.Density, _ detail: Detail) -> [String] {
    let found = buildErrors() + tests(density)
    return [""] + sentence + (found.isEmpty ? [] : [""] + found) + [""] + facts(detail) + end
  }

  /// "2 of 549 tests failed, 1 of them new. 683 lines did not run, 12 fewer than in #41."
  var sentence: [String] {
    let status = palette.status(of: report.result)
    let reason = SafeText.flat(Sentence.outcome(report)).ended
    let coverage = isQuiet ? "" : CoverageText(report: report).sentence
    let text = [reason, coverage].filter { !$0.isEmpty }.joined(separator: " ")
    let badge = palette.badge(status)
    guard let width = paragraphs.width else { return ["\(badge): \(text)"] }
    let head = Columns.width(status.glyph + status.word) + 3
    let broken = Columns.wrapped(
      String(repeating: "x", count: head - 1) + " " + text, to: max(10, width - 2))
    return ["\(badge): " + (broken.first ?? "").dropFirst(head)] + broken.dropFirst().map { "  " + $0 }
  }

  private var failing: [TestCase] {
    let quiet = report.issues.silencedTests
    let loud = report.tests.cases.filter { !quiet.contains($0.id) }
    return loud.filter(\.outcome.isFailure) + loud.filter { $0.outcome == .flaky }
  }

  /// A test each, new ones first.
  func blocks(_ density: TestText.Density) -> [[String]] {
    let ages = issues.ages
    let aged = failing.map { (test: $0, age: ages[$0.id] ?? "") }
    let ordered = aged.filter { $0.age.hasPrefix("new") } + aged.filter { !$0.age.hasPrefix("new") }
    let text = TestText(paragraphs: paragraphs, place: place)
    return ordered.prefix(Self.mostTests).map { text.lines(of: $0.test, age: $0.age, density) }
  }

  private func tests(_ density: TestText.Density) -> [String] {
    blocks(density).flatMap(\.self) + left(failing.count - Self.mostTests, "test")
  }

  private func errors(most: Int) -> [[String]] {
    report.issues.open.filter { $0.kind.isBuildError && $0.seen }.map { issue in
      let lines = paragraphs.message(
        issue.messageWithLines, at: place.text(of: issue), indent: 11, most: most)
      let badge = "  " + palette.badge(palette.error) + "  "
      return [badge + (lines.first ?? "").dropFirst(11)] + lines.dropFirst()
    }
  }

  private func buildErrors() -> [String] {
    let errors = errors(most: 6)
    return errors.prefix(Self.mostErrors).flatMap(\.self) + left(errors.count - Self.mostErrors, "error")
  }

  private func facts(_ detail: Detail) -> [String] {
    let coverage = CoverageText(report: report)
    let times = report.phases.filter { $0.status != .skipped && $0.seconds >= 0.1 }.map {
      "\($0.name.rawValue) \(Figures.duration($0.seconds))"
    }
    let total = Figures.duration(report.seconds)
    return paragraphs.row("Tests", report.tests.cases.isEmpty ? "" : report.tests.counts) + changes(detail)
      + paragraphs.row("Analyze", report.analysis.map { SafeText.line($0.words) }.joined(separator: "; "))
      + paragraphs.row("Archive", SafeText.line(report.archiveWords))
      + paragraphs.row("Base", issues.base) + unrun(detail) + paragraphs.row("Issues", issues.counts)
      + warnings(detail) + resolved(detail) + paragraphs.row("Coverage", coverage.row) + missed(detail)
      + sometimes(detail)
      + notes(detail)
      + paragraphs.row("Time", times.isEmpty ? total : "\(total): " + times.joined(separator: ", "))
  }

  /// What to do next.
  private var end: [String] {
    (again.map { [paragraphs.label("Again") + SafeText.line($0)] } ?? []) + address
  }

  private var address: [String] { paragraphs.row("Report", SafeText.line(page)) }

  private func notes(_ detail: Detail) -> [String] {
    let notes = report.notesBesideReason.map(SafeText.flat)
    guard detail == .terse, notes.count > 1 else { return notes.flatMap { paragraphs.row("Note", $0) } }
    return paragraphs.row("Notes", Figures.count(notes.count, "note") + " in the report")
  }

  /// Which of the changed lines did not run.
  private func missed(_ detail: Detail) -> [String] {
    let required = RequiredLines(report)
    guard !tellsRequired, !report.isOfSomeTests, !report.isBeforeCompared, !required.missed.isEmpty else {
      return []
    }
    let most = isVerbose ? required.missed.count : detail == .named ? Self.mostNamed : 0
    let left = required.missed.count - most
    let shown = required.missed.prefix(most).map { RequiredText.place($0, place) }
    let more = left > 0 ? ["and \(Figures.count(left, "more place"))\(tellsAll)"] : []
    let sentence = most == 0 ? String(required.sentence.dropLast()) + tellsAll : required.sentence
    return ([sentence] + shown + (most == 0 ? [] : more)).enumerated().flatMap {
      paragraphs.row($0.offset == 0 ? "Changed" : "", SafeText.line($0.element))
    }
  }

  /// Where lines ran in only one of two integrations of the same sources.
  private func sometimes(_ detail: Detail) -> [String] {
    let coverage = CoverageText(report: report)
    guard let earlier = report.comparedWith?.coverage, earlier.unequal == nil,
      earlier.otherLines?.sameSources == true
    else { return [] }
    let files = coverage.others
    if detail != .named, !files.isEmpty {
      return paragraphs.row("Sometimes", "lines of \(Figures.count(files.count, "file"))\(tellsAll)")
    }
    let left = files.count - Self.mostNamed
    let shown = files.prefix(Self.mostNamed) + (left > 0 ? ["and \(Figures.count(left, "more file"))"] : [])
    return shown.enumerated().flatMap {
      paragraphs.row($0.offset == 0 ? "Sometimes" : "", SafeText.line($0.element))
    }
  }

  /// What is in the sources and did not run: how much, and what is new of it, or the first of that.
  private func unrun(_ detail: Detail) -> [String] {
    let rows = report.tests.unrun
    guard !rows.isEmpty else { return [] }
    if detail != .named, !isVerbose {
      return paragraphs.row("Did not run", "\(rows.counts)\(tellsAll)")
    }
    let all = isVerbose ? rows : rows.filter(\.isNews)
    // What came with this integration before what was told before, too.
    let news = isVerbose ? rows : all.filter { $0.since == nil } + all.filter { $0.since != nil }
    guard !news.isEmpty else {
      return paragraphs.row("Did not run", "\(rows.counts), none of them new\(tellsKnown)")
    }
    let text = UnrunText(paragraphs: paragraphs, place: place)
    let most = isVerbose ? rows.count : Self.mostUnrun
    let untold = [(news.count - most, "more"), (rows.count - news.count, "known before")]
      .filter { $0.0 > 0 }.map { "\(Figures.grouped($0.0)) \($0.1)" }
    let tells = rows.count > news.count ? tellsKnown : tellsAll
    let more = untold.isEmpty ? [] : ["and \(untold.joined(separator: " and "))\(tells)"]
    return paragraphs.row("Did not run", rows.counts)
      + (news.prefix(most).map(text.line) + more).flatMap { paragraphs.row("", $0) }
  }

  /// Which tests came and went: how many, and the first of it.
  private func changes(_ detail: Detail) -> [String] {
    guard let changes = report.comparedWith?.tests, !changes.counts.isEmpty else { return [] }
    let lines = changes.lines(beside: report.tests.unrun).map { line in
      line.words + (place.text(line.left?.file?.rawValue, line.left?.line).map { ", \($0)" } ?? "")
    }
    let most = isVerbose ? lines.count : detail == .named ? Self.mostNamed : 0
    let left = lines.count - most
    let more = left > 0 ? ["and \(Figures.grouped(left)) more\(tellsAll)"] : []
    return
      (["\(changes.counts)\(report.restOfTestChanges), compared with \(changes.integration)"]
      + lines.prefix(most) + more).flatMap {
        paragraphs.row("", SafeText.line($0))
      }
  }

  /// Failing tests and build errors are told above.
  private func warnings(_ detail: Detail) -> [String] {
    func warnings(_ title: String, _ issues: [Issue]) -> [String] {
      let issues = issues.filter { $0.kind == .warning || $0.kind == .analyzerWarning }
      let names = issues.map { issue in
        let said = SafeText.lines(issue.message).first.map { String($0.prefix(Self.mostOfWarning)) }
        return [place.text(of: issue), said].compactMap(\.self).joined(separator: ": ")
      }
      return named(title, names, "warning", detail)
    }
    return warnings("New warning", report.issues.new) + warnings("Came back", report.issues.cameBack)
  }

  private func resolved(_ detail: Detail) -> [String] {
    let issues = report.issues.resolved
    func names(_ issues: [Issue]) -> [String] {
      issues.map { issue in
        (issue.testWords ?? SafeText.lines(issue.message).first ?? "")
          + (report.issues.isFlakyNow(issue) ? ", which is flaky now" : "")
      }
    }
    let silenced = report.issues.silenced.filter(\.seen).map { issue in
      let what = issue.test?.rawValue ?? SafeText.lines(issue.message).first ?? ""
      return [what, issue.silence?.words ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    }
    let flaky = report.passedFlaky.map { "\($0.test?.rawValue ?? ""): \($0.message)" }
    return named("Flaky", flaky, "test", detail) + named("Silenced", silenced, "issue", detail)
      + named("Resolved", names(issues.filter { !$0.testIsGone }), "issue", detail)
      + named("Test gone", names(issues.filter(\.testIsGone)), "issue", detail)
  }

  private func named(_ title: String, _ names: [String], _ what: String, _ detail: Detail) -> [String] {
    if detail != .named, names.count > 1 {
      return paragraphs.row(title, Figures.count(names.count, what))
    }
    let left = names.count - Self.mostNamed
    let command = show.map { ": " + SafeText.line($0) } ?? ""
    let more = left > 0 ? ["and \(Figures.grouped(left)) more\(command)"] : []
    let shown = names.prefix(Self.mostNamed).map(SafeText.line)
    return (shown + more).enumerated().flatMap {
      paragraphs.row($0.offset == 0 ? title : "", $0.element)
    }
  }
}
