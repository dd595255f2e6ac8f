import Explaining
import Model

/// Finds the toolchain, and what the package is made of.
struct Resolve: Step {
  let phase = Phase.Kind.resolve

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    try refuseArguments(workbench.settings)
    let toolchain = try ToolchainFinder(workbench: workbench).find()
    facts.report.toolchain = toolchain.version
    workbench.log.write(line: "\(toolchain.version), \(toolchain.swift)")
    try ToolchainTurn(workbench).settle(toolchain)
    let pins = Pins(workbench: workbench)
    let before = pins.found(in: nil)
    try pins.forgetTakenBack()
    let (package, warnings) = try PackageFacts(workbench: workbench, toolchain: toolchain).find()
    let dependencies = pins.found(in: facts.report.commit?.id)
    facts.report.dependencies = dependencies
    if let note = Pins.note(dependencies, before: before) { workbench.note(note) }
    facts.resolved = (toolchain, package)
    facts.manifestWarnings = warnings
  }

  /// Settings that were stored may be older than what is refused.
  private func refuseArguments(_ settings: Bot) throws {
    guard let problem = BuildArguments(settings.buildArguments).problems.first else { return }
    throw Explanation(
      doing: "reading the settings", wrong: "`build: arguments:` cannot hold `\(problem.option)`",
      advice: problem.advice)
  }
}
