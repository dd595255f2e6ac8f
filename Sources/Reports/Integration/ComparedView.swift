import Model
import Templates
import Words

/// Against what an integration is told, each of these once, with all that is told against it.
struct ComparedView: PagePart {
  let frame: PageFrame

  private static let mostSuites = 3

  struct Line: Equatable {
    /// Of the base branch; absent where it is the integration's own.
    var branch: BranchName?
    /// Absent where only a commit is known.
    var integration: IntegrationNumber?
    var commit: CommitID?
    /// That integration was of a working tree, and its commit alone is what is compared with.
    var isOfCommit = false
    /// It has this integration's commit, and what came later.
    var isLater = false
    var parts: [Part]

    struct Part: Equatable {
      var text: String
      var href: String?
    }

    fileprivate func isAgainst(_ other: Line) -> Bool {
      integration != nil && integration == other.integration && isOfCommit == other.isOfCommit
    }
  }

  /// The base first, if there is one; what is told against one integration stands in one line.
  var lines: [Line] {
    var lines: [Line] = []
    for line in [base, tests, changed].compactMap({ $0 }) {
      guard let place = lines.firstIndex(where: line.isAgainst) else {
        lines.append(line)
        continue
      }
      lines[place].commit = lines[place].commit ?? line.commit
      let isFirst = lines[place].parts.isEmpty
      lines[place].parts += (isFirst ? [] : [Line.Part(text: "; ")]) + line.parts
    }
    return lines
  }

  var value: TemplateValue {
    .some(
      lines.map { line in
        let page = line.integration.flatMap { number in
          material.input.earlier.pages.contains(number) ? "../\(number.value)/index.html" : nil
        }
        return .object([
          "branch": line.branch.map { .line($0.rawValue, most: 200) } ?? .null,
          "number": .optional(line.integration.map { "\($0)" }), "href": .optional(page),
          "commit": .optional(line.commit?.short), "isOfCommit": .bool(line.isOfCommit),
          "isLater": .bool(line.isLater),
          "link": .optional(CommitLink.of(line.commit, in: material.input.link)),
          "parts": .list(line.parts.map { .link($0.text, $0.href) }),
        ])
      })
  }

  private var base: Line? {
    guard let base = report.comparedWith?.base else { return nil }
    // Which tests came and went is told in full where it is told against the same.
    let words = Sentence.base(report, withTests: tests?.integration != base.integration)
    return Line(
      branch: base.branch, integration: base.integration, commit: base.commit,
      parts: words.map { [Line.Part(text: $0)] } ?? [])
  }

  /// Which tests came and went.
  private var tests: Line? {
    guard let changes = report.comparedWith?.tests, !changes.counts.isEmpty else { return nil }
    let suites = changes.suites.prefix(Self.mostSuites).map { "; " + $0.words }.joined()
    return Line(
      integration: changes.integration, isLater: report.isBeforeCompared,
      parts: [Line.Part(text: changes.countsOfTests + report.restOfTestChanges, href: "tests.html#came")]
        + (suites.isEmpty ? [] : [Line.Part(text: Shown.line(suites, most: 400))]))
  }

  /// Only when measured lines changed.
  private var changed: Line? {
    guard let since = report.changes?.since else { return nil }
    let parts = ChangedView(frame: frame).short
    guard !parts.isEmpty else { return nil }
    return Line(
      integration: since.integration, commit: since.commit,
      isOfCommit: since.integration == nil || since.hadChanges == true,
      isLater: report.isBeforeCompared, parts: parts)
  }
}
