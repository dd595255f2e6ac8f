/// The word that was probably meant.
public enum Nearest {
  private static let longest = 64

  /// The first with the fewest changes; nil when none is near enough to be worth a question. `simplified`
  /// takes out what makes no difference.
  public static func word(
    to written: String, among words: some Sequence<String>,
    simplified: (String) -> String = { $0.lowercased() }
  ) -> String? {
    func letters(_ word: String) -> [Unicode.Scalar] {
      Array(simplified(word).unicodeScalars.prefix(longest))
    }
    let wrong = letters(written)
    guard !wrong.isEmpty else { return nil }
    var best: (word: String, distance: Int)?
    for word in words {
      let right = letters(word)
      let found = distance(wrong, right)
      if found <= max(1, min(wrong.count, right.count) / 3), found < best?.distance ?? .max {
        best = (word, found)
      }
    }
    return best?.word
  }

  /// The one that goes on as this begins, else that holds it, else that is nearest.
  public static func meant(by written: String, among words: [String]) -> String? {
    let bare = written.lowercased().drop { $0 == "-" }
    if bare.count >= 3, let longer = words.first(where: { $0.drop { $0 == "-" }.hasPrefix(bare) }) {
      return longer
    }
    if bare.count >= 5, let around = words.first(where: { $0.contains(bare) }) { return around }
    return word(to: written, among: words)
  }

  /// Insertions, deletions, replacements and swaps of neighbours.
  static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var above = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(above[j] + (a[i] == b[j] ? 0 : 1), above[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, before[j - 1] + 1) }
        row.append(best)
      }
      before = above
      above = row
    }
    return above[b.count]
  }
}
