import Files
import Integrator
import Model
import State
import Synchronization

/// Whose it is that integrations are red, by their reports: each is read once, and again when it changed.
final class RedAuthors: Sendable {
  private struct Known {
    var mark: String
    /// Nil where nothing in it is red.
    var redness: Redness?
  }

  private struct Redness { var author: String? }

  private let state: StateFolder
  private let known = Mutex<[String: Known]>([:])

  private static let most = 1000

  init(state: StateFolder) { self.state = state }

  /// Of what was red before nobody knows here; where its report tells of nothing that is red, it is whose the
  /// commit is.
  @Sendable func author(of bot: BotID, _ past: PastIntegration) -> String? {
    redness(bot, past.number).map(\.author) ?? past.author
  }

  private func redness(_ bot: BotID, _ number: IntegrationNumber) -> Redness? {
    let folder = state.integration(bot, number)
    guard let facts = FileFacts(folder.report) else { return nil }
    let mark = facts.stamp
    if let before = known.withLock({ $0[folder.report] }), before.mark == mark { return before.redness }
    let redness = folder.report(of: bot, number).flatMap { report in
      report.isRedByIssues ? Redness(author: report.isNewlyRed ? report.authorsOfRed : nil) : nil
    }
    known.withLock { known in
      if known.count >= Self.most { known = [:] }
      known[folder.report] = Known(mark: mark, redness: redness)
    }
    return redness
  }
}

extension Report {
  /// What it was compared with tells what is new.
  fileprivate var isRedByIssues: Bool {
    comparedWith != nil && issues.open.contains { $0.kind.isRed && $0.seen }
  }

  fileprivate var isNewlyRed: Bool {
    (issues.new + issues.cameBack + issues.cameAlong).contains { $0.kind.isRed }
  }
}
