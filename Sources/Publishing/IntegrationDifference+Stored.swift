import Files
import Formats
import Foundation
import Integrator
package import Model
package import State

extension ComparedIntegration {
  /// What an integration left; nil where it has no report any more.
  package init?(of bot: BotID, _ number: IntegrationNumber, in state: StateFolder) {
    let folder = state.integration(bot, number)
    guard let report = folder.report(of: bot, number) else { return nil }
    let order = FileFacts(folder.order) == nil ? nil : try? folder.readOrder(doing: "comparing integrations")
    var settings = order?.settings
    // Bot files may name one repository in several ways.
    settings?.repository = order.map { Self.resolved($0.settings.repository) } ?? ""
    self.init(report, settings: settings)
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
  }
}

extension IntegrationDifference {
  /// With what the clones and the folders of both tell besides.
  package init(_ before: ComparedIntegration, _ now: ComparedIntegration, in state: StateFolder) {
    let (old, new) = (before.report, now.report)
    var sources = ComparedSources()
    if let one = old.commit?.id, let other = new.commit?.id {
      // Of two bots either clone may have both.
      let clones = [state.checkout(new.bot)] + (old.bot == new.bot ? [] : [state.checkout(old.bot)])
      // Where neither has, what they were made of may.
      let repositories = old.bot == new.bot ? [] : [now, before].compactMap(\.settings?.repository)
      let distance =
        clones.lazy.compactMap { BranchDistance.of(other, from: one, clone: $0) }.first
        ?? repositories.lazy.compactMap { BranchDistance.of(other, from: one, repository: $0) }.first
      sources.commits = distance.map { CommitRelation(ahead: $0.ahead, behind: $0.behind) }
    }
    let details = [old, new].map { state.integration($0.bot, $0.integration).coverageDetail }
    if old.coverage != nil, new.coverage != nil, let was = contents(of: details[0]),
      let here = contents(of: details[1])
    {
      let compared = CoverageDetailFile(here).compared(with: CoverageDetailFile(was))
      (sources.sameFiles, sources.otherLines) = (compared.same, compared.otherLines)
    }
    self.init(before, now, sources)
  }
}
