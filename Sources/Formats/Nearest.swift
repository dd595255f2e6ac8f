/// The word that somebody probably meant.
public enum Nearest {
  private static let longestWord = 64

  /// Absent when nothing is near enough to be worth a question.
  public static func word(to written: String, among words: [String]) -> String? {
    guard written.count <= longestWord else { return nil }
    let plain = simplified(written)
    guard !plain.isEmpty else { return nil }
    if let same = words.first(where: { simplified($0) == plain }) { return same }
    let near = words.map { ($0, distance(plain, simplified($0))) }
      .filter { $0.1 <= max(1, min(plain.count, $0.0.count) / 3) }
      .min { $0.1 < $1.1 }
    if let near { return near.0 }
    let alike = words.filter { beginsAlike(plain, simplified($0)) }
    return alike.count == 1 ? alike.first : nil
  }

  /// `env` for `environment`, `silence` for `silent-minutes`.
  private static func beginsAlike(_ written: [Character], _ word: [Character]) -> Bool {
    let shared = zip(written, word).prefix { $0 == $1 }.count
    return shared >= 3 && (shared == written.count || shared >= 4 && shared * 2 > written.count)
  }

  /// `onlyIfChanged`, `only_if_changed` and `only-if-changed` are one word.
  private static func simplified(_ word: String) -> [Character] {
    word.lowercased().filter { !"-_ .".contains($0) }
  }

  /// How many characters are to be added, left out, changed or swapped with their neighbour.
  static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var before: [Int] = []
    var above = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
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
