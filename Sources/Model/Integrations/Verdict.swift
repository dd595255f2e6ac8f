import Words

/// How an integration ended, and the sentence for it.
enum Verdict {
  /// The first result that applies, in the order of `IntegrationResult`.
  static func judge(_ evidence: Judgement.Evidence) -> (result: IntegrationResult, reason: String) {
    if let why = evidence.canceled { return (.canceled, why) }
    if let why = evidence.checkoutError { return (.checkoutError, why) }
    if let why = evidence.triggerError { return (.triggerError, why) }
    if let why = evidence.internalError { return (.internalError, why) }
    if let why = evidence.settingsError { return (.inconclusive, why) }
    let errors = evidence.diagnostics.filter { $0.severity == .error }
    if evidence.buildFailed || !errors.isEmpty {
      return (.buildErrors, Sentence.buildErrors(errors, ofTestsAlone: evidence.productsBuild))
    }
    if !evidence.archiveErrors.isEmpty {
      return (.buildErrors, Sentence.archiveErrors(evidence.archiveErrors.count))
    }
    if let why = inconclusive(evidence) {
      guard evidence.tests.failureCount > 0 else { return (.inconclusive, why) }
      let quiet = Sentence.silenced(evidence.quietTests, of: evidence.tests)
      return (.inconclusive, "\(why); \(Sentence.tests(evidence.tests))\(quiet)")
    }
    let tests =
      evidence.testsRequested
      ? Sentence.tests(evidence.tests) + Sentence.silenced(evidence.quietTests, of: evidence.tests)
      : "The package was built"
    let changes = evidence.complete.flatMap { evidence.match.changes(since: $0) }
    let leftOut = evidence.isLimited ? "" : Sentence.leftOut(evidence.tests, evidence.selection)
    let silent =
      evidence.testsRequested
      ? leftOut + Sentence.silentTargets(evidence.tests) + Sentence.neverRan(evidence.tests)
        + (evidence.selection == nil ? Sentence.missedTargets(evidence.tests, changes) : "")
        + Sentence.idleBodies(evidence.tests)
      : ""
    if evidence.failureCount > 0 { return (.testFailures, tests + silent) }
    if evidence.count(.flaky) > 0 {
      guard evidence.flaky == .pass else { return (.flaky, tests + silent) }
      let alone = "its settings let only flaky tests pass that passed repeated alone"
      let why = evidence.letsFlakyPass ? "its settings let flaky tests pass" : alone
      return (.flaky, "\(tests); \(why)\(silent)")
    }
    let analyzer = evidence.analyzer ?? []
    let found = count("analyzer warning", analyzer, loud: evidence.loud(analyzer, .analyzerWarning))
    if found.isLoud { return (.analyzerWarnings, tests + found.words + silent) }
    let warnings = evidence.diagnostics.filter { $0.severity == .warning }
    let told = count("warning", warnings, loud: evidence.loud(warnings, .warning))
    if evidence.isCut, !told.isLoud {
      let lost = "More warnings were told than are kept, and whether any of the others holds `--clean` tells"
      return (.inconclusive, "\(lost); \(tests)\(told.words)")
    }
    return (
      told.isLoud ? .warnings : .succeeded,
      tests + (told.isLoud || found.words.isEmpty ? told.words : found.words) + silent
    )
  }

  /// ", with 3 warnings at 5 places, 2 of them silenced".
  private static func count(
    _ what: String, _ all: [Diagnostic], loud: [Diagnostic]
  ) -> (isLoud: Bool, words: String) {
    guard !all.isEmpty else { return (false, "") }
    let quiet = Sentence.silenced(all.issueCount - loud.issueCount, of: all.issueCount)
    let places = all.placeCount.map { " at \(Figures.count($0, "place"))" } ?? ""
    return (!loud.isEmpty, ", with \(Figures.count(all.issueCount, what))\(places)\(quiet)")
  }

  private static func inconclusive(_ evidence: Judgement.Evidence) -> String? {
    var reasons: [String] = []
    if let limit = evidence.limitReached { reasons.append(limit) }
    reasons += evidence.silences + evidence.untold
    if evidence.testsRequested, evidence.untold.isEmpty, let missing = missingTests(evidence) {
      reasons.append(missing)
    }
    let isKnown = !evidence.tests.cases.contains { $0.target.isEmpty }
    reasons += silentTargets(evidence).map {
      isKnown
        ? "no test of \($0) ran, though it had tests before"
        : "whether a test of \($0) ran is not known, as tests of unknown targets did"
    }
    if let specs = unlistedSpecs(evidence) { reasons.append(specs) }
    reasons += evidence.allDoubts
    guard let first = reasons.first else { return nil }
    return ([first.capitalizedFirst] + reasons.dropFirst()).joined(separator: "; ")
  }

  /// A green says nothing of a test target whose tests are not seen any more. Red says enough.
  private static func silentTargets(_ evidence: Judgement.Evidence) -> [String] {
    let tests = evidence.tests
    guard evidence.isOfWholeBot, evidence.failureCount == 0, tests.ranCount > 0 else { return [] }
    // Whoever skips a test means it, but nobody meant those whose bodies nothing called.
    let idle = Set(tests.didNotRun.filter { $0.kind == .idle }.map(\.target))
    let ran = Set(
      tests.cases.filter { $0.outcome != .notRun && !($0.outcome == .skipped && idle.contains($0.target)) }
        .map(\.target))
    let there = Set((evidence.package?.targets ?? []).filter(\.isTest).map(\.c99name))
    return (evidence.baseline?.testedTargets ?? []).filter { there.contains($0) && !ran.contains($0) }
  }

  /// They are built like the others, and nothing else tells that they never run.
  private static func unlistedSpecs(_ evidence: Judgement.Evidence) -> String? {
    guard evidence.failureCount == 0 else { return nil }
    let names = evidence.tests.didNotRun.filter { $0.kind == .noEntry }.map(\.name)
    guard let first = names.first else { return nil }
    if names.count == 1 { return "no entry file lists the Quick spec \(first), so that nothing of it ran" }
    let shown = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and others" : "")
    return
      "no entry file lists \(Figures.grouped(names.count)) Quick specs, so that nothing of them ran: \(shown)"
  }

  private static func missingTests(_ evidence: Judgement.Evidence) -> String? {
    let tests = evidence.tests
    let announced = tests.cases.count
    let ran = tests.ranCount
    let isSilent = !evidence.silences.isEmpty
    if announced == 0 {
      if isSilent { return nil }
      if evidence.limitReached != nil { return "no test ran" }
      guard let selection = evidence.selection else { return "there was no test to run" }
      return noMatch(selection, near: evidence.nearTests)
    }
    if ran == 0 { return "none of \(Figures.count(announced, "test")) ran" }
    if ran == tests.count(.skipped) {
      return "no test ran: \(Sentence.allSkipped(ran))\(Sentence.idleBodies(tests))"
    }
    guard ran < announced else { return nil }
    // Nobody announced those that are known from before.
    return "\(Figures.grouped(ran)) of \(Figures.count(announced, isSilent ? "test" : "announced test")) ran"
  }

  private static func noMatch(_ selection: TestSelection, near: [String]) -> String {
    func list(_ patterns: [String], _ word: String) -> String {
      patterns.map { "`\($0)`" }.joined(separator: " \(word) ")
    }
    let skipped = "is left without \(list(selection.skips, "and"))"
    if selection.filters.isEmpty { return "no test \(skipped)" }
    let filters = "no test matches \(list(selection.filters, "or"))"
    if !selection.skips.isEmpty { return "\(filters), or none \(skipped)" }
    return near.isEmpty ? filters : "\(filters); near: \(near.joined(separator: ", "))"
  }
}
