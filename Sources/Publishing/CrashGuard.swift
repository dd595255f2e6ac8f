import Explaining
import Files
import Foundation
import Integrator
package import Model
import Processes
package import State

/// Pages that crashed this program are not made by it again: the next one would be ended by them too.
struct CrashGuard {
  enum Pages {
    case integration(IntegrationNumber)
    case tests, issues, branches
    /// All that tell of the bot, with these three.
    case bot

    fileprivate var name: String {
      switch self {
      case .integration(let number): "\(number.value)"
      case .tests: "tests"
      case .issues: "issues"
      case .branches: "branches"
      case .bot: "bot"
      }
    }

    fileprivate func words(_ bot: BotID) -> String {
      switch self {
      case .integration(let number): "the pages of \(bot) \(number)"
      case .tests: "the pages of the tests of \(bot)"
      case .issues: "the pages of the issues of \(bot)"
      case .branches: "the pages of the branches of \(bot)"
      case .bot: "the pages of \(bot)"
      }
    }
  }

  let state: StateFolder
  /// Somebody asked for these very pages, and may see what comes of it.
  var isAsked = false
  /// Told of what stays as it is; without it that is thrown.
  var lacking: ((any Error) -> Void)?

  func make(_ pages: Pages, of bot: BotID, _ act: () throws -> Void) throws {
    let mark = state.crashMark(bot, pages.name)
    if let words = contents(of: mark) {
      guard isAsked || String(decoding: words, as: UTF8.self) != Program.maker else {
        let explanation = Explanation(
          doing: "making \(pages.words(bot))", wrong: "Bothy crashed when it made them last",
          advice: "try again with `bothy render \(bot)` or another version")
        guard let lacking else { throw explanation }
        return lacking(explanation)
      }
      CrashMark.forget(mark)
    }
    try makeFolder(state.bot(bot))
    try CrashMark.leaving(Program.maker, at: mark, act)
  }
}

extension PagePublishing {
  /// The same where somebody asked for these very pages.
  package func publishAsked(_ report: Report, _ order: Order, from folder: IntegrationFolder) throws {
    try CrashGuard(state: state, isAsked: true).make(.integration(report.integration), of: report.bot) {
      _ = try publish(report, order, from: folder, output: nil)
    }
  }
}
