import Formats
import Model

/// Runs the tests of one integration: asks what there is, makes the plan and has it carried out.
struct TestRun {
  let workbench: Workbench
  let program: TestProgram
  let sources: SourceMap
  let profiles: ProfileSettings
  /// How many test processes may run at once.
  var processes = 1

  /// What became of every test, and why not all was carried out.
  func perform() -> (ledger: TestLedger, stop: (any Error)?) {
    var ledger = TestLedger()
    do {
      let list = try program.listXCTests(workbench)
      let plan = plan(list, &ledger)
      let site = TestSite(
        workbench: workbench, program: program, sources: sources, profiles: profiles,
        announced: list.entries, headcount: Headcount())
      site.headcount.add(ledger.order)
      let found = TestExecutor(width: processes, log: workbench.log) { batch, turn in
        BatchProcess(site: site, batch: batch, turn: turn).perform()
      }.perform(plan)
      ledger.merge(found.ledger)
      LastTests(workbench: workbench).standIn(in: &ledger)
      if ledger.order.isEmpty, ledger.silences.isEmpty, found.stop == nil {
        ledger.nearTests = NearTests.names(
          near: workbench.settings.tests.filters,
          among: list.entries.map(\.id) + program.listSwiftTesting(workbench))
      }
      for sentence in ledger.notes { workbench.note(sentence) }
      return (ledger, found.stop)
    } catch {
      return (ledger, error)
    }
  }

  private func plan(
    _ list: (entries: [TestList.Entry], isTrustworthy: Bool), _ ledger: inout TestLedger
  ) -> [Batch] {
    if !list.isTrustworthy {
      workbench.note(
        "XCTest's list of tests could not be read whole; what ran is taken from what it printed.")
      if list.entries.isEmpty {
        return [Batch(library: .xctest, selection: .all), Batch(library: .swiftTesting, selection: .all)]
      }
    }
    let selected = list.entries.filter { workbench.settings.tests.admits($0.id) }.map(\.asCase)
    ledger.announce(selected)
    workbench.log.tell(.testsAnnounced(selected.count))
    return TestPlan.stock(announced: list.entries, selected: selected.map { PlannedTest($0) })
  }
}
