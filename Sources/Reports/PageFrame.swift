import Model
import Templates

/// What every page of an integration shows around its own content.
struct PageFrame {
  let material: SiteMaterial
  let address: Address
  let assets: [String: String]

  enum Section: CaseIterable {
    case overview, tests, coverage, issues, commits, log

    var page: String {
      switch self {
      case .overview: "index.html"
      case .tests: "tests.html"
      case .coverage: "coverage.html"
      case .issues: "issues.html"
      case .commits: "commits.html"
      case .log: "log.html"
      }
    }

    var label: String {
      switch self {
      case .overview: "Overview"
      case .tests: "Tests"
      case .coverage: "Coverage"
      case .issues: "Issues"
      case .commits: "Commits"
      case .log: "Log"
      }
    }
  }

  func values(title: String, section: Section, isSection: Bool = true) -> [String: TemplateValue] {
    let report = material.report
    return [
      "title": .line(title, most: 160),
      "bot": .line(material.input.botName, most: 200),
      "number": .text("\(report.integration)"),
      "up": .text(address.up),
      "above": material.input.standsAlone
        ? .null
        : .object([
          "botPage": .text(address.up + "../index.html"), "all": .text(address.up + "../../../index.html"),
        ]),
      "stylesheet": .text(address.up + (assets["bothy.css"] ?? "assets/bothy.css")),
      "script": .text(address.up + (assets["bothy.js"] ?? "assets/bothy.js")),
      "status": Status.of(report.result).value,
      "branch": report.commit?.branch.map { .line($0.rawValue, most: 200) } ?? .null,
      "commit": report.commit.map { .text($0.id.short) } ?? .null,
      "changes": .bool(report.commit?.changes ?? false),
      "commitsPage": .text(address.link("commits.html")),
      "when": .text(Figures.moment(report.started)),
      "whenISO": .text(Figures.isoText(report.started)),
      "nav": .list(
        Section.allCases.map { item in
          .object([
            "href": .text(address.link(item.page)), "label": .text(item.label),
            "count": .optional(count(of: item)), "isCurrent": .bool(item == section && isSection),
            "isParent": .bool(item == section && !isSection),
          ])
        }),
    ]
  }

  private func count(of section: Section) -> String? {
    let report = material.report
    switch section {
    case .overview, .log: return nil
    case .tests: return Sentence.grouped(report.tests.cases.count)
    case .coverage: return report.coverage.map { Sentence.grouped($0.lines.notExecuted) + " not run" }
    case .issues: return Sentence.grouped(report.issues.open.count)
    case .commits: return Sentence.grouped(report.commits.count)
    }
  }
}
