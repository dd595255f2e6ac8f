import Model

/// What the bot file asks for and this version does not do is told, never passed over in silence.
struct TellWhatIsLeftOut: Step {
  let phase = Phase.Kind.checkout

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    if let entry = TestEntryPoint(packageFolder: workbench.packageFolder) { workbench.note(entry.note) }
    for trigger in workbench.settings.triggers {
      switch trigger.act {
      case .email: workbench.note("No mail was sent: this version of Bothy sends none.")
      case .webhook, .before, .after: break
      }
    }
  }
}
