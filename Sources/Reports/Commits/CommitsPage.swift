import Model
import Templates
import Words

/// `commits.html`: what came since the integration before.
struct CommitsPage: PagePart {
  let frame: PageFrame

  func values() -> [String: TemplateValue] {
    var values = frame.values(section: .commits)
    let skipped = report.commits.count { $0.skipped }
    let passedOver = skipped == 0 ? "" : ", \(Figures.grouped(skipped)) of them passed over"
    let since = report.comparedWith.map { " since \($0.integration)" } ?? ""
    // Outside of git, and before a first commit.
    let isWithout = report.commit == nil && report.changes != nil
    let none = isWithout ? "There is no commit to name." : "No commit is new\(since)."
    values["sentence"] = .text(
      report.commits.isEmpty
        ? none
        : Figures.count(report.commits.count, "commit") + since + passedOver + ".")
    values["list"] = .some(report.commits.map(value))
    values["integrated"] = report.commit.map(value) ?? .null
    return values
  }

  func value(_ commit: Commit) -> TemplateValue {
    .object([
      "link": .optional(CommitLink.of(commit.id, in: material.input.link)),
      "id": .text(commit.id.short), "whole": .text(commit.id.rawValue),
      "subject": .line(commit.subject, most: 2000), "author": .line(commit.author, most: 500),
      "email": .line(commit.email, most: 500), "when": .text(Moment.minute(commit.date)),
      "whenISO": .text(Moment.iso(commit.date)),
      "branch": .optional(commit.branch.map { Shown.line($0.rawValue) }),
      "isSkipped": .bool(commit.skipped), "hasChanges": .bool(commit.changes),
    ])
  }
}
