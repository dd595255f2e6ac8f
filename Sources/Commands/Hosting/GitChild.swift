import Explaining
import Foundation
import Model
import Processes
import State

/// Git's own programs for a repository that is hosted here, in an environment of their own.
struct GitChild {
  let state: StateFolder
  /// The folder of the bot files.
  let bots: String
  /// Where pages are served, as people elsewhere call it.
  let site: String?
  let environment: [String: String]

  /// Who asks, for the hooks.
  struct Asking {
    var who: String?
    var way: String
    var from: String?
  }

  static let who = "BOTHY_PUSHER"
  static let way = "BOTHY_PUSH_WAY"
  static let from = "BOTHY_PUSH_FROM"
  static let site = "BOTHY_SITE"

  /// Nothing of the user's settings counts, and nothing of what this process was told.
  func variables(_ name: HostedName, _ asking: Asking, _ more: [String: String]) -> [String: String] {
    var all = [
      "PATH": environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent",
      "LC_ALL": "C.UTF-8",
      "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_TERMINAL_PROMPT": "0",
      "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory",
      "GIT_CONFIG_VALUE_0": state.hosted(name),
      "BOTHY_PROGRAM": ProgramSearch.own, "BOTHY_STATE": state.path,
      "BOTHY_BOTS": bots,
      Self.way: asking.way,
    ]
    all[Self.who] = asking.who
    all[Self.from] = asking.from
    all[Self.site] = site
    // Names of commits are git's own matter: who pushed is not who wrote.
    all["GIT_COMMITTER_NAME"] = asking.who ?? "bothy"
    all["GIT_COMMITTER_EMAIL"] = "\(asking.who ?? "bothy")@localhost"
    return all.merging(more) { $1 }
  }

  static func program(_ environment: [String: String], doing: String) throws -> String {
    guard let git = ProgramSearch.find("git", environment: environment) else {
      throw Explanation(
        doing: doing, wrong: "there is no git on the PATH", advice: "install git (Debian: git)")
    }
    return git
  }
}
