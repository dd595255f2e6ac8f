import Formats
import Model

/// Runs the tests of one integration: asks what there is, makes the plan and has it carried out.
struct TestRun {
  let workbench: Workbench
  let program: TestProgram
  let sources: SourceMap
  let profiles: ProfileSettings
  let toolchain: Toolchain
  var specs: QuickSpecs?
  var entry: TestEntryPoint?
  /// How many test processes may run at once.
  var processes = 1

  /// What became of every test, and why not all was carried out.
  func perform() -> (ledger: TestLedger, stop: (any Error)?) {
    var ledger = TestLedger()
    do {
      var list = try program.listXCTests(workbench)
      if let specs { list.entries = specs.named(list.entries) }
      let plan = plan(list, &ledger)
      let hasUnsaid = list.entries.contains { !$0.canBeNamed }
      let site = TestSite(
        workbench: workbench, program: program, sources: sources, profiles: profiles,
        announced: list.entries, headcount: Headcount(),
        chooser: hasUnsaid
          ? try TestChooser.make(for: program, list.entries, toolchain, workbench) : nil)
      site.headcount.add(ledger.order)
      let found = TestExecutor(width: processes, log: workbench.log) { batch, turn in
        BatchProcess(site: site, batch: batch, turn: turn).perform()
      }.perform(plan)
      ledger.merge(found.ledger)
      if let specs { ledger.tell(by: specs, list.entries) }
      LastTests(workbench: workbench).standIn(in: &ledger)
      if ledger.order.isEmpty, ledger.silences.isEmpty, found.stop == nil {
        ledger.nearTests = NearTests.names(
          near: workbench.settings.tests.filters,
          among: list.entries.map(\.id) + program.listSwiftTesting(workbench))
      }
      let stop = found.stop ?? Repetition(site).perform(&ledger)
      for sentence in ledger.notes { workbench.note(sentence) }
      return (ledger, stop)
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
    ledger.leftOut = list.entries.count - selected.count
    workbench.log.tell(.testsAnnounced(selected.count))
    let plan = TestPlan.stock(announced: list.entries, selected: selected.map { PlannedTest($0) })
    // A program that begins by itself runs its XCTest tests, whichever library it is asked for.
    guard entry != nil else { return plan }
    return plan.filter { $0.library == .xctest }
  }
}
