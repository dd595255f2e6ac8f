import Files
import Formats
import Foundation
import Model
import State
import Words

/// What an integration is compared with may have been built otherwise: what is told of it then may be of
/// that, and of nothing that changed.
enum OtherwiseBuilt {
  /// `path`: the report of `before`, beside which stands what was ordered.
  static func note(_ before: Report, at path: String?, _ now: Report, _ settings: Bot) -> String? {
    let lead = "\(before.integration), which issues and tests are compared with, was built "
    if before.configuration != now.configuration {
      return lead + "for \(before.configuration.rawValue), and this one for \(now.configuration.rawValue)."
    }
    let order = path.map { IntegrationFolder(($0 as NSString).deletingLastPathComponent).order }
    guard let order, let other = contents(of: order).flatMap({ try? OrderJSON.decode($0) })?.settings
    else { return nil }
    guard other.buildArguments == settings.buildArguments else {
      return lead + "\(words(other)), and this one \(words(settings)): "
        + "what only one of them sees may be there in the other, too."
    }
    return surroundings(other.environment, settings.environment).map { names in
      "\(before.integration), which issues and tests are compared with, had another environment (\(names)): "
        + "what ends otherwise since then may do so because of that."
    }
  }

  private static let mostNamed = 5

  /// Their names alone: values may be long, and nobody's business.
  private static func surroundings(_ then: [String: String], _ now: [String: String]) -> String? {
    let names = Set(then.keys).union(now.keys).filter { then[$0] != now[$0] }.sorted()
    guard !names.isEmpty else { return nil }
    let left = names.count - mostNamed
    return names.prefix(mostNamed).joined(separator: ", ") + (left > 0 ? " and \(left) more" : "")
  }

  private static func words(_ bot: Bot) -> String {
    bot.buildArguments.isEmpty ? "without more arguments" : "with `\(ShellWord.line(bot.buildArguments))`"
  }
}
