import Files
import Integrator
package import Model
import Reports
package import State
package import Store

/// What a change of Swift itself made of a commit, where a watcher integrated it once more because of that:
/// the only page of two integrations that nobody asks for.
package struct UpgradePages {
  let state: StateFolder
  /// A folder of the user's.
  let templates: String?
  let store: SQLiteStore

  package init(state: StateFolder, templates: String?, store: SQLiteStore) {
    (self.state, self.templates, self.store) = (state, templates, store)
  }

  private static let mostLooked = 50

  /// The one before the upgrade. The page that compares both is there then; nil where there is none.
  package func former(of report: Report) throws -> IntegrationNumber? {
    guard let found = try before(report) else { return nil }
    let page = CompareAddress(found.report.integration, report.integration).page
    if FileFacts(state.pages(report.bot) + "/" + page) == nil { try lay(found, report) }
    return found.report.integration
  }

  /// Once more, when the pages that it leads to are there.
  package func layAgain(_ report: Report) throws {
    if let found = try before(report) { try lay(found, report) }
  }

  private func lay(_ before: ComparedIntegration, _ report: Report) throws {
    guard let now = ComparedIntegration(of: report.bot, report.integration, in: state) else { return }
    _ = try ComparePublishing(state: state, templates: templates, store: store).publish(
      IntegrationDifference(before, now, in: state))
  }

  /// The newest one of the same commit by another toolchain.
  private func before(_ report: Report) throws -> ComparedIntegration? {
    let (bot, number) = (report.bot, report.integration)
    guard let commit = report.commit, !commit.changes, let branch = commit.branch,
      try store.isOfUpgrade(bot: bot, number: number)
    else { return nil }
    for past in try store.past(bot: bot, branch: branch, limit: Self.mostLooked) {
      guard past.number < number, past.commit == commit.id, !past.changes, !past.isLimited,
        let toolchain = past.toolchain, toolchain != report.toolchain
      else { continue }
      if let found = ComparedIntegration(of: bot, past.number, in: state) { return found }
    }
    return nil
  }
}
