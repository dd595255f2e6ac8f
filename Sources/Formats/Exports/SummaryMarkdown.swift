import Coverage
public import Model
import Words

/// summary.md: an integration in under 60 lines, to paste where people talk about the change. GitHub, GitLab
/// and Gitea render it alike, whatever is in the texts of others.
public enum SummaryMarkdown {
  public static func encode(_ report: Report) -> [UInt8] { Array(text(report).utf8) }

  public static func text(_ report: Report) -> String {
    let summary = Summary(report: report)
    let sections = [summary.head] + summary.sections.filter { !$0.isEmpty }
    return sections.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }
}

private struct Summary {
  let report: Report

  private static let mostErrors = 4
  private static let mostNew = 5
  private static let mostBack = 3
  private static let mostWarnings = 3
  private static let mostNames = 5
  private static let mostFiles = 6
  private static let mostRanges = 8

  var head: [String] {
    let name = MarkdownText.code("\(report.bot)\(report.integration)")
    var lines = [
      "### \(report.result.glyph.rawValue) \(report.result.word): \(name)", "",
      MarkdownText.sentence(Sentence.whole(report)),
    ]
    if let commit = report.commit {
      let branch = commit.branch.map { " on \(MarkdownText.code($0.rawValue, most: 100))" } ?? ""
      let changes = commit.changes ? ", with changes not committed" : ""
      let subject = commit.subject.isEmpty ? "" : " \(MarkdownText.code(commit.subject, most: 100))"
      lines += ["", "At \(commit.id.short)\(subject)\(branch)\(changes)."]
    }
    return lines
  }

  var sections: [[String]] {
    let issues = report.issues
    let errors = issues.open.filter { $0.kind.isBuildError && $0.seen }
    let (new, back) = (failures(issues.new), failures(issues.cameBack))
    let isFirst = report.comparedWith == nil
    return [
      list(
        "Build errors", errors, most: Self.mostErrors, more: "more error",
        line: { entry(nil, $0.messageWithLines, $0.file, $0.line, suspected($0)) }),
      list(
        isFirst ? "Failures" : "New failures", new, most: Self.mostNew, more: "more test", line: failure),
      list("Came back", back, most: Self.mostBack, more: "more test", line: failure),
      names("Also came back", issues.cameBack.filter { $0.kind != .testFailure }),
      names("From another branch", failures(issues.cameAlong)),
      names("As in \(issues.asBefore.first?.asIn ?? 0)", failures(issues.asBefore)),
      names("Still failing", failures(issues.stillThere)),
      names("Failing as on \(base)", failures(issues.knownOnBase.filter(\.seen))),
      names("Flaky", issues.flaky.filter(\.seen)),
      names("Silenced", issues.silenced.filter(\.seen)),
      names("Resolved", issues.resolved.filter { !$0.testIsGone }),
      names("Their tests are gone", issues.resolved.filter(\.testIsGone)), gone,
      unexecuted, archive,
      list(
        isFirst ? "Warnings" : "New warnings",
        issues.new.filter { $0.kind == .warning || $0.kind == .analyzerWarning },
        most: Self.mostWarnings, more: "more warning",
        line: { entry(nil, $0.messageWithLines, $0.file, $0.line) }),
    ]
  }

  private var base: String {
    MarkdownText.code(report.issues.knownOnBase.first?.knownOn?.rawValue ?? "", most: 100)
  }

  private func failures(_ issues: [Issue]) -> [Issue] { issues.filter { $0.kind == .testFailure } }

  // MARK: - Tests

  private func failure(_ issue: Issue) -> [String] {
    let test = report.tests.cases.first { $0.id == issue.test }
    let told = test?.failures.first { !$0.isKnown }
    let outcome = test?.outcome ?? .failed
    let mark = "\(outcome.glyph.rawValue) \(outcome.word) \(MarkdownText.code(issue.test?.rawValue ?? ""))"
    let crash = test?.crash
    // What ended it is what its word says.
    let end = outcome == .crashed ? crash : nil
    let hung = test?.hungIn.map { "; it hung in \($0)" } ?? ""
    let words = end?.file != nil ? end?.placeWords : told?.file != nil ? told?.placeWords : crash?.placeWords
    let culprit = issue.culprit.map { "; " + MarkdownText.sentence($0.sentence) } ?? suspected(issue)
    return entry(
      mark, (end?.message ?? told?.inShort ?? crash?.message ?? issue.message) + hung,
      end?.file ?? told?.file ?? crash?.file ?? issue.file,
      end?.file != nil ? end?.line : told?.file == nil ? crash?.line ?? issue.line : told?.line,
      (words ?? "") + (test?.moreFailures ?? "") + culprit)
  }

  /// Behind its place: whose may have done it.
  private func suspected(_ issue: Issue) -> String {
    let words = Suspicion.sentence(of: issue, in: report).map(\.uncapitalizedFirst)
    return words.map { "; " + MarkdownText.sentence($0) } ?? ""
  }

  /// What it is and where, then in a line of its own what was said.
  private func entry(
    _ mark: String?, _ message: String, _ file: PackagePath?, _ line: Int?, _ words: String = ""
  ) -> [String] {
    let place = file.map { MarkdownText.code($0.rawValue + (line.map { ":\($0)" } ?? "")) + words }
    let head = [mark, place].compactMap { $0 }.joined(separator: " at ") + (place == nil ? words : "")
    let said = MarkdownText.code(Shown.withoutColors(String(message.prefix(2000))))
    return head.isEmpty ? ["- " + said] : ["- " + head, "  " + said]
  }

  private func list(
    _ title: String, _ issues: [Issue], most: Int, more: String, line: (Issue) -> [String]
  ) -> [String] {
    guard !issues.isEmpty else { return [] }
    let left = issues.count - most
    return ["**\(title): \(Figures.grouped(issues.count))**", ""] + issues.prefix(most).flatMap(line)
      + (left > 0 ? ["- \(Figures.count(left, more))"] : [])
  }

  private func names(_ title: String, _ issues: [Issue]) -> [String] {
    guard !issues.isEmpty else { return [] }
    let told = Self.told(issues)
    let named = told.prefix(Self.mostNames).map { issue in
      let reason = issue.seen ? issue.silence?.reason : nil
      let name = MarkdownText.code(issue.test?.rawValue ?? issue.message, most: 120)
      let flaky = issue.kind != .flaky && report.issues.isFlakyNow(issue) ? ", flaky now" : ""
      return name + flaky + (reason.map { ": " + MarkdownText.code($0, most: 120) } ?? "")
    }
    let left = told.count - named.count
    let more = left > 0 ? ["\(Figures.grouped(left)) more"] : []
    return ["**\(title): \(Figures.grouped(issues.count))** (\((named + more).joined(separator: ", ")))"]
  }

  /// What happened to a test in two ways is two issues, and one name.
  private static func told(_ issues: [Issue]) -> [Issue] {
    var known: Set<String> = []
    return issues.filter { known.insert($0.test?.rawValue ?? $0.message).inserted }
  }

  /// Tests that were there, and what became of them where they still stand in the sources.
  private var gone: [String] {
    guard let changes = report.comparedWith?.tests, !changes.gone.isEmpty else { return [] }
    let unrun = report.tests.unrun
    let told = changes.gone.prefix(Self.mostNames).map { test in
      let left = unrun.first { $0.stands(for: test) }
      return MarkdownText.code(test.rawValue, most: 120) + (left.map { ": \($0.kind.word)" } ?? "")
    }
    let left = changes.gone.count - told.count
    let more = left > 0 ? ["\(Figures.grouped(left)) more"] : []
    let words = (told + more).joined(separator: ", ")
    let since = MarkdownText.code("\(changes.integration)")
    return ["**Tests gone since \(since): \(Figures.grouped(changes.gone.count))** (\(words))"]
  }

  private var archive: [String] {
    let words = report.archiveWords
    return words.isEmpty ? [] : ["**Archive:** \(MarkdownText.code(words, most: 300))"]
  }

  // MARK: - Lines

  /// What changed here and did not run.
  private var unexecuted: [String] {
    guard report.limited?.tests == nil, let changes = report.changes, let since = changes.since?.words,
      let coverage = report.coverage
    else { return [] }
    let found = ChangedCoverage.of(changes, coverage)
    guard found.touchesMeasured else { return [] }
    let missed = found.files.filter { !$0.missed.isEmpty }
    guard !missed.isEmpty else {
      let partly = found.partialCount
      var but = partly == 0 ? "" : ", \(Figures.grouped(partly)) of them only in part"
      but += coverage.bound.ofNoneMissed + RequiredLines.words(uncertain: found.uncertain, coverage.bound)
      return ["**Every \(found.lineWords) that changed since \(since) and can be executed ran\(but).**"]
    }
    let left = missed.count - Self.mostFiles
    let bound = coverage.bound.ofMissed.map { "\($0) " } ?? ""
    let count = bound + Figures.grouped(found.missedCount)
    let partly = found.partialCount
    let part = partly > 0 ? "; \(Figures.grouped(partly)) ran only in part" : ""
    return ["**Changed lines since \(since) that did not run: \(count)\(part)**", ""]
      + missed.prefix(Self.mostFiles).map { file in
        let ranges = file.missed.prefix(Self.mostRanges).map { range in
          range[0] == range[1] ? "\(range[0])" : "\(range[0])–\(range[1])"
        }
        let more = file.missed.count > Self.mostRanges ? ", …" : ""
        let word = file.missedCount == 1 ? "line" : "lines"
        return "- \(MarkdownText.code(file.path.rawValue)) \(word) \(ranges.joined(separator: ", "))\(more)"
      } + (left > 0 ? ["- \(Figures.count(left, "more file"))"] : [])
  }
}
