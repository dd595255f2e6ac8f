import Formats
import Publishing
import Terminal

/// `bothy manual 1|5`: what is installed for man.
enum Manual {
  static func text(_ section: ManualSection) -> String {
    switch section {
    case .commands: return ManualText.commands(version: Program.version)
    case .files:
      let example = BotFileText(
        name: "Argument Parser", repository: "/srv/git/parser.git", branch: "main", package: ".")
      return ManualText.files(version: Program.version, example: example.text)
    }
  }
}
