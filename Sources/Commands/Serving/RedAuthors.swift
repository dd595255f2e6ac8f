import Files
import Integrator
import Model
import State
import Synchronization

/// Whose it is that integrations are red, by their reports: each is read once, and again when it changed.
final class RedAuthors: Sendable {
  private struct Known {
    var mark: String
    /// Nil where nothing in it is newly red.
    var redness: Redness?
  }

  private struct Redness { var author: String? }

  private let state: StateFolder
  private let known = Mutex<[String: Known]>([:])

  private static let most = 1000

  init(state: StateFolder) { self.state = state }

  /// Where its report tells of nothing that is newly red it is whose the commit is.
  @Sendable func author(of bot: BotID, _ past: PastIntegration) -> String? {
    redness(bot, past.number).map(\.author) ?? past.author
  }

  private func redness(_ bot: BotID, _ number: IntegrationNumber) -> Redness? {
    let folder = state.integration(bot, number)
    guard let facts = FileFacts(folder.report) else { return nil }
    let mark = "\(facts.size) \(facts.modified)"
    if let before = known.withLock({ $0[folder.report] }), before.mark == mark { return before.redness }
    let report = folder.report(of: bot, number).flatMap { $0.isNewlyRed ? $0 : nil }
    let redness = report.map { Redness(author: $0.authorsOfRed) }
    known.withLock { known in
      if known.count >= Self.most { known = [:] }
      known[folder.report] = Known(mark: mark, redness: redness)
    }
    return redness
  }
}

extension Report {
  fileprivate var isNewlyRed: Bool {
    comparedWith != nil && (issues.new + issues.cameBack + issues.cameAlong).contains { $0.kind.isRed }
  }
}
