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

  /// In the folder of the package.
  var swift: String { ShellWord.line(["swift", "test", "--filter", pattern]) }
}
