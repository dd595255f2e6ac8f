import Model
import Words

/// The commands that run one test, and no other, once more.
struct RunAgain {
  /// The regular expression for `--filter`, which both libraries match against a test's whole id.
  let pattern: String

  init(_ test: TestCase) {
    // Swift Testing's own ids go on with the place: `/File.swift:8:10`.
    let stem = test.library == .swiftTesting ? test.id.stem : (text: test.id.rawValue, end: "$")
    let line = stem.end == ":" ? test.line.map { "\($0):" } ?? "" : ""
    // What can't be shown as it is matches anything.
    pattern = "^\(PatternText.matching(stem.text, isAny: UnseenCharacter.isOne))\(stem.end)\(line)"
  }

  /// From anywhere.
  func bothy(path: String) -> String {
    ShellWord.line(["bothy", "run", Shown.line(path), "--filter", pattern])
  }

  /// In the folder of the package.
  var swift: String { ShellWord.line(["swift", "test", "--filter", pattern]) }
}
