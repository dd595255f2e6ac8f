import Explaining
import Files
import Foundation
package import Model
import Reports
package import State
package import Store
import Templates
import Words

/// Lays the page of two compared integrations; `Forgetting` takes it away with either of them.
package struct ComparePublishing {
  let state: StateFolder
  /// A folder of the user's.
  let templates: String?
  let store: SQLiteStore

  package init(state: StateFolder, templates: String?, store: SQLiteStore) {
    (self.state, self.templates, self.store) = (state, templates, store)
  }

  /// Where the page is then; nil for two bots, each of which has a folder that is whole without the other.
  package func publish(_ difference: IntegrationDifference) throws -> String? {
    guard difference.isOfOneBot else { return nil }
    let bot = difference.now.report.bot
    let folder = state.pages(bot)
    do {
      let shipped = try SiteTemplates(user: templates)
      let site = HistorySite(templates: try shipped.read().library, assets: shipped.assets())
      let known = try store.knownBot(bot)
      var input = ComparePageInput(
        bot: known ?? KnownBot(id: bot, name: bot.rawValue, path: nil), difference: difference,
        command: state.named.line([
          "compare", "\(bot)\(difference.before.report.integration)",
          "\(bot)\(difference.now.report.integration)",
        ]))
      input.hasPage = { [state] number, page in FileFacts(state.pages(bot, number) + "/" + page) != nil }
      let page = site.compare(input)
      for file in site.assetFiles + [page] {
        let place = folder + "/" + file.path
        let bytes = try file.bytes()
        guard contents(of: place)?.isSame(as: bytes) != true else { continue }
        try makeFolder((place as NSString).deletingLastPathComponent)
        try Files.publish(bytes, as: place)
      }
      return folder + "/" + page.path
    } catch let problem as TemplateProblem {
      throw Explanation(
        doing: "making the page of \(difference.beforeName) and \(difference.nowName)", wrong: "\(problem)",
        advice: "mend the template and run this again")
    }
  }

  /// Those that were asked for once, from what is kept; the templates may be others by now.
  package func publishAgain(_ bot: BotID) throws {
    for page in state.comparedPages(of: bot) {
      guard let before = ComparedIntegration(of: bot, page.before, in: state),
        let now = ComparedIntegration(of: bot, page.now, in: state)
      else { continue }
      _ = try publish(IntegrationDifference(before, now, in: state))
    }
  }
}

extension StateFolder {
  /// Which integrations of a bot have a page that compares them.
  func comparedPages(of bot: BotID) -> [CompareAddress] {
    let folder = pages(bot) + "/" + CompareAddress.folder
    return ((try? FileTree.entries(of: folder)) ?? []).sorted().compactMap { CompareAddress(file: $0) }
  }
}
