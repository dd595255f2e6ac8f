import Words

/// The command or option that was probably meant.
enum MeantWord {
  /// What people type who come from other tools.
  private static let synonyms = [
    "test": "run", "build": "run", "integrate": "run", "start": "run", "status": "show", "report": "show",
    "logs": "log", "list": "bots", "ls": "bots", "lint": "check", "validate": "check", "new": "create",
    "init": "create", "example": "demo", "completion": "completions",
    "--enable-code-coverage": "--no-coverage", "--coverage": "--no-coverage",
    "--disable-code-coverage": "--no-coverage", "--tail": "--follow", "--silent": "--quiet",
    "--package-path": "--package", "--rev": "--commit", "--revision": "--commit", "--branch": "--commit",
    "--out": "--output", "--only": "--filter", "--exclude": "--skip",
  ]

  static func near(_ wrong: String, among words: [String]) -> String? {
    if let meant = synonyms[wrong.lowercased()], words.contains(meant) { return meant }
    return Nearest.meant(by: wrong, among: words)
  }
}
