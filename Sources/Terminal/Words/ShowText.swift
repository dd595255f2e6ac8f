import Foundation
public import Model
import Words

/// `bothy show`: one integration in words.
public enum ShowText {
  public static func text(
    _ report: Report, isPinned: Bool = false, page: String? = nil, link: String? = nil,
    beside: [PastIntegration] = [], elsewhere: [IntegrationNumber: BranchName] = [:],
    suspectedEarlier: [TestID: String] = [:], search: String? = nil, gone: Set<String> = [],
    isFull: Bool = false,
    why: @escaping (TestID) -> String? = { _ in nil }, capabilities: TerminalCapabilities,
    packagePrefix: String = ""
  ) -> String {
    let shown = ShowPage(
      report: report, paragraphs: Paragraphs(capabilities), place: Place(prefix: packagePrefix),
      isPinned: isPinned, address: page, link: link, beside: beside, elsewhere: elsewhere,
      suspectedEarlier: suspectedEarlier, search: search, gone: gone, isFull: isFull,
      why: why)
    return shown.lines.joined(separator: "\n") + "\n"
  }

  /// For an integration of which only the result is left.
  public static func sentence(
    _ report: Report, isPinned: Bool = false, capabilities: TerminalCapabilities
  ) -> String {
    let page = ShowPage(
      report: report, paragraphs: Paragraphs(capabilities), place: Place(prefix: ""), isPinned: isPinned)
    let notes = page.pin + report.notesBesideReason.flatMap { page.paragraphs.row("Note", SafeText.flat($0)) }
    return (page.head + notes).joined(separator: "\n") + "\n"
  }
}

private struct ShowPage {
  let report: Report
  let paragraphs: Paragraphs
  let place: Place
  var isPinned = false
  /// Where its pages begin.
  var address: String?
  /// Where its commit can be looked at.
  var link: String?
  /// The newest of each other branch, beside the face of the bot.
  var beside: [PastIntegration] = []
  /// Of which branch earlier integrations are that are of another one.
  var elsewhere: [IntegrationNumber: BranchName] = [:]
  /// Of tests that fail since an earlier one: whom that one suspected.
  var suspectedEarlier: [TestID: String] = [:]
  /// What is going to be looked for.
  var search: String?
  /// What it left, and what is kept no longer.
  var gone: Set<String> = []
  /// Also what earlier integrations told of the sources.
  var isFull = false
  /// What finds out after which others a test fails.
  var why: (TestID) -> String? = { _ in nil }

  private var palette: Palette { paragraphs.palette }
  private var issues: IssueText {
    IssueText(
      report: report, paragraphs: paragraphs, place: place, elsewhere: elsewhere, earlier: suspectedEarlier)
  }
  private var tests: TestText { TestText(paragraphs: paragraphs, place: place) }

  var lines: [String] {
    head + facts + phases + failing + flaky + notPassed + changes + unrun + findings + coverage + changed
      + others
      + unreachable + notMeasured + excluded + notes + scripts + artifacts + otherBranches
      + (address.map { [""] + paragraphs.row("Report", SafeText.line($0)) } ?? [])
  }

  var head: [String] {
    let name = palette.paint("\(SafeText.line(report.bot.rawValue)) \(report.integration)", .bold)
    let sentences = [SafeText.flat(Sentence.outcome(report)), CoverageText(report: report).sentence]
    let text = sentences.filter { !$0.isEmpty }.map(\.ended)
    return [name + "  " + palette.badge(palette.status(of: report.result))]
      + paragraphs.broken(text.joined(separator: " "), indent: 0) + [""]
  }

  private var facts: [String] {
    let built = [report.toolchain, report.configuration.rawValue] + (report.clean ? ["clean"] : [])
    let how = report.toolchain.isEmpty ? [] : built
    let waited = report.started.timeIntervalSince(report.queued)
    let wait = waited >= 1 ? ", after waiting \(Figures.duration(waited))" : ""
    let usage = report.usage.flatMap { $0.peakMemoryBytes > 0 ? $0 : nil }.map {
      "\(Figures.duration($0.cpuSeconds)) of processor time, "
        + "the largest process \(Figures.bytes($0.peakMemoryBytes)) of memory"
    }
    return pin + commit
      + paragraphs.row("Toolchain", SafeText.line(how.filter { !$0.isEmpty }.joined(separator: ", ")))
      + paragraphs.row(
        "Started", "\(Moment.local(report.started)), took \(Figures.duration(report.seconds))\(wait)")
      + paragraphs.row("Used", usage ?? "") + paragraphs.row("Tests", report.tests.counts)
      + paragraphs.row("Analyze", report.analysis.map { SafeText.line($0.words) }.joined(separator: "; "))
      + paragraphs.row("Archive", SafeText.line(report.archiveWords + letGo))
      + paragraphs.row("Base", issues.base) + paragraphs.row("Issues", issues.counts)
      + paragraphs.row("Search", SafeText.line(search ?? ""))
  }

  private var letGo: String {
    let isGone = !report.archive.isEmpty && report.archive.allSatisfy { gone.contains($0.path) }
    return isGone ? "; let go: newer archives are kept" : ""
  }

  var pin: [String] { paragraphs.row("Pinned", isPinned ? "it is kept until `bothy unpin`" : "") }

  private var commit: [String] {
    guard let commit = report.commit else { return [] }
    let branch = commit.branch.map { " on \($0)" } ?? ""
    let changes = commit.changes ? ", with changes that are not committed" : ""
    let since =
      report.commits.count > 1
      ? Figures.count(report.commits.count, "commit")
        + (report.comparedWith.map { " since \($0.integration)" } ?? "")
      : ""
    let subject = SafeText.line(commit.subject)
    return paragraphs.row("Commit", SafeText.line("\(commit.id.short)\(branch)\(changes)") + ": " + subject)
      + paragraphs.row("", SafeText.line("\(commit.author) <\(commit.email)>, \(Moment.local(commit.date))"))
      + (since.isEmpty ? [] : paragraphs.row("", since + report.othersWords)) + paragraphs.row("", link ?? "")
  }

  private var phases: [String] {
    report.phases.enumerated().flatMap { place, phase in
      let name = Columns.padded(phase.name.rawValue, to: 10)
      let badge = palette.badge(palette.status(of: phase.status), padded: 12)
      return [
        palette.paint(Columns.padded(place == 0 ? "Phases" : "", to: 12), .dim) + name + badge
          + Figures.duration(phase.seconds)
      ]
    }
  }

  private var failing: [String] {
    let failing = report.tests.cases.filter(\.outcome.isFailure)
    guard !failing.isEmpty else { return [] }
    let ages = issues.ages
    return paragraphs.heading("Failing tests (\(Figures.grouped(failing.count)))")
      + failing.flatMap { test in
        tests.lines(of: test, age: ages[test.id] ?? "", mostFailures: 50, mostLines: 40)
          + issues.culprit(of: test.id) + tests.frames(of: test, most: 8)
      }
  }

  private var flaky: [String] {
    let flaky = report.tests.cases.filter { $0.outcome == .flaky }
    guard !flaky.isEmpty else { return [] }
    let ages = issues.ages
    return paragraphs.heading("Flaky tests (\(Figures.grouped(flaky.count)))")
      + flaky.flatMap {
        tests.lines(of: $0, age: ages[$0.id] ?? "", mostFailures: 20, mostLines: 20) + unexplained($0)
      }
  }

  private func unexplained(_ test: TestCase) -> [String] {
    guard test.passedAlone, test.culprit == nil, let command = why(test.id) else { return [] }
    return ["    " + palette.paint("After which others it fails is found by", .dim), "      " + command]
  }

  /// Skipped, expected to fail, never run: each with its reason, because none of them is a pass.
  private var notPassed: [String] {
    let outcomes: [(TestOutcome?, String)] = [
      (.skipped, "Skipped"), (.expectedFailure, "Failed as expected"), (nil, "Cut off"),
      (.notRun, "Did not run"),
    ]
    return outcomes.flatMap { outcome, title -> [String] in
      let found = report.tests.cases.filter { test in
        outcome.map { test.outcome == $0 && !test.wasCutOff } ?? test.wasCutOff
      }
      guard !found.isEmpty else { return [] }
      let shown = found.prefix(30).flatMap { test in
        let known = test.failures.expected?.onOneLine
        let why = (test.reason ?? known).map { ": " + SafeText.flat($0) } ?? ""
        return paragraphs.broken(SafeText.line(test.id.rawValue) + why, first: "  ", indent: 2)
      }
      let left = found.count - 30
      return paragraphs.heading("\(title) (\(Figures.grouped(found.count)))") + shown
        + (left > 0 ? ["  \(palette.ellipsis) \(Figures.grouped(left)) more"] : [])
    }
  }

  private var changes: [String] {
    guard let changes = report.comparedWith?.tests else { return [] }
    let lines = changes.lines(beside: report.tests.unrun).map(words)
    let left = lines.count - 200
    return section(
      "Tests since \(changes.integration): \(changes.counts)\(report.restOfTestChanges)",
      lines.prefix(200) + (left > 0 ? ["\(palette.ellipsis) \(Figures.grouped(left)) more"] : []))
  }

  private func words(_ line: TestChanges.Line) -> String {
    line.words + (place.text(line.left?.file?.rawValue, line.left?.line).map { ", \($0)" } ?? "")
  }

  /// What no list of tests has; what was skipped is told above.
  private var unrun: [String] {
    let all = report.tests.unrun
    let rows = all.filter { $0.kind != .skipped && $0.kind != .disabled }
    guard !all.isEmpty else { return [] }
    let skipped = all.count - rows.count
    let text = UnrunText(paragraphs: paragraphs, place: place)
    let told = isFull ? rows : rows.filter(\.isNews)
    let (left, known) = (told.count - 200, isFull ? [] : rows.filter { !$0.isNews })
    let and = told.isEmpty ? "" : "\(palette.ellipsis) and "
    let more = "\(and)\(known.counts), told before: --verbose lists them"
    return paragraphs.heading("In the sources, and did not run (\(Figures.grouped(all.count)))")
      + told.prefix(200).flatMap { paragraphs.broken(text.line($0), first: "  ", indent: 2) }
      + (left > 0 ? ["  \(palette.ellipsis) \(Figures.grouped(left)) more"] : [])
      + (known.isEmpty ? [] : paragraphs.broken(more, first: "  ", indent: 2))
      + (skipped == 0 ? [] : ["  \(Figures.grouped(skipped)) skipped, told above"])
  }

  /// Test failures are told above with their tests; here is the rest.
  private var findings: [String] {
    func others(_ list: [Issue]) -> [Issue] { list.filter { $0.kind != .testFailure } }
    let lists = report.issues
    let unfound = report.unfound
    return issues.list("New issues", others(lists.new), most: 50, mostLines: 12)
      + issues.list("Came back", others(lists.cameBack), most: 50, mostLines: 12)
      + issues.list("Came along", others(lists.cameAlong), most: 50, mostLines: 12)
      + issues.list(
        "As in \(lists.asBefore.first?.asIn ?? 0)", others(lists.asBefore), most: 50, mostLines: 6)
      + issues.list("Still there", others(lists.stillThere), most: 50, mostLines: 6)
      + issues.list(
        "Known on the base branch", others(lists.knownOnBase).filter(\.seen), most: 50, mostLines: 6)
      + issues.list(
        "Known on the base branch, and \(report.notSeenWords)", lists.knownOnBase.filter { !$0.seen },
        most: 30, mostLines: 2)
      + issues.list("Their tests failed otherwise", unfound.failedOtherwise, most: 30, mostLines: 2)
      + issues.list(report.notSeenWords.capitalizedFirst, unfound.notSeen, most: 30, mostLines: 2)
      + issues.list("Passed, and failed on the same commit", report.passedFlaky, most: 30, mostLines: 2)
      + issues.list("Resolved", lists.resolved.filter { !$0.testIsGone }, most: 30, mostLines: 2)
      + issues.list("Their tests are gone", lists.resolved.filter(\.testIsGone), most: 30, mostLines: 2)
      + issues.list("Silenced", lists.silenced.filter(\.seen), most: 30, mostLines: 2)
      + issues.list(
        "Silenced, and \(report.notSeenWords)", lists.silenced.filter { !$0.seen }, most: 30, mostLines: 2)
  }

  private var coverage: [String] {
    // Of what was not asked for nothing is said.
    guard report.limited?.tests == nil else { return [] }
    guard let coverage = report.coverage else {
      return paragraphs.heading("Coverage")
        + paragraphs.broken(
          "not measured: " + SafeText.line(report.coverageNote ?? "no reason was left"), indent: 2)
    }
    let words = CoverageText(report: report)
    let total = [words.fraction, words.earlier].filter { !$0.isEmpty }.joined(separator: "; ")
    return paragraphs.heading("Coverage") + paragraphs.broken(total, indent: 2) + table(coverage.targets)
  }

  private func table(_ targets: [TargetCoverage]) -> [String] {
    let rows = targets.map { target in
      [
        SafeText.line(target.name), Figures.grouped(target.lines.notExecuted),
        "\(Figures.grouped(target.lines.executed)) of \(Figures.grouped(target.lines.executable))",
        target.lines.executable > 0
          ? Figures.percent(target.lines.executed, of: target.lines.executable) : "",
      ]
    }
    guard !rows.isEmpty else { return [] }
    let all = [["Target", "not executed", "executed", ""]] + rows
    let widths = all[0].indices.map { column in all.map { Columns.width($0[column]) }.max() ?? 0 }
    let name = paragraphs.width.map { max(8, min(widths[0], $0 - widths[1...].reduce(10, +))) } ?? widths[0]
    return all.enumerated().map { place, row in
      let first = Columns.padded(Columns.truncated(row[0], to: name, ellipsis: palette.ellipsis), to: name)
      let numbers = zip(row, widths).dropFirst().map { text, width in
        String(repeating: " ", count: width - Columns.width(text)) + text
      }
      var line = "  " + ([first] + numbers).joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return place == 0 ? palette.paint(line, .dim) : line
    }
  }

  private var changed: [String] {
    guard !report.isOfSomeTests else { return [] }
    let required = RequiredLines(report)
    let places = required.places
    let left = places.count - 30
    return section(
      required.sentence.hasSuffix(":") ? String(required.sentence.dropLast()) : required.sentence,
      places.prefix(30).map { RequiredText.place($0, place) }
        + (left > 0 ? ["\(palette.ellipsis) and \(Figures.count(left, "more place"))"] : []))
  }

  private static let mostAlike = 5

  private var notMeasured: [String] {
    let files = report.coverage?.notMeasured ?? []
    func told(_ title: String, _ isSupport: Bool) -> [String] {
      let all = files.filter { $0.isSupport == isSupport }
      // Of many that have the same reason nobody reads each.
      let many = Dictionary(grouping: all, by: \.why).filter { $0.value.count > Self.mostAlike }
      let byReason = isFull ? [:] : many
      let alike = byReason.sorted { $0.key < $1.key }.map { why, files in
        "\(Figures.count(files.count, "file")): \(why) (--verbose lists them)"
      }
      return section(title, all.filter { byReason[$0.why] == nil }.map { "\($0.path): \($0.why)" } + alike)
    }
    return told("Not measured", false) + told("Not counted", true)
  }

  private var others: [String] {
    guard let earlier = report.comparedWith?.coverage, let other = earlier.otherLines else { return [] }
    let words = CoverageText(report: report)
    let isSteady = other.sameSources && earlier.unequal == nil
    return section(
      isSteady ? "Run only sometimes" : "Other lines than in \(earlier.integration), of the same files",
      Array(words.others.prefix(30)) + (isSteady ? [] : words.otherTests))
  }

  private var unreachable: [String] {
    let files = report.coverage?.targets.flatMap(\.files) ?? []
    let rows = files.flatMap { file in
      file.unreachable.map { mark in
        let since = mark.since.map { ", since \($0)" } ?? ""
        return "\(file.path):\(mark.line): \(mark.mistake ?? mark.reason ?? "")\(since)"
      }
    }
    return section("Marked as unreachable", Array(rows.prefix(50)))
  }

  private var excluded: [String] {
    let files = report.coverage?.excluded ?? []
    return section(
      "Left out",
      files.map {
        "\($0.path): \(Figures.count($0.lines, "line")), by \($0.rule)" + ($0.reason.map { ": \($0)" } ?? "")
      })
  }

  private var notes: [String] { section("Notes", report.notesBesideReason) }

  private var scripts: [String] {
    section(
      "Scripts",
      report.triggers.map { script in
        let time = script.seconds.map { " in \(Figures.duration($0))" } ?? ""
        let why = script.why.map { ": \($0)" } ?? ""
        return "\(script.kind.rawValue) \(name(of: script)): \(script.status.word)\(time)\(why)"
      })
  }

  private static let mostOfScript = 60

  /// A script of many lines is known by its first one.
  private func name(of script: ScriptRun) -> String {
    let first = script.script.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    guard !isFull, first.count < script.script.count || first.count > Self.mostOfScript else {
      return script.script
    }
    return first.prefix(Self.mostOfScript) + palette.ellipsis
  }

  private var otherBranches: [String] {
    section(
      "Other branches",
      beside.map { past in
        let word = past.result.map { palette.status(of: $0).word } ?? ""
        return "\(past.branch?.rawValue ?? "") \(past.number): \(word): \(past.reason ?? "")"
      })
  }

  private var artifacts: [String] {
    section(
      "Artifacts",
      report.artifacts.filter { !gone.contains($0.path) }.map { file in
        "\(file.path) (\(Figures.bytes(file.bytes))\(file.test.map { ", of \($0)" } ?? ""))"
      })
  }

  private func section(_ title: String, _ rows: [String]) -> [String] {
    guard !rows.isEmpty else { return [] }
    return paragraphs.heading(title)
      + rows.flatMap { paragraphs.broken(SafeText.flat($0), first: "  ", indent: 2) }
  }
}
