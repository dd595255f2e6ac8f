import Model

extension ParsedWords {
  /// What would have no meaning behind each save, or one that nobody wants.
  private static let notWatched: [(option: OptionName, advice: String)] = [
    (.commit, "a commit does not change: leave out `--watch`"),
    (.clean, "`bothy run --clean` throws away once what was built"),
    (.failed, "the key f runs what failed, and what failed runs early by itself"),
    (.open, "the key o opens the report"),
    (.require, "changed lines that did not run are shown anyway"),
    (.output, "leave out `--watch`, or press o for the report"),
    (.json, "`bothy run --json` tells one integration so"),
    (.markdown, "`bothy run --markdown` tells one integration so"),
    (.verbose, "`bothy run --verbose` tells all of one integration"),
  ]

  func asksToWatch() throws -> Bool {
    guard has(.watch) else { return false }
    if let other = Self.notWatched.first(where: { has($0.option) }) {
      throw wrong("`--watch` excludes `--\(other.option.rawValue)`", other.advice)
    }
    return true
  }
}
