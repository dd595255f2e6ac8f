import Model
import Words

/// The tests as an earlier integration knew them, for a library that did not tell of its own.
struct LastTests {
  let workbench: Workbench

  var report: Report? {
    workbench.order.completeReport.flatMap { workbench.earlier.report(at: $0) }
  }

  /// Swift Testing tells of its tests as it begins: of a run that was stopped before, nobody knows how many
  /// there are.
  func tellUnheard(of plan: [Batch], in ledger: inout TestLedger) {
    guard Self.isUnheard(plan, told: ledger.cases, known: report?.tests.cases) else { return }
    let library = TestLibrary.swiftTesting
    ledger.silence(library, "\(library.spoken) had told of no tests when the run was stopped")
  }

  /// Not where it is known to have had none.
  static func isUnheard(_ plan: [Batch], told: [TestCase], known: [TestCase]?) -> Bool {
    func isOfIt(_ test: TestCase) -> Bool { test.library == .swiftTesting }
    return plan.contains { $0.library == .swiftTesting } && !told.contains(where: isOfIt)
      && known?.contains(where: isOfIt) ?? true
  }

  /// They stay in the counts, as not run.
  func standIn(in ledger: inout TestLedger) {
    guard !ledger.silences.isEmpty else { return }
    let report = report
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
