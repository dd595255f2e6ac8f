import Explaining
import Faults
import Model

/// Without them the pages cannot be made again as they are, which is no reason to fail.
struct KeepSources: Step {
  let phase = Phase.Kind.report

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    do {
      let compiled = facts.sources ?? CompiledSources(in: workbench.packageFolder)
      try KeptSources.keep(
        facts.report, workbench.order, compiled, workbench.log.masking, in: workbench.folder)
    } catch {
      workbench.note("The changed sources could not be kept: \(Explanation(error).sentence).")
    }
    FaultPoint.reach(.sourcesKept)
  }
}
