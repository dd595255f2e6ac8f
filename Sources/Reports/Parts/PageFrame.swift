import Model
import Templates
import Words

/// What every page of an integration shows around its own content.
struct PageFrame: Sendable {
  let material: SiteMaterial
  let address: Address
  let assets: [String: String]

  enum Section: String, CaseIterable {
    case overview, tests, coverage, issues, commits, log

    var page: String { self == .overview ? "index.html" : "\(rawValue).html" }
    var label: String { rawValue.capitalizedFirst }
  }

  func values(title: String, section: Section) -> [String: TemplateValue] {
    let report = material.report
    var values = lastingValues(title: title)
    values["number"] = .text("\(report.integration)")
    values["status"] = Status.of(report.result).value
    values["icon"] = .text(PageIcon(status: .of(report.result)).address)
    values["branch"] = report.commit?.branch.map { .line($0.rawValue, most: 200) } ?? .null
    values["commit"] = report.commit.map { .text($0.id.short) } ?? .null
    values["changes"] = .bool(report.commit?.changes ?? false)
    values["commitsPage"] = .text(address.link("commits.html"))
    values["when"] = .text(Moment.minute(report.started))
    values["whenISO"] = .text(Moment.iso(report.started))
    values["nav"] = .list(
      Section.allCases.map { item in
        link(to: item, count: count(of: item), isCurrent: item == section)
      })
    return values
  }

  /// Around a page that stays as it is for as long as what it shows does: no number, no time, no counts.
  func lastingValues(title: String, parent: Section? = nil) -> [String: TemplateValue] {
    [
      "title": .line(title, most: 160),
      "bot": .line(material.input.botName, most: 200),
      "number": .null,
      "icon": .text(PageIcon(status: nil).address),
      "up": .text(address.up),
      "above": material.input.standsAlone
        ? .null
        : .object([
          "botPage": .text(address.up + "../index.html"), "all": .text(address.up + "../../../index.html"),
        ]),
      "stylesheet": .text(address.up + (assets["bothy.css"] ?? "assets/bothy.css")),
      "script": .text(address.up + (assets["bothy.js"] ?? "assets/bothy.js")),
      "nav": .list(Section.allCases.map { link(to: $0, isParent: $0 == parent) }),
    ]
  }

  private func link(
    to section: Section, count: String? = nil, isCurrent: Bool = false, isParent: Bool = false
  ) -> TemplateValue {
    .object([
      "href": .text(address.link(section.page)), "label": .text(section.label), "count": .optional(count),
      "unit": section == .coverage && count != nil ? .text("not run") : .null,
      "isCurrent": .bool(isCurrent), "isParent": .bool(isParent),
    ])
  }

  private func count(of section: Section) -> String? {
    let report = material.report
    switch section {
    case .overview, .log: return nil
    case .tests: return Figures.grouped(report.tests.cases.count)
    case .coverage: return report.coverage.map { Figures.grouped($0.lines.notExecuted) }
    case .issues: return Figures.grouped(report.issues.open.count)
    case .commits: return Figures.grouped(report.commits.count)
    }
  }
}
