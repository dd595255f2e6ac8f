import Files
import Formats
import Model

/// Runs the tests of what was built.
struct RunTests: Step {
  let phase = Phase.Kind.test
  let action: Bot.Action? = .test

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    let (toolchain, package) = facts.resolved
    let sources = SourceMap(packageFolder: workbench.packageFolder, targets: package.sourceMapTargets)
    facts.sources = CompiledSources(of: package, in: workbench.packageFolder)
    var ledger = TestLedger()
    defer { facts.take(ledger, at: workbench) }
    switch TestProgram.search(
      package: package, buildFolder: workbench.order.buildFolder,
      configuration: workbench.settings.configuration)
    {
    case .noTests:
      facts.report.coverageNote = "the package has no test targets"
    case .unknownLayout:
      facts.report.coverageNote = "the tests were run by `swift test`, whose layout Bothy does not know"
      try StockTestRun(
        workbench: workbench, toolchain: toolchain, sources: sources,
        sharedArguments: workbench.arguments(toolchain)
      ).perform(into: &ledger)
    case .found(let path):
      let program = TestProgram(path: path)
      let profiles = ProfileSettings(
        folder: workbench.folder.scratch + "/profiles", isWanted: workbench.settings.coverage.enabled,
        keepsCountsOfCrashes: toolchain.keepsCountsOfCrashes)
      facts.tested = (program, profiles.folder)
      let run = TestRun(workbench: workbench, program: program, sources: sources, profiles: profiles)
      let (found, stop) = run.perform()
      ledger = found
      if let stop { throw stop }
    }
  }

  func status(_ facts: Facts) -> Phase.Status { facts.evidence.tests.failureCount > 0 ? .failed : .passed }
}

extension Facts {
  /// What is known of every test, each with the place where it is declared.
  fileprivate mutating func take(_ ledger: TestLedger, at workbench: Workbench) {
    let (toolchain, package) = resolved
    let manifest = contents(of: workbench.packageFolder + "/Package.swift") ?? []
    let conditions = BuildConditions(
      package: package, manifest: String(decoding: manifest, as: UTF8.self),
      configuration: workbench.settings.configuration, toolchain: toolchain.version)
    let sources = TestSource.all(of: package, in: workbench.packageFolder, conditions)
    let places = TestPlaces(sources)
    evidence.silences += TestLibrary.allCases.compactMap { ledger.silences[$0] }
    evidence.doubts += ledger.doubts
    evidence.oddEnds += ledger.oddEnds
    evidence.hidesFailures = ledger.hidesFailures
    evidence.nearTests = ledger.nearTests
    evidence.tests = TestReport(
      cases: ledger.cases.countedFromTheFirst.map { row in
        var row = row
        if row.library == .xctest, row.line == nil, let place = places.place(of: row) {
          row.file = place.file
          row.line = place.line
        }
        return row.withPlaces
      })
  }
}
