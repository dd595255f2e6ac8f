import Words

/// The command or option that was probably meant.
enum MeantWord {
  /// What people type who come from other tools.
  private static let synonyms = [
    "test": "run", "build": "run", "integrate": "run", "start": "run", "status": "bots", "report": "show",
    "logs": "log", "kill": "cancel", "abort": "cancel", "rm": "remove", "delete": "remove",
    "forget": "remove", "save": "backup", "export": "backup", "import": "restore",
    "diff": "compare", "difference": "compare",
    "retry": "rerun", "browse": "open", "view": "open", "hooks": "hook", "list": "bots", "ls": "bots",
    "lint": "check", "validate": "check", "new": "create",
    "init": "create", "example": "demo", "completion": "completions",
    "--enable-code-coverage": "--no-coverage", "--coverage": "--no-coverage",
    "--disable-code-coverage": "--no-coverage", "--tail": "--follow", "--silent": "--quiet",
    "--package-path": "--package", "--rev": "--commit", "--revision": "--commit", "--branch": "--commit",
    "--out": "--output", "--only": "--filter", "--exclude": "--skip",
  ]

  /// Where one word could mean two.
  private static let sentences = [
    "stop": "`bothy cancel BOT` ends what runs, `bothy pause BOT` begins nothing more; Ctrl-C or "
      + "`systemctl stop` ends `bothy watch`",
    "branches": "`bothy open BOT` shows the pages of a bot, that of its branches among them",
    "coverage": "`bothy show BOT` tells the lines that did not run, `bothy open BOT` shows them",
  ]

  static func sentence(for wrong: String) -> String? {
    sentences[wrong.lowercased()]
  }

  static func near(_ wrong: String, among words: [String]) -> String? {
    if let meant = synonyms[wrong.lowercased()], words.contains(meant) { return meant }
    return Nearest.meant(by: wrong, among: words)
  }
}
