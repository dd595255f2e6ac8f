import Model

/// Tests that start otherwise than Swift would start them are told.
struct TellEntryPoint: Step {
  let phase = Phase.Kind.checkout

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    if let entry = TestEntryPoint(packageFolder: workbench.packageFolder) { workbench.note(entry.note) }
  }
}
