import Model

/// Awaits the list of what did not run: whatever else became of the tests, it is told.
struct TellWhatDidNotRun: Step {
  let phase = Phase.Kind.test
  let action: Bot.Action? = .test

  func outlasts(_ facts: Facts) -> Bool { facts.didNotRun != nil }

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    guard let found = facts.didNotRun?.value else { return }
    facts.evidence.tests.didNotRun = found
    if facts.countsAll { facts.report.limited?.wholeCount = facts.evidence.tests.listedCount }
  }
}
