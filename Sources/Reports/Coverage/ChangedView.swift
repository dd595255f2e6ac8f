import Coverage
import Model
import Templates
import Words

/// What this integration's own changes did and did not run, as the pages tell it.
struct ChangedView: PagePart {
  let frame: PageFrame
  private let changes: Changes?
  private let found: ChangedCoverage?
  /// "since #41 (33333333)"; of an older commit "against the later #42 (44444444)".
  let since: String

  private static let mostFiles = 200
  private static let mostRanges = 40

  init(frame: PageFrame) {
    self.frame = frame
    changes = frame.material.report.changes
    // Of what was not asked for nothing is said.
    found = frame.material.report.limited?.tests == nil ? frame.material.changedCoverage : nil
    let lead = frame.material.report.isBeforeCompared ? "against the later" : "since"
    since = changes.map { Self.since($0, lead) } ?? ""
  }

  /// The same against the base of its branch; nil where there is none.
  init?(ofBase frame: PageFrame) {
    guard let (base, lines, note) = frame.material.input.changesBase else { return nil }
    self.frame = frame
    let since = Changes.Since(integration: base.integration, commit: base.commit)
    let changes = Changes(since: since, files: lines, note: note)
    self.changes = changes
    let coverage = frame.material.report.limited?.tests == nil ? frame.material.report.coverage : nil
    found = coverage.map { ChangedCoverage.of(changes, $0) }
    self.since =
      "against \(Shown.line(base.branch.rawValue, most: 120)) at \(base.commit.short) (\(base.integration))"
  }

  /// For the first page, which tells since when: only when measured lines changed.
  var short: [ComparedView.Line.Part] {
    guard let found, found.touchesMeasured else { return [] }
    if found.missedCount + found.partialCount == 0 {
      return [
        ComparedView.Line.Part(
          text: (found.leavesOut ? "every counted line that changed and" : "every changed line that")
            + " can be executed ran" + known(found))
      ]
    }
    return parts(found)
  }

  /// The same as a sentence of its own.
  var told: TemplateValue {
    guard let found, found.touchesMeasured else { return .null }
    return .object(["parts": .list(sentenceParts(found).map { .link($0.text, $0.href) })])
  }

  /// For the page of coverage: with the reason when there is nothing to tell.
  var whole: TemplateValue {
    guard let changes else { return .null }
    let sentence: TemplateValue
    if let found, found.touchesMeasured {
      sentence = .list(sentenceParts(found).map { .link($0.text, $0.href) })
    } else if found == nil || changes.since == nil || (changes.files.isEmpty && changes.note != nil) {
      sentence = .list([])
    } else {
      sentence = .list([.link("No line that is measured is new or different \(since).")])
    }
    let files = found?.files ?? []
    return .object([
      "sentence": sentence, "note": .optional(note), "files": .some(files.prefix(Self.mostFiles).map(file)),
      "left": .more(files.count - Self.mostFiles, "more file"),
    ])
  }

  private static func since(_ changes: Changes, _ lead: String) -> String {
    guard let since = changes.since else { return "" }
    let commit = since.commit.short
    let ofCommit = (lead == "since" ? "since the" : lead) + " commit"
    guard let integration = since.integration else { return "\(ofCommit) \(commit)" }
    return since.hadChanges == true
      ? "\(ofCommit) of \(integration) (\(commit))" : "\(lead) \(integration) (\(commit))"
  }

  /// What did not run of them did not run for the compiler alone.
  func withoutCode(in path: PackagePath) -> [[Int]] {
    changes?.files.first { $0.path == path }?.withoutCode ?? []
  }

  /// With new or different lines, of which git lists none; where all was compared.
  func unlisted(besides shown: [FileChange]) -> [PackagePath] {
    guard let changes, changes.note == nil else { return [] }
    let listed = Set(shown.compactMap(\.path))
    return changes.files.filter { !$0.lines.isEmpty && !listed.contains($0.path) }.map(\.path)
  }

  func missed(in path: PackagePath) -> ChangedCoverage.File? { found?.files.first { $0.path == path } }

  /// What must be known to understand which lines count as changed.
  var note: String? {
    let found = changes?.note.map { [Shown.line($0)] } ?? []
    guard let since = changes?.since, since.hadChanges == true, let integration = since.integration else {
      return found.first
    }
    let told =
      "\(integration) was of a working tree with changes not committed, which are not kept: "
      + "the comparison is with its commit."
    return (found + [told]).joined(separator: " ")
  }

  private func sentenceParts(_ found: ChangedCoverage) -> [ComparedView.Line.Part] {
    if found.missedCount + found.partialCount == 0 {
      let words = "Every \(found.lineWords) that changed \(since) and can be executed ran"
      return [ComparedView.Line.Part(text: words + known(found) + ".")]
    }
    var told = parts(found)
    told[0].text = told[0].text.capitalizedFirst
    return told + [ComparedView.Line.Part(text: ", \(since).")]
  }

  private func known(_ found: ChangedCoverage) -> String {
    bound.ofNoneMissed + RequiredLines.words(uncertain: found.uncertain, bound)
  }

  private var bound: CoverageReport.Bound { frame.material.report.coverage?.bound ?? .exact }

  /// "2 changed lines did not run and 1 ran only in part".
  private func parts(_ found: ChangedCoverage) -> [ComparedView.Line.Part] {
    func link(_ line: (ChangedCoverage.File) -> Int?) -> String? {
      found.files.compactMap { file in line(file).flatMap { source(file.path, line: $0) } }.first
    }
    let (first, firstPartial) = (link { $0.missed.first?.first }, link { $0.partial.first })
    let (missed, partial) = (found.missedCount, found.partialCount)
    let partly = missed == 0 ? Figures.count(partial, "changed line") : Figures.grouped(partial)
    let ofMissed = [(RequiredLines.words(missed, bound), first), (" did not run", nil)]
    let ofPartial = [(partly, firstPartial), (" ran only in part", nil)]
    let parts =
      (missed == 0 ? [] : ofMissed) + (missed == 0 || partial == 0 ? [] : [(" and ", nil)])
      + (partial == 0 ? [] : ofPartial)
    return parts.map { ComparedView.Line.Part(text: $0.0, href: $0.1) }
  }

  private func file(_ file: ChangedCoverage.File) -> TemplateValue {
    .object([
      "path": .line(file.path.rawValue), "href": .optional(source(file.path, line: file.first)),
      "missed": .count(file.missedCount), "hasMissed": .bool(file.missedCount > 0),
      "ranges": .some(file.missed.prefix(Self.mostRanges).map { range($0, in: file.path) }),
      "rangesLeft": .bool(file.missed.count > Self.mostRanges),
      "partial": .some(file.partial.prefix(Self.mostRanges).map { range([$0, $0], in: file.path) }),
      "partialLeft": .bool(file.partial.count > Self.mostRanges),
    ])
  }

  private func range(_ lines: [Int], in path: PackagePath) -> TemplateValue {
    .link(Self.text(lines), source(path, line: lines.first))
  }

  /// For the page of a source file; nil where nothing of it changed.
  func here(_ path: PackagePath) -> TemplateValue {
    guard let file = material.changed[path], !file.lines.isEmpty else { return .null }
    let found = found?.files.first { $0.path == path }
    func ranges(_ lines: [[Int]]) -> TemplateValue {
      .some(lines.prefix(Self.mostRanges).map { .link(Self.text($0), "#L\($0.first ?? 1)") })
    }
    return .object([
      "missed": ranges(found?.missed ?? []), "partial": ranges((found?.partial ?? []).map { [$0, $0] }),
      "lines": .text(
        Figures.count(file.lines.reduce(0) { $0 + ($1.last ?? 0) - ($1.first ?? 0) + 1 }, "line")),
      "first": .text("#L\(file.lines.first?.first ?? 1)"),
    ])
  }

  static func text(_ lines: [Int]) -> String {
    guard let first = lines.first, let last = lines.last else { return "" }
    return first == last ? "\(first)" : "\(first)–\(last)"
  }
}
