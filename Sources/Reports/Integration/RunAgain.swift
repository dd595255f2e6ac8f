import Model
import Words

/// The commands that run one test, and no other, once more.
struct RunAgain {
  /// The regular expression for `--filter`, which both libraries match against a test's whole id.
  let pattern: String

  init(_ test: TestCase) {
    // What can't be shown as it is matches anything.
    let id = PatternText.matching(test.id.rawValue, isAny: UnseenCharacter.isOne)
    // Swift Testing's own ids go on with the place: `/File.swift:8:10`.
    let goesOn = test.library == .swiftTesting && !Self.endsWithPlace(test.id.rawValue)
    pattern = "^\(id)\(goesOn ? "/" : "$")"
  }

  /// From anywhere.
  func bothy(path: String) -> String {
    ShellWord.line(["bothy", "run", Shown.line(path), "--filter", pattern])
  }

  /// In the folder of the package.
  var swift: String { ShellWord.line(["swift", "test", "--filter", pattern]) }

  /// Tests that share a name keep their places.
  private static func endsWithPlace(_ id: String) -> Bool {
    guard let slash = id.lastIndex(of: "/") else { return false }
    let parts = id[slash...].split(separator: ":", omittingEmptySubsequences: false)
    return parts.count >= 3 && parts.suffix(2).allSatisfy { Int($0) != nil }
  }
}
