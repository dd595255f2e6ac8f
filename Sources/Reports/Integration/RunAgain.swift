import Model
import Words

/// The commands that run one test, and no other, once more.
struct RunAgain {
  let pattern: String

  init(_ test: TestCase) { pattern = test.filterPattern }

  /// From anywhere.
  func bothy(_ input: SiteInput) -> String {
    input.folders.line(["run", input.packagePath] + input.runOptions + ["--filter", pattern])
  }

  /// Several at once.
  static func bothy(_ tests: [TestCase], path: String) -> String {
    ShellWord.line(["bothy", "run", Shown.line(path)] + filters(tests))
  }

  static func swift(_ tests: [TestCase]) -> String { ShellWord.line(["swift", "test"] + filters(tests)) }

  private static func filters(_ tests: [TestCase]) -> [String] {
    tests.flatMap { ["--filter", RunAgain($0).pattern] }
  }

  /// In the folder of the package.
  var swift: String { ShellWord.line(["swift", "test", "--filter", pattern]) }
}
