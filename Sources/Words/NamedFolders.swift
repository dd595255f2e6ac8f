/// The folders that a person has to name behind `bothy` for a command to mean what this process means.
public struct NamedFolders: Equatable, Sendable {
  public var state: String?
  public var bots: String?

  public init(state: String? = nil, bots: String? = nil) { (self.state, self.bots) = (state, bots) }

  /// What keeps nothing and reads nothing that is kept.
  private static let stateless: Set = [
    "check", "create", "template", "help", "completions", "hook", "manual",
  ]
  private static let readingBots: Set = [
    "watch", "integrate", "bots", "create", "check", "pause", "resume", "rerun", "silence", "unsilence",
    "remove", "backup", "restore", "host", "render",
  ]

  /// A whole command line, which a shell takes back.
  public func line(_ words: [String]) -> String {
    ShellWord.line(["bothy"] + words + options(behind: words.first ?? ""))
  }

  /// Each command between backticks in a text gets what it lacks.
  public func completing(_ text: String) -> String {
    guard self != NamedFolders() else { return text }
    return text.replacing(/`bothy ([a-z]+)[^`]*`/) { match in
      let missing = options(behind: String(match.1))
      guard !missing.isEmpty, !match.0.contains(" --state "), !match.0.contains(" --bots ") else {
        return String(match.0)
      }
      return match.0.dropLast() + " " + ShellWord.line(missing) + "`"
    }
  }

  private func options(behind command: String) -> [String] {
    let bots = Self.readingBots.contains(command) ? self.bots.map { ["--bots", $0] } : nil
    let state = Self.stateless.contains(command) ? nil : self.state.map { ["--state", $0] }
    return (bots ?? []) + (state ?? [])
  }
}
