public import Model
import Words

/// What `bothy rerun BOT#N --why TEST` found out.
public enum CulpritText {
  /// "P.HelpTests/testVersion fails after P.FooTests/testB and passes without it (9 runs)."
  public static func line(_ test: TestID, _ culprit: Culprit) -> String {
    SafeText.line("\(test) \(culprit.words)").ended + "\n"
  }
}
