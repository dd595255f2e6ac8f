import Model
import Words

/// The tests as an earlier integration knew them, for a library that did not tell of its own.
struct LastTests {
  let workbench: Workbench

  /// They stay in the counts, as not run.
  func standIn(in ledger: inout TestLedger) {
    guard !ledger.silences.isEmpty else { return }
    let report = workbench.order.completeReport.flatMap { workbench.earlier.report(at: $0) }
    for library in TestLibrary.allCases where ledger.silences[library] != nil {
      let known = (report?.tests.cases ?? []).filter {
        $0.library == library && workbench.settings.tests.admits($0.id)
      }
      let told = Set(ledger.order)
      let missing = known.filter { !told.contains($0.id) }.map { test in
        var row = test.unrun
        row.arguments = []
        return row
      }
      guard let report, !missing.isEmpty else { continue }
      ledger.announce(missing)
      let tests = Figures.count(missing.count, "test")
      ledger.explain(library, "\(tests) that it had in \(report.integration) did not run")
    }
  }
}
