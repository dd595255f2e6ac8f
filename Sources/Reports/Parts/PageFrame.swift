import Model
import Templates
import Words

/// What every page of an integration shows around its own content.
struct PageFrame: Sendable {
  let material: SiteMaterial
  let address: Address
  /// What the pages of one folder have in common, made once for all of them.
  private let common: [String: TemplateValue]
  private let belowCoverage: [String: TemplateValue]

  init(material: SiteMaterial, address: Address, assets: [String: String]) {
    (self.material, self.address) = (material, address)
    let up = address.up
    let values: [String: TemplateValue] = [
      "bot": .line(material.input.botName, most: 200), "number": .null,
      "icon": .text(PageIcon(status: nil).address), "up": .text(up),
      "above": material.input.standsAlone
        ? .null
        : .object(["botPage": .text(up + "../index.html"), "all": .text(up + "../../../index.html")]),
      "stylesheet": .text(up + (assets["bothy.css"] ?? "assets/bothy.css")),
      "script": .text(up + (assets["bothy.js"] ?? "assets/bothy.js")),
    ]
    func below(_ parent: Section?) -> [String: TemplateValue] {
      let links = Section.allCases.map { Self.link(to: $0, from: address, isParent: $0 == parent) }
      return values.merging(["nav": .list(links)]) { $1 }
    }
    (common, belowCoverage) = (below(nil), below(.coverage))
  }

  enum Section: String, CaseIterable {
    case overview, tests, coverage, changes, issues, commits, log

    var page: String { self == .overview ? "index.html" : "\(rawValue).html" }
    var label: String { rawValue.capitalizedFirst }
  }

  /// Without a title of its own a page is named after its section.
  func values(title: String? = nil, section: Section) -> [String: TemplateValue] {
    let report = material.report
    var values = lastingValues(
      title: title ?? "\(section.label) of \(material.input.botName) \(report.integration)")
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
        Self.link(to: item, from: address, count: count(of: item), isCurrent: item == section)
      })
    return values
  }

  /// Around a page that stays as it is for as long as what it shows does: no number, no time, no counts.
  func lastingValues(title: String, parent: Section? = nil) -> [String: TemplateValue] {
    var values = parent == .coverage ? belowCoverage : common
    values["title"] = .line(title, most: 160)
    return values
  }

  private static func link(
    to section: Section, from address: Address, count: String? = nil, isCurrent: Bool = false,
    isParent: Bool = false
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
    case .coverage where report.limited?.tests != nil: return nil
    case .coverage: return report.coverage.map { $0.bound.missed($0.lines.notExecuted) }
    case .changes:
      return material.input.changes.isEmpty ? nil : Figures.grouped(material.input.changes.count)
    case .issues:
      let lists = report.issues
      let counts = [
        (lists.loud.count, ""), (lists.flaky.count, " flaky"), (lists.silenced.count, " silenced"),
      ]
      return counts.first { $0.0 > 0 }.map { Figures.grouped($0.0) + $0.1 } ?? "0"
    case .commits: return Figures.grouped(report.commits.count)
    }
  }
}
