public import Model
import Words

/// `bothy compare`: what differs between two integrations, the differing things first.
public enum CompareText {
  /// `page`: where all of it is told; nil where there is none.
  public static func text(
    _ difference: IntegrationDifference, page: String? = nil, capabilities: TerminalCapabilities
  ) -> String {
    let text = ComparedText(
      difference: difference, page: page, paragraphs: Paragraphs(capabilities))
    return text.lines.joined(separator: "\n") + "\n"
  }
}

private struct ComparedText {
  let difference: IntegrationDifference
  let page: String?
  let paragraphs: Paragraphs

  private var palette: Palette { paragraphs.palette }
  private var old: Report { difference.before.report }
  private var new: Report { difference.now.report }
  private var before: String { SafeText.line(difference.beforeName) }
  private var now: String { SafeText.line(difference.nowName) }

  private static let (mostTests, mostNames, mostFiles, mostTimes) = (10, 8, 8, 5)

  var lines: [String] {
    head + facts + mind + outcomes + comings + findings + files + times + built
      + (page.map { [""] + paragraphs.row("Page", SafeText.line($0)) } ?? [])
  }

  // MARK: What was compared

  private var head: [String] {
    let bot = difference.isOfOneBot ? SafeText.line(new.bot.rawValue) + " " : ""
    return [
      palette.paint("\(bot)\(now)", .bold) + " compared with " + palette.paint(before, .bold)
    ] + paragraphs.broken(SafeText.flat(difference.sentence), indent: 0) + [""]
  }

  private var facts: [String] {
    [(before, old), (now, new)].flatMap { name, report -> [String] in
      let badge = palette.status(of: report.result)
      let text = "\(badge.glyph) \(badge.word): \(SafeText.flat(report.reason))"
      return paragraphs.row(name, text)
    } + paragraphs.row("Commits", commits) + paragraphs.row("Took", took)
  }

  private var commits: String {
    func told(_ report: Report) -> String {
      guard let commit = report.commit else { return "no commit" }
      let branch = commit.branch.map { " on \(SafeText.line($0.rawValue))" } ?? ""
      return commit.id.short + branch
    }
    if old.commit == nil, new.commit == nil { return "none: of folders in no git repository" }
    if difference.commits == .same { return "\(told(new)), the same in both" }
    let relation = difference.commits.map { ": \($0.words(before, now))" } ?? ""
    return "\(told(old)) and \(told(new))" + relation
  }

  private var took: String {
    let parts = difference.durations.phases.filter(\.isMarked).map { phase in
      "\(phase.name.rawValue) \(Self.time(phase.now)) instead of \(Self.time(phase.before))"
    }
    let clean = [(old, before), (new, now)].filter(\.0.clean).map(\.1)
    let (now, then) = (Figures.duration(new.seconds), Figures.duration(old.seconds))
    let whole = now == then ? "\(now), as before" : "\(now) instead of \(then)"
    return ([whole] + parts + clean.map { "\($0) with nothing built before" }).joined(separator: ", ")
  }

  private static func time(_ seconds: Double?) -> String { seconds.map(Figures.duration) ?? "none" }

  /// Before what it is about, because it may change what that means.
  private var mind: [String] {
    let caveats = difference.caveats
    guard !caveats.isEmpty else { return [] }
    return paragraphs.heading("To be minded")
      + caveats.flatMap { paragraphs.broken(SafeText.flat($0), first: "  ", indent: 2) }
  }

  // MARK: What differs

  private var outcomes: [String] {
    guard let tests = difference.tests else { return [] }
    return TestDifference.Kind.allCases.flatMap { kind in
      section(kind.title, tests.of(kind), most: Self.mostTests, lines(of:))
    }
  }

  private func lines(of change: TestDifference.Change) -> [String] {
    let test = change.test
    let badge = palette.badge(palette.status(of: test.outcome))
    let was = change.before.map { $0 == test.outcome ? "" : "\($0.word) in \(before)" } ?? "new"
    let head = named(test.id, badge, note: was)
    guard change.kind == .newlyFailing || change.kind == .failsOtherwise || change.kind == .newlyFlaky
    else { return head }
    let failure = test.failures.first { !$0.isKnown }
    let place = Place(prefix: "")
    let said =
      failure.map { ($0.inShort, place.text(of: $0)) }
      ?? test.crash.map { ($0.message, place.text(of: $0)) }
    guard let (message, at) = said else { return head }
    return head + paragraphs.message(message, at: at, indent: 4, most: 2)
  }

  /// A name stays whole, so that it can be copied: without room beside it the rest has its own line.
  private func named(_ test: TestID, _ badge: String? = nil, note: String = "") -> [String] {
    let name = SafeText.line(test.rawValue)
    let lead = badge.map { "  \($0)  " } ?? "  "
    let rest = note.isEmpty ? "" : ", " + note
    let widest = Columns.width(Shown.withoutColors(lead) + name + rest)
    if widest <= paragraphs.width ?? .max { return [lead + name + rest] }
    let first = badge.map { ["  \($0)" + (note.isEmpty ? "" : "  " + note)] } ?? []
    return first + [(badge == nil ? "  " : "    ") + name]
      + (badge == nil && !note.isEmpty ? ["    " + note] : [])
  }

  private var comings: [String] {
    guard let tests = difference.tests else { return [] }
    func plain(_ text: String) -> [String] {
      paragraphs.broken(SafeText.line(text), first: "  ", indent: 4)
    }
    func named(_ test: TestCase) -> [String] {
      self.named(test.id, note: test.outcome == .passed ? "" : test.outcome.word)
    }
    return section("Tests added", tests.added, most: Self.mostNames, named)
      + section("Tests gone", tests.gone, most: Self.mostNames, named)
      + section(
        "Tests renamed or moved", tests.renamedWords, count: tests.renamedCount, most: Self.mostNames, plain)
  }

  private var findings: [String] {
    func told(_ issue: Issue) -> [String] {
      let kind = palette.status(of: issue.kind).glyph + " " + issue.kind.word
      let likely = difference.isLikelyToolchains(issue.file) ? ["    likely the toolchain's"] : []
      let place = Place(prefix: "").text(of: issue)
      let lines = paragraphs.message(
        "\(kind): \(issue.message)", at: place, indent: 2, most: 3)
      return lines + (difference.cause == .toolchain ? [] : likely)
    }
    return section("Issues that came", difference.issues.came, most: Self.mostTests, told)
      + section("Issues that went", difference.issues.went, most: Self.mostTests, told)
  }

  private var files: [String] {
    guard let coverage = difference.coverage, !coverage.isNone else { return [] }
    func told(_ file: CoverageDifference.File) -> [String] {
      let head = paragraphs.broken(
        "\(SafeText.line(file.path.rawValue)): \(file.words(before))", first: "  ", indent: 4)
      let counted =
        file.isCountedOtherwise && difference.isLikelyToolchains(file)
        ? "the file is the same, its lines are counted otherwise: likely the toolchain's" : nil
      let notes = [counted, file.otherLines(before, now)].compactMap { $0 }
      return head + notes.flatMap { paragraphs.broken(SafeText.line($0), indent: 4) }
    }
    return paragraphs.heading("Coverage") + paragraphs.broken(coverage.words.capitalizedFirst, indent: 2)
      + listed(coverage.files, most: Self.mostFiles, told)
  }

  private var times: [String] {
    let durations = difference.durations
    func told(_ time: DurationDifference.TestTime) -> [String] {
      let times = "\(Figures.duration(time.now)) instead of \(Figures.duration(time.before))"
      return paragraphs.broken("\(SafeText.line(time.test.rawValue)): \(times)", first: "  ", indent: 4)
    }
    return section("Markedly slower", durations.slower, most: Self.mostTimes, told)
      + section("Markedly faster", durations.faster, most: Self.mostTimes, told)
  }

  private var built: [String] {
    func told(_ text: String) -> [String] {
      paragraphs.broken(SafeText.line(text), first: "  ", indent: 4)
    }
    return section("Dependencies", difference.dependencies ?? [], most: Self.mostNames) { told($0.words) }
      + section("Settings", difference.settings ?? [], most: 2 * Self.mostNames) { told($0.words(before)) }
  }

  // MARK: Lists

  private func section<Row>(
    _ title: String, _ rows: [Row], count: Int? = nil, most: Int, _ told: (Row) -> [String]
  ) -> [String] {
    guard !rows.isEmpty else { return [] }
    return paragraphs.heading("\(title) (\(Figures.grouped(count ?? rows.count)))")
      + listed(rows, most: most, told)
  }

  /// Whole for a pipe.
  private func listed<Row>(_ rows: [Row], most: Int, _ told: (Row) -> [String]) -> [String] {
    let shown = paragraphs.width == nil ? rows[...] : rows.prefix(most)
    let left = rows.count - shown.count
    return shown.flatMap(told) + (left > 0 ? ["  \(palette.ellipsis) \(Figures.grouped(left)) more"] : [])
  }
}
