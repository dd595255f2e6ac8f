import Model
import Templates
import Words

/// The commands that run some tests, and no others, once more.
struct RunAgain {
  let patterns: [String]
  let input: SiteInput
  /// The one that failed among others and passed alone, where nobody knows why.
  let unexplained: TestID?

  init(_ tests: [TestCase], _ input: SiteInput) {
    (patterns, self.input) = (tests.map(\.filterPattern), input)
    unexplained = tests.first { $0.passedAlone && $0.culprit == nil }?.id
  }

  private var filters: [String] { patterns.flatMap { ["--filter", $0] } }

  /// From anywhere.
  var bothy: String {
    input.folders.line(
      (input.rerun.map { ["rerun", $0] } ?? ["run", input.packagePath] + input.runOptions) + filters)
  }

  /// From anywhere, where the package has a folder; else there, whoever has one.
  var swift: String {
    ShellWord.line(["swift", "test"] + (input.packageFolder.map { ["--package-path", $0] } ?? []) + filters)
  }

  /// What must be known of the second one.
  var condition: String {
    input.packageFolder == nil ? "or, in the folder of the package," : "or, as the folder stands now,"
  }

  /// What finds out after which others it fails.
  private var why: String? {
    guard let rerun = input.rerun, let unexplained else { return nil }
    return input.folders.line(["rerun", rerun, "--why", unexplained.rawValue])
  }

  var values: [String: TemplateValue] {
    [
      "command": .text(bothy), "stock": .text(swift), "stockIs": .text(condition),
      "why": .optional(why),
    ]
  }
}
