import Model
import Templates
import Words

/// `commits.html`: what came since the integration before.
struct CommitsPage: PagePart {
  let frame: PageFrame

  func values() -> [String: TemplateValue] {
    var values = frame.values(section: .commits)
    let since = report.comparedWith.map { " since \($0.integration)" } ?? ""
    // Outside of git, and before a first commit.
    let isWithout = report.commit == nil && report.changes != nil
    let none = isWithout ? "There is no commit to name." : "No commit is new\(since)."
    values["sentence"] = .text(
      report.commits.isEmpty
        ? none
        : Figures.count(report.commits.count, "commit") + since + report.othersWords + "." + searched)
    // The integrated one is new, or was integrated before.
    let integrated = report.commit.map { commit in
      var commit = commit
      let listed = report.commits.first { $0.id == commit.id }
      (commit.body, commit.changed) = (listed?.body ?? commit.body, listed?.changed ?? commit.changed)
      return [whole(commit, isIntegrated: true)]
    }
    values["list"] = .some((integrated ?? []) + report.otherCommits.map { whole($0) })
    let changed = report.comparedWith?.dependencies ?? []
    values["dependencies"] =
      changed.isEmpty
      ? .null
      : .object([
        "since": .text(report.comparedWith.map { "\($0.integration)" } ?? ""),
        "list": .list(changed.prefix(Self.mostDependencies).map { .line($0.words, most: 400) }),
        "left": .more(changed.count - Self.mostDependencies, "more"),
      ])
    values["changesPage"] = material.input.changes.isEmpty ? .null : .text(address.link("changes.html"))
    return values
  }

  private static let mostSearched = 12
  private static let mostDependencies = 50

  private func whole(_ commit: Commit, isIntegrated: Bool = false) -> TemplateValue {
    var fields = fields(commit)
    fields["isIntegrated"] = .bool(isIntegrated)
    fields["body"] = commit.body.map { .lines($0, most: 8000) } ?? .null
    fields["changed"] = commit.changed.map(changed) ?? .null
    return .object(fields)
  }

  private func changed(_ changed: ChangedFiles) -> TemplateValue {
    let isWhole = changed.files.count == changed.count
    let words =
      "\(Figures.count(changed.count, "file"))"
      + (isWhole ? ", \(Self.words(changed.added, changed.removed))" : "")
      + (changed.isMerge == true ? ", besides what it merged" : "")
    return .object([
      "words": .text(words), "left": .more(changed.count - changed.files.count, "more file"),
      "list": .list(
        changed.files.map { file in
          .object([
            "path": .line(file.path, most: 1000),
            "from": .optional(file.from.map { Shown.line($0, most: 1000) }),
            "kind": .text(file.kind.rawValue),
            "words": .text(file.isBinary ? "binary" : Self.words(file.added, file.removed)),
          ])
        }),
    ])
  }

  /// What was passed over may have been integrated later, to find what broke a test.
  private var searched: String {
    let numbers = Set(report.issues.culprits.values.flatMap(\.integrations)).sorted()
    guard !numbers.isEmpty else { return "" }
    let list = numbers.prefix(Self.mostSearched).map { "\($0)" }.joined(separator: ", ")
    return " To find which of them broke a test, some were integrated since: \(list)."
  }

  /// "+12 −4".
  static func words(_ added: Int, _ removed: Int) -> String {
    "+\(Figures.grouped(added)) −\(Figures.grouped(removed))"
  }

  func value(_ commit: Commit) -> TemplateValue { .object(fields(commit)) }

  private func fields(_ commit: Commit) -> [String: TemplateValue] {
    [
      "link": .optional(CommitLink.of(commit.id, in: material.input.link)),
      "id": .text(commit.id.short), "whole": .text(commit.id.rawValue),
      "subject": .line(commit.subject, most: 2000), "author": .line(commit.author, most: 500),
      "email": .line(commit.email, most: 500), "when": .text(Moment.minute(commit.date)),
      "whenISO": .text(Moment.iso(commit.date)),
      "branch": .optional(commit.branch.map { Shown.line($0.rawValue) }),
      "isSkipped": .bool(commit.skipped),
      "integratedAs": commit.integratedAs.map { .text("\($0)") } ?? .null,
      "hasChanges": .bool(commit.changes),
    ]
  }
}
