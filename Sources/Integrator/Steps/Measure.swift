import Coverage
import Explaining
import Files
import Formats
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
    do {
      let export = ProfileExport(workbench: workbench, toolchain: toolchain, tested: tested)
      let outcome = try facts.export?.value.get() ?? export.make()
      guard case .exported(let counts, let raw) = outcome else {
        if case .notMeasured(let why) = outcome { facts.report.coverageNote = why }
        return
      }
      var profile = Profile(
        workbench: workbench, toolchain: toolchain, package: package,
        sources: facts.sources ?? CompiledSources(in: workbench.packageFolder))
      if toolchain.keepsCountsOfCrashes {
        profile.dead = deadCalls(package, workbench)
        profile.openEnds = facts.openEnds
      }
      profile.testFiles = IdleBodies.files(
        of: facts.evidence.tests.cases, in: facts.testRun?.run.known ?? [])
      let found = profile.measure(counts, from: raw, of: tested)
      facts.bodies = found.bodies
      facts.report.coverage = found.report
      facts.coverageDetail = found.detail
      if let changes = facts.report.changes {
        facts.report.changes?.files = changes.files.map { $0.counted(in: found.detail.file($0.path)) }
      }
      if !found.report.standsAlone { facts.evidence.measuredBy = toolchain.version }
    } catch let stop as PhaseStop {
      facts.report.coverageNote = "the integration ended first"
      throw stop
    } catch {
      facts.report.coverageNote = Explanation(error, doing: "measuring").sentence
    }
  }

  /// More than a person reads, in case many thousand processes were made to crash.
  private static let mostReports = 2000

  /// The places in the package's own sources that processes stood at when they died, each as often as it was
  /// called.
  private func deadCalls(_ package: PackageDescription, _ workbench: Workbench) -> [PackagePath: [DeadCall]] {
    let folder = workbench.crashReports
    let map = SourceMap(packageFolder: workbench.packageFolder, targets: package.sourceMapTargets)
    var found: [PackagePath: [DeadCall]] = [:]
    for name in FileTree.names(below: folder).prefix(Self.mostReports) {
      guard let bytes = contents(of: folder + "/" + name) else { continue }
      for (file, line, column) in CrashReport.places(json: bytes, sources: map) {
        found[file, default: []].append(DeadCall(line: line, column: column))
      }
    }
    return found
  }
}
