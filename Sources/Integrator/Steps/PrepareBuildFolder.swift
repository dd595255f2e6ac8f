import Explaining
import Faults
import Model

/// Has what this toolchain built stand there, and throws it away where the order says so, or where it can't
/// be continued.
struct PrepareBuildFolder: Step {
  let phase = Phase.Kind.checkout

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    facts.hasBuildFolder = true
    if let refusal = try workbench.secrets.refusal(in: workbench.order.checkoutFolder) {
      throw Explanation(
        doing: "reading the secrets", wrong: refusal + ": it would be masked wherever it is shown",
        advice: "choose another value")
    }
    if try ToolchainTurn(workbench).take() { facts.report.clean = true }
    let folder = BuildFolder(workbench.order)
    if let obstacle = folder.obstacle(isCleanAsked: workbench.order.clean) {
      workbench.log.write(line: obstacle)
      try folder.throwAway()
    }
    let archive = BuildFolder(path: workbench.order.archiveBuildFolder)
    if archive.obstacle(isCleanAsked: workbench.order.clean) != nil { try archive.throwAway() }
    try folder.make()
    FaultPoint.reach(.buildFolderMade)
  }
}
