import Files
import Foundation
import Model
import Profiles
import State

/// Finds out which test executes what, of an integration that ended: of what was built for it, or not at all.
struct MapWhatWasBuilt: Step {
  let phase = Phase.Kind.test

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    guard let order = workbench.order.mapping else { return }
    let wish = order.wish
    guard Self.isStillThere(wish, beside: workbench.order.checkoutFolder) else {
      return refuse(.builtAgain, workbench)
    }
    // It was not there when the code was read that the map is of.
    let aside = AsideFiles(
      workbench.leftInCheckout, of: workbench.order.checkoutFolder, to: workbench.folder.path + "/aside")
    defer { aside.bringBack() }
    let (toolchain, package) = facts.resolved
    let sources = CompiledSources(of: package, in: workbench.packageFolder)
    guard
      case .found(let path) = TestProgram.search(
        package: package, buildFolder: workbench.order.buildFolder,
        configuration: workbench.settings.configuration),
      TestProgram(path: path).mark == wish.program,
      let report = IntegrationFolder(order.folder).report(of: wish.bot, wish.integration)
    else { return refuse(.builtAgain, workbench) }
    let run = try RunTests.prepared(
      TestProgram(path: path), package, toolchain, processes: ProfiledProcesses(), at: workbench)
    let program = MappedProgram(
      try ProgramMap(ofProgramAt: path), package, toolchain, sources: sources, tests: run.known, at: workbench
    )
    guard program.code.fingerprint == wish.code else { return refuse(.changed, workbench) }
    let raw = Dictionary(wish.rawNames.map { (TestID($0.key), $0.value) }) { first, _ in first }
    let making = MapMaking(
      run: run, rawNames: raw, program: program, commit: report.commit, integration: wish.integration,
      rows: report.tests.cases)
    let isWhole = try making.perform(at: workbench, share: 1)
    facts.report.result = .succeeded
    facts.report.reason =
      isWhole
      ? "Which test executes what is known."
      : "Which test executes what is known of some tests: the limit of its minutes was reached."
  }

  private static func isStillThere(_ wish: MapWish, beside checkout: String) -> Bool {
    contents(of: StateFolder.mapWish(beside: checkout))
      .flatMap { try? JSONDecoder().decode(MapWish.self, from: Data($0)) }?.integration == wish.integration
  }

  private func refuse(_ why: MapObstacle, _ workbench: Workbench) {
    workbench.note("Which test executes what was not found out: \(why.rawValue).")
  }
}
