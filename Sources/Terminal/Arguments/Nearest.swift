/// The word that was probably meant.
enum Nearest {
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

  static func word(to wrong: String, among words: [String]) -> String? {
    let wrong = wrong.lowercased()
    if let meant = synonyms[wrong], words.contains(meant) { return meant }
    let bare = wrong.drop { $0 == "-" }
    if bare.count >= 3, let longer = words.first(where: { $0.drop { $0 == "-" }.hasPrefix(bare) }) {
      return longer
    }
    if bare.count >= 5, let around = words.first(where: { $0.contains(bare) }) { return around }
    let ranked = words.map { (word: $0, distance: distance(wrong, $0.lowercased())) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, bare.count / 3) ? best.word : nil
  }

  /// Insertions, deletions, replacements and swaps of neighbours between two words.
  static func distance(_ first: String, _ second: String) -> Int {
    let a = Array(first.unicodeScalars.prefix(64))
    let b = Array(second.unicodeScalars.prefix(64))
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, rows[i - 1][j - 1] + 1) }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
