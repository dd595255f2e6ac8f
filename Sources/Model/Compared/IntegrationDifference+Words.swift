import Words

extension IntegrationDifference {
  /// "1 test newly failing, 2 fixed, 3 more tests; 12 fewer lines did not run; 1 warning came". Empty where
  /// nothing differs but the commits and the time.
  public var counts: [String] {
    [outcomes, comings, lines, findings].compactMap { $0 } + built
  }

  /// The whole in a sentence.
  public var sentence: String {
    if isNone, counts.isEmpty { return "Nothing differs but \(rest)." }
    guard !counts.isEmpty else { return "No test, issue or line is known to differ." }
    return counts.joined(separator: "; ").capitalizedFirst.ended
  }

  /// What always differs.
  private var rest: String {
    let time = durations.isNone ? "how long it took" : "how long some of it took"
    let isOfNone = before.report.commit == nil && now.report.commit == nil
    return commits == .same || isOfNone ? time : "the commit and \(time)"
  }

  private var outcomes: String? {
    guard let tests else { return nil }
    let told: [(TestDifference.Kind, String)] = [
      (.newlyFailing, "newly failing"), (.fixed, "fixed"), (.failsOtherwise, "failing otherwise"),
      (.newlyFlaky, "newly flaky"), (.newlySkipped, "newly skipped"), (.newlyNotRun, "that did not run"),
      (.ranAgain, "that ran again"), (.otherwise, "with another outcome"),
    ]
    return Self.enumerated(told.map { (tests.of($0.0).count, $0.1) }, "test")
  }

  private var comings: String? {
    guard let tests else { return nil }
    let renamed = tests.renamed.count { $0.how == .renamed }
    return Self.enumerated(
      [
        (tests.added.count, "added"), (tests.gone.count, "gone"), (renamed, "renamed"),
        (tests.renamedCount - renamed, "moved"),
      ], "test")
  }

  private var findings: String? {
    let came = Self.byKind(issues.came).map { "\($0) came" }
    let went = Self.byKind(issues.went).map { "\($0) went" }
    return came.isEmpty && went.isEmpty ? nil : (came + went).joined(separator: ", ")
  }

  private var lines: String? {
    guard let coverage, !coverage.isNone else { return nil }
    let files = Figures.count(coverage.files.count, "file")
    guard let more = coverage.more else { return "the coverage of \(files) differs" }
    if more == 0 {
      return "the coverage of \(files) differs, as many lines did not run"
    }
    return "\(Figures.count(abs(more), more > 0 ? "more line" : "fewer line")) did not run"
  }

  private var built: [String] {
    [
      isOtherToolchain ? "another toolchain" : nil,
      before.report.configuration == now.report.configuration ? nil : "another configuration",
      (settings ?? []).isEmpty ? nil : Figures.count(settings?.count ?? 0, "other setting"),
      (dependencies ?? []).isEmpty
        ? nil : Figures.count(dependencies?.count ?? 0, "other dependency", "other dependencies"),
    ].compactMap { $0 }
  }

  private static func enumerated(_ counts: [(Int, String)], _ noun: String) -> String? {
    let told = counts.filter { $0.0 > 0 }
    guard !told.isEmpty else { return nil }
    return told.enumerated().map { place, one in
      (place == 0 ? Figures.count(one.0, noun) : Figures.grouped(one.0)) + " " + one.1
    }.joined(separator: ", ")
  }

  private static func byKind(_ issues: [Issue]) -> [String] {
    Issue.Kind.allCases.compactMap { kind in
      let count = issues.count { $0.kind == kind }
      return count == 0 ? nil : Figures.count(count, kind.word)
    }
  }
}

extension CommitRelation {
  /// How the commit of `now` stands to that of `before`: "3 commits later".
  public func words(_ before: String, _ now: String) -> String {
    switch self {
    case .same: "the same commit"
    case .later(let count): "\(Figures.count(count, "commit")) later"
    case .earlier(let count): "\(Figures.count(count, "commit")) earlier"
    case .diverged(let own, let others):
      "they have parted: \(Figures.count(own, "commit")) only in \(now), "
        + "\(Figures.grouped(others)) only in \(before)"
    }
  }
}

extension TestDifference.Kind {
  /// For a heading.
  public var title: String {
    switch self {
    case .newlyFailing: "Newly failing"
    case .fixed: "Fixed"
    case .failsOtherwise: "Failing otherwise"
    case .newlyFlaky: "Newly flaky"
    case .newlySkipped: "Newly skipped"
    case .newlyNotRun: "Did not run any more"
    case .ranAgain: "Ran again"
    case .otherwise: "Another outcome"
    }
  }
}
