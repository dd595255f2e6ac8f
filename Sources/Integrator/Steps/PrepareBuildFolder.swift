import Faults
import Model

/// Throws away the build products where the order says so, or where they can't be continued.
struct PrepareBuildFolder: Step {
  let phase = Phase.Kind.checkout

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    facts.hasBuildFolder = true
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
