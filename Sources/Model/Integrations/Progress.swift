/// What an integration tells while it works: one line of progress.jsonl each. A line that another version
/// wrote in its own way is passed over: it only moves what is shown, and the report tells all.
public enum Progress: Codable, Equatable, Sendable {
  /// `expectedSeconds` comes from earlier integrations; absent for the first.
  case phaseStarted(Phase.Kind, expectedSeconds: Double?)
  case phaseEnded(Phase)
  /// A step of the build: 34 of 120, compiling this.
  case step(done: Int, total: Int, what: String)
  /// `andMore`: a library whose tests are not listed before it runs is still to tell of its own.
  case testsAnnounced(Int, andMore: Bool? = nil)
  /// A test has been running for a while; told once. `limit`: after how many seconds it is ended.
  case testRunning(TestID, limit: Double? = nil)
  /// A test got its outcome. `seconds` is its own time.
  case test(TestID, TestOutcome, seconds: Double?)
  /// As it happens, before its test has ended.
  case failure(TestID, TestFailure)
  /// So many tests that failed are repeated alone.
  case repeating(Int)
  /// How those ended that execute what changed; the others are to come.
  case firstVerdict(FirstVerdict)
  /// All tests run once more, from the first one, for this reason.
  case startingOver(String)
  /// All is judged; the bot's scripts run.
  case afterwards
  case diagnostic(Diagnostic)
  case note(String)
  case ended(IntegrationResult)
}
