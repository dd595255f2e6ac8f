import Explaining
import Model

/// Coverage is had for red integrations too, and its absence never hides what the tests said.
struct Measure: Step {
  let phase = Phase.Kind.test
  let action: Bot.Action? = .test

  func outlasts(_ facts: Facts) -> Bool { facts.tested != nil }

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    guard let tested = facts.tested else { return }
    guard facts.evidence.canceled == nil else {
      facts.report.coverageNote = "the integration was canceled first"
      return
    }
    guard workbench.settings.coverage.enabled else {
      facts.report.coverageNote = "coverage was switched off"
      return
    }
    let (toolchain, package) = facts.resolved
    if !toolchain.keepsCountsOfCrashes,
      facts.evidence.tests.cases.contains(where: {
        $0.firstOutcome == .crashed || $0.firstOutcome == .timedOut
      })
    {
      workbench.note(
        "This toolchain loses the counts of a process that dies, so what its tests executed is missing.")
    }
    do {
      let profile = Profile(
        workbench: workbench, toolchain: toolchain, program: tested.program, package: package,
        sources: facts.sources ?? CompiledSources(in: workbench.packageFolder))
      switch try profile.measure(rawFolder: tested.profiles) {
      case .measured(let coverage, let detail):
        facts.report.coverage = coverage
        facts.coverageDetail = detail
        facts.evidence.measuredBy = toolchain.version
      case .notMeasured(let why):
        facts.report.coverageNote = why
      }
    } catch let stop as PhaseStop {
      facts.report.coverageNote = "the integration ended first"
      throw stop
    } catch {
      facts.report.coverageNote = Explanation(error, doing: "measuring").sentence
    }
  }
}
