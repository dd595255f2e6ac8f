public import Model
import Words

/// What `bothy rerun BOT#N --why TEST` found out.
public enum CulpritText {
  /// "ParserTests.HelpTests/testVersion fails only after ParserTests.FooTests/testB (9 runs)."
  public static func line(_ test: TestID, _ culprit: Culprit) -> String {
    SafeText.line("\(test) \(culprit.words)").ended + "\n"
  }
}
