import Words

/// The key or value of a bot file that somebody probably meant.
enum MeantKey {
  /// Absent when nothing is near enough to be worth a question.
  static func near(_ written: String, among words: [String]) -> String? {
    if let near = Nearest.word(to: written, among: words, simplified: simplified) { return near }
    let alike = words.filter { beginsAlike(simplified(written), simplified($0)) }
    return alike.count == 1 ? alike.first : nil
  }

  /// `env` for `environment`, `silence` for `silent-minutes`.
  private static func beginsAlike(_ written: String, _ word: String) -> Bool {
    let shared = zip(written, word).prefix { $0 == $1 }.count
    return shared >= 3 && (shared == written.count || shared >= 4 && shared * 2 > written.count)
  }

  /// `onlyIfChanged`, `only_if_changed` and `only-if-changed` are one word.
  private static func simplified(_ word: String) -> String {
    word.lowercased().filter { !"-_ .".contains($0) }
  }
}
