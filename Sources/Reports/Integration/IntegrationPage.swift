import Model
import Templates
import Words

/// `index.html`: what happened, in the order in which people ask.
struct IntegrationPage: PagePart {
  let frame: PageFrame

  /// Fewer below many cards.
  private var mostFiles: Int { material.isCrowded ? 5 : 8 }
  private static let mostAtOnce = 3
  private static let mostCommits = 5
  private static let mostIssues = 20
  private static let mostAttachments = 12
  private static let mostOfNobody = 200

  func values() -> [String: TemplateValue] {
    let title = "\(material.input.botName) \(report.integration): \(report.reason)"
    var values = frame.values(title: title, section: .overview)
    let cards = material.groups.compactMap(FailureCard(frame: frame).value)
    values["sentence"] = .list(LinkedSentence(text: Sentence.whole(report), folder: "").parts)
    values["facts"] = .list(facts)
    values["link"] = .optional(CommitLink.of(report.commit?.id, in: material.input.link))
    values["compared"] = ComparedView(frame: frame).value
    values["upgrade"] = upgrade
    values["compare"] = compare
    values["bar"] = bar
    values["outcomes"] = .list(outcomes)
    values["failures"] =
      cards.isEmpty
      ? .null
      : .object([
        "title": .text(failuresTitle), "list": .list(cards), "count": .count(material.failing.count),
      ])
    values["inShort"] = inShort
    values["failuresLeft"] = failuresLeft
    values["buildErrors"] = issues(report.issues.open.filter { $0.kind.isBuildError && $0.seen })
    values["passedFlaky"] = issues(report.passedFlaky)
    values["resolved"] = issues(report.issues.resolved.filter { !$0.testIsGone }, areResolved: true)
    values["gone"] = issues(report.issues.resolved.filter(\.testIsGone), areResolved: true)
    values["warnings"] = issues(found(.warning))
    values["analysis"] = analysis
    values["archive"] = ArchiveView(frame: frame).value
    values["notes"] = .some(report.notesBesideReason.map { .line($0) })
    values["coverage"] = coverage
    values["coverageNote"] =
      report.limited?.tests != nil && report.coverage != nil
      ? .line("Of some tests alone: the page of coverage tells what they ran.")
      : report.coverage == nil
        ? .line(("Not measured" + (report.coverageNote.map { ": \($0)" } ?? "")).ended) : .null
    values["phases"] = PhaseBar(frame: frame).value
    values["commits"] = .some(commits.map(CommitsPage(frame: frame).value), of: report.commits.count)
    values["commitsLeft"] = .more(report.commits.count - Self.mostCommits, "more commit")
    values["exports"] = .some(material.input.exports.map { file($0) })
    values["attachments"] = attachments
    values["scripts"] = ScriptsView(scripts: report.triggers, places: material.log.places).value
    values["messages"] = MessagesView(messages: material.input.messages).value
    return values
  }

  /// What the change of Swift itself made of it.
  private var upgrade: TemplateValue {
    guard let former = material.input.upgradedFrom else { return .null }
    return .object([
      "number": .text("\(former)"),
      "href": .text("../" + CompareAddress(former, report.integration).page),
    ])
  }

  /// The command that tells all that differs, as long as both are kept.
  private var compare: TemplateValue {
    guard let former = material.input.upgradedFrom ?? report.comparedWith?.integration,
      !material.input.earlier.lost.contains(former)
    else { return .null }
    let bot = report.bot
    return .object([
      "number": .text("\(former)"), "needs": .text("\(former.value)"),
      "command": .text(
        material.input.folders.line(["compare", "\(bot)\(former)", "\(bot)\(report.integration)"])),
    ])
  }

  /// How it differs from the branch that its own one left.
  var base: TemplateValue {
    guard let base = report.comparedWith?.base, let words = Sentence.base(report) else { return .null }
    let hasPage = material.input.earlier.pages.contains(base.integration)
    return .object([
      "branch": .line(base.branch.rawValue, most: 200), "number": .text("\(base.integration)"),
      "href": hasPage ? .text("../\(base.integration.value)/index.html") : .null,
      "commit": .text(base.commit.short), "words": .line(words.ended),
      "link": .optional(CommitLink.of(base.commit, in: material.input.link)),
    ])
  }

  private var failuresTitle: String {
    let flaky = report.tests.count(.flaky)
    if flaky == 0 { return "Failing tests" }
    return report.tests.failureCount == 0 ? "Flaky tests" : "Failing and flaky tests"
  }

  // MARK: - Facts

  private var facts: [TemplateValue] {
    var facts: [(String, String)] = [("Took", Figures.duration(report.seconds))]
    if !report.toolchain.isEmpty { facts.append(("Toolchain", report.toolchain)) }
    facts += [
      ("Configuration", report.configuration.rawValue + (report.clean ? ", clean" : ""))
    ]
    // What is named at the top is not named again.
    let named = ComparedView(frame: frame).lines.map(\.integration)
    if let compared = report.comparedWith, !named.contains(compared.integration) {
      facts.append(("Compared with", "\(compared.integration)"))
    }
    if let changed = Suspicion.dependencies(in: report) { facts.append(("Other dependencies", changed)) }
    if let failed = report.selection?.failed {
      facts.append(("Only tests", "those that failed in \(failed)"))
    } else if let selection = report.selection {
      facts += selection.filters.map { ("Only tests", $0) } + selection.skips.map { ("Without tests", $0) }
    }
    for (origin, name) in [
      (SettingOrigin.package, "Asked by .bothy.yaml"), (.botFile, "Asked by the bot file"),
    ] {
      let said = report.settings.filter { $0.from == origin }.map { setting in
        "\(setting.key): \(setting.value)"
          + (setting.key == "analyze" && isNotAnalyzed ? ", of no effect without the action `analyze`" : "")
      }
      if !said.isEmpty { facts.append((name, said.joined(separator: "; "))) }
    }
    if let usage = report.usage, usage.peakMemoryBytes > 0 {
      facts.append(("Processor time", Figures.duration(usage.cpuSeconds)))
      facts.append(("Largest process", Figures.bytes(usage.peakMemoryBytes)))
    }
    facts += Self.facts(report.machine)
    if let seen = report.environment {
      facts += [
        ("Time zone of the tests", seen.timeZone ?? "the machine's"), ("Language", seen.language ?? "none"),
        ("Variables", seen.variables.joined(separator: ", ")),
      ]
    }
    return facts.map { .object(["name": .text($0.0), "value": .line($0.1, most: 1000)]) }
  }

  /// Of what ended before nobody knows here what it would have done.
  private var isNotAnalyzed: Bool {
    [.succeeded, .warnings, .testFailures, .flaky].contains(report.result)
      && !report.phases.contains { $0.name == .analyze }
  }

  private static func facts(_ machine: HostMachine?) -> [(String, String)] {
    guard let machine else { return [] }
    let size = [
      machine.cores.map { Figures.count($0, "core") }, machine.memoryBytes.map { Figures.bytes($0) },
    ].compactMap { $0 }
    return [
      ("Machine", machine.host), ("Size", size.isEmpty ? nil : size.joined(separator: ", ")),
      ("System", machine.system), ("Kernel", machine.kernel),
    ].compactMap { name, value in value.map { (name, $0) } }
  }

  // MARK: - Tests

  static let outcomeOrder: [TestOutcome] = [
    .failed, .crashed, .timedOut, .flaky, .notRun, .expectedFailure, .skipped, .passed,
  ]

  private var bar: TemplateValue {
    guard !report.tests.cases.isEmpty else { return .null }
    let parts = Self.outcomeOrder.map { outcome -> StripBar.Part in
      let count = report.tests.count(outcome)
      let status = Status.of(outcome)
      return (Double(count), status.style, "\(Figures.grouped(count)) \(status.word)")
    }
    return StripBar.value(parts, label: Sentence.tests(report.tests))
  }

  private var outcomes: [TemplateValue] {
    Self.outcomeOrder.compactMap { outcome in
      let count = report.tests.count(outcome)
      guard count > 0 else { return nil }
      let status = Status.of(outcome)
      return .object([
        "status": status.value, "count": .count(count), "href": .text("tests.html#\(status.style)"),
      ])
    }
  }

  /// The cards by name, a line each, where there are too many to be seen at once.
  private var inShort: TemplateValue {
    let shown = material.groups.flatMap(\.tests).prefix(SiteMaterial.mostCards)
    guard shown.count > Self.mostAtOnce else { return .null }
    let isNewSaid = !shown.allSatisfy(material.isNew)
    return .some(
      shown.map { test in
        let message = test.failures.first { !$0.isKnown }?.inShort ?? test.crash?.message ?? ""
        return .object([
          "status": Status.of(test.outcome).value, "name": .line(TestWords.leaf(test), most: 200),
          "group": .line(FailureCard.group(of: test).last ?? "", most: 120),
          "href": .text(
            material.card(of: test.id).map { "#" + $0 } ?? "tests.html#\(SiteMaterial.anchor(of: test.id))"),
          "isNew": .bool(isNewSaid && material.isNew(test)),
          "message": .line(message, most: 160),
        ])
      })
  }

  /// Those without a card, by outcome: all of them are told on the page of tests.
  private var failuresLeft: TemplateValue {
    let told = Set(material.groups.flatMap(\.tests).map(\.id))
    let left = material.failing.filter { !told.contains($0.id) }
    guard !left.isEmpty else { return .null }
    let outcomes = Self.outcomeOrder.compactMap { outcome -> TemplateValue? in
      let count = left.count { $0.outcome == outcome }
      let status = Status.of(outcome)
      return count == 0
        ? nil
        : .object([
          "text": .text("\(Figures.grouped(count)) \(status.word)"),
          "href": .text("tests.html#\(status.style)"),
        ])
    }
    return .object(["count": .text(Figures.count(left.count, "more failing test")), "list": .list(outcomes)])
  }

  /// What came later than an older commit is told on the page of issues.
  private func found(_ kind: Issue.Kind) -> [Issue] {
    report.issues.open.filter { $0.kind == kind && ($0.seen || !report.isBeforeCompared) }
  }

  /// What analyzers came to, and what they warned of.
  private var analysis: TemplateValue {
    let found = found(.analyzerWarning)
    guard !report.analysis.isEmpty || !found.isEmpty else { return .null }
    return .object([
      "words": .some(report.analysis.map { .line($0.words) }), "issues": issues(found),
      "count": .count(found.count),
    ])
  }

  private func issues(_ issues: [Issue], areResolved: Bool = false) -> TemplateValue {
    let shown = IssuesPage(frame: frame).values(issues.prefix(Self.mostIssues), areResolved: areResolved)
    guard !shown.isEmpty else { return .null }
    let left = issues.count - shown.count
    return .object([
      "count": .count(issues.count), "list": .list(shown),
      "left": left > 0 ? .text(Figures.grouped(left) + " more") : .null,
    ])
  }

  /// The newest, and those who were found to have broken something.
  private var commits: [Commit] {
    let found = Set(report.issues.culprits.values.filter(\.isSure).compactMap(\.commit?.id))
    let older = report.commits.dropFirst(Self.mostCommits).filter { found.contains($0.id) }
      .prefix(Self.mostCommits - 1)
    return Array(report.commits.prefix(Self.mostCommits - older.count)) + older
  }

  // MARK: - Coverage

  private var coverage: TemplateValue {
    guard let coverage = report.coverage, report.limited?.tests == nil else { return .null }
    let worst = coverage.targets.flatMap(\.files).filter { $0.lines.notExecuted > 0 || $0.lines.partial > 0 }
      .sorted { ($0.lines.notExecuted, $0.lines.partial) > ($1.lines.notExecuted, $1.lines.partial) }
    // Those with lines that ran in part are shown while there is room.
    let left = max(0, worst.count { $0.lines.notExecuted > 0 } - mostFiles)
    let comparison = CoverageChange(report: report, earlier: material.input.earlier)
    return .object([
      "missedBound": .optional(coverage.bound.ofMissed),
      "executedBound": .optional(coverage.bound.ofExecuted),
      "isUnclear": .bool(coverage.bound == .unclear),
      "notExecuted": .count(coverage.lines.notExecuted),
      "executed": .count(coverage.lines.executed), "executable": .count(coverage.lines.executable),
      "percent": .text(Figures.percent(coverage.lines.executed, of: coverage.lines.executable)),
      "partial": .count(coverage.lines.partial),
      "functions": .object([
        "executed": .count(coverage.functions.executed), "count": .count(coverage.functions.count),
      ]),
      "bar": CoverageBar.value(coverage.lines),
      "isAllReached": .bool(worst.first?.lines.notExecuted == 0),
      "worst": .some(
        worst.prefix(mostFiles).map {
          CoveragePage(frame: frame).row($0, comparison)
        }),
      "compared": .optional(comparison.baseline.map { "\($0)" }),
      "left": .more(left, "more file"),
    ])
  }

  /// First what nobody is known to have left, which stands nowhere else.
  private var attachments: TemplateValue {
    let tests = report.tests.cases.flatMap { test in test.files.map { (path: $0, test: Optional(test)) } }
    let others = report.attachmentsOfNobody
    let list = (others.map { (path: $0, test: nil) } + tests).filter { isBeside($0.path) }
    guard !list.isEmpty else { return .null }
    let most = max(Self.mostAttachments, min(others.count, Self.mostOfNobody))
    let shown = list.prefix(most)
    let ofNobody = shown.filter { $0.test == nil }.map(\.path)
    let groups = AttachedFiles(ofNobody, in: material.input, material.artifacts).groups
    let grouped = Set(groups.flatMap { $0.files.files.values.map(\.path) })
    func row(_ path: String, _ test: TestCase?) -> TemplateValue {
      .object([
        "file": attachment(path), "test": .optional(test.map { Shown.line(TestWords.sentence($0)) }),
        "href": .optional(test.map { "tests.html#\(SiteMaterial.anchor(of: $0.id))" }),
      ])
    }
    let left = list.count - shown.count
    return .object([
      "count": .count(list.count), "list": .list(shown.map(row)),
      "compared": .some(groups.map { compared($0) }),
      "alone": .some(shown.filter { !grouped.contains($0.path) }.map(row)),
      "left": left > 0 ? .text("\(Figures.grouped(left)) more") : .null,
    ])
  }
}
