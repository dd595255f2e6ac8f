import Formats
import Model
import Threads
import Words

/// Runs the tests of one integration: asks what there is, makes the plan and has it carried out.
struct TestRun {
  let workbench: Workbench
  let program: TestProgram
  let sources: SourceMap
  let profiles: ProfileSettings
  let toolchain: Toolchain
  var specs: QuickSpecs?
  var entry: TestEntryPoint?
  /// The test program as it was when the tests began.
  var mark: ProgramMark?
  /// How many test processes may run at once where the tests are not shared out.
  var processes = 1
  /// What its sources say.
  var read = Later(ReadSources())

  var known: [TestSource] { read.value.tests }

  /// What became of every test, and why not all was carried out. `mapped` is looked at before the first runs.
  func perform(_ mapped: Later<MappedProgram?>) -> (ledger: TestLedger, stop: (any Error)?) {
    var ledger = TestLedger()
    do {
      // A program that begins by itself would run its tests.
      let others = workbench.order.testMap == nil || entry != nil ? nil : Later { [self] in listOthers() }
      let list = try list()
      // A test may write others in their place.
      _ = read.value
      let whole = plan(list, &ledger)
      let site = try site(list.entries)
      site.headcount.add(ledger.order)
      let affected = AffectedChoice(self, whole, mapped.value) { others?.value ?? listOthers() }
      let plan = select(whole, list.entries, affected, &ledger)
      let shared = SharedRun(self, site, list, plan, ledger.selectedSince == nil ? affected : nil)
      let found = shared.perform(plan)
      ledger.merge(found.ledger)
      if list.entries.isEmpty, !list.isTrustworthy { ledger.leaveOut { settings.admits($0) } }
      if let specs { ledger.tell(by: specs, list.entries) }
      let last = LastTests(workbench: workbench)
      if found.stop != nil { last.tellUnheard(of: plan, in: &ledger) }
      last.standIn(in: &ledger)
      if ledger.order.isEmpty, ledger.silences.isEmpty, found.stop == nil {
        ledger.nearTests = NearTests.names(
          near: workbench.settings.tests.filters,
          among: list.entries.map(\.id) + (program.listSwiftTesting(workbench) ?? []))
      }
      if found.stop == nil, !list.isTrustworthy, !list.entries.isEmpty, !ledger.wasCountedWhole {
        ledger.isListTorn = true
        ledger.addOddEnd(
          "XCTest's list of tests could not be read whole, and no process ran them all to the end, so that "
            + "nothing tells of tests that are missing in it")
      }
      let left = tellLate(&ledger).union(ledger.hungBefore)
      let stop =
        found.stop ?? TogetherAgain(site).perform(&ledger)
        ?? Repetition(site, without: left).perform(&ledger)
      (ledger.sharing, ledger.affected, ledger.choice) = (found.sharing, found.affected, affected)
      for (test, apart) in found.apart { ledger.setApart(test, apart) }
      for sentence in ledger.notes { workbench.note(sentence) }
      return (ledger, stop)
    } catch {
      return (ledger, error)
    }
  }

  /// Why one of the tests fails.
  func find(_ question: CulpritQuestion) throws -> TestCase {
    try CulpritRun(site(list().entries), question).perform()
  }

  /// The same tests elsewhere, where what they leave is nobody else's.
  func moved(to workbench: Workbench, _ profiles: ProfileSettings) -> TestRun {
    var run = TestRun(
      workbench: workbench, program: program, sources: sources, profiles: profiles, toolchain: toolchain,
      specs: specs, entry: entry, mark: mark)
    run.read = read
    return run
  }

  /// Where its tests can be run one by one.
  func site() throws -> TestSite { try site(list().entries) }

  private func tellLate(_ ledger: inout TestLedger) -> Set<TestID> {
    var found: Set<TestID> = []
    let late = read.value.late.find(in: ledger.cases)
    for row in ledger.cases {
      guard let origin = late[row.id] else {
        if let words = read.value.late.wordsBeside(row) { ledger.addOddEnd(words) }
        continue
      }
      found.insert(row.id)
      // Where its own failures are silenced, this one is not: it is none of its own.
      ledger.addOddEnd(LateFailures.words(row, origin))
    }
    for test in ledger.failedLate.sorted() {
      found.insert(test)
      ledger.note(LateFailures.note(test))
    }
    return found
  }

  @Sendable private func listOthers() -> [TestID]? {
    program.listSwiftTesting(workbench, modules: Set(known.map(\.target.c99name)))
  }

  private func list() throws -> (entries: [TestList.Entry], isTrustworthy: Bool) {
    var list = try program.listXCTests(workbench)
    if let specs { list.entries = specs.named(list.entries) }
    return list
  }

  private func site(_ entries: [TestList.Entry]) throws -> TestSite {
    let hasUnsaid = entries.contains { !$0.canBeNamed }
    let former = entries.isEmpty ? LastTests(workbench: workbench).report?.tests : nil
    return TestSite(
      workbench: workbench, program: program, sources: sources, profiles: profiles, announced: entries,
      modules: entries.isEmpty ? ClassModules.find(known, former) : [:],
      headcount: Headcount(), late: read.value.late,
      hasSwiftTesting: known.contains(where: \.hasSwiftTesting), mark: mark,
      witness: .whenAsked { [toolchain, workbench] in EndWitness.make(toolchain, workbench) },
      chooser: hasUnsaid ? try TestChooser.make(for: program, entries, toolchain, workbench) : nil)
  }

  /// What is left of the plan where only those run that what changed concerns: all where that is nothing,
  /// because nothing would be known then.
  private func select(
    _ plan: [Batch], _ announced: [TestList.Entry], _ affected: AffectedChoice?, _ ledger: inout TestLedger
  ) -> [Batch] {
    guard settings.select == .affected, workbench.order.runsAll != true, workbench.order.limited == nil,
      let affected, !affected.isEverything, !affected.tests.isEmpty, let since = affected.since
    else { return plan }
    // In the very commit that is known nothing changed, whatever is in doubt of single tests.
    if let commit = affected.commit, workbench.order.source == .commit(commit) { return plan }
    let chosen = affected.tests.union(workbench.order.failedLately ?? [])
    // Those that are disabled would say nothing.
    let skipped = workbench.order.completeReport.flatMap { workbench.earlier.report(at: $0) }?.tests.cases
      .filter { $0.outcome == .skipped }.map(\.id)
    guard !chosen.isSubset(of: skipped ?? []) else { return plan }
    let tests = plan.filter { $0.library == .xctest }.flatMap(\.tests).filter { chosen.contains($0.id) }
    let others = affected.swiftTesting.filter { chosen.contains($0.id) }
    let count = affected.all.count
    guard tests.count + others.count < count else { return plan }
    ledger.select(Set(tests.map(\.id)), of: announced.count)
    ledger.selectedSince = since
    ledger.selectsLately = (tests + others).contains { !affected.tests.contains($0.id) }
    let told = "\(Figures.grouped(tests.count + others.count)) of \(Figures.count(count, "test")) run: "
    workbench.log.write(line: "[\(told)those that execute what changed since \(since).]")
    workbench.log.tell(.testsAnnounced(tests.count + others.count))
    let batch = Batch(library: .swiftTesting, selection: .named, tests: others)
    return TestPlan.xctest(announced: announced, selected: tests) + (others.isEmpty ? [] : [batch])
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
    let asked = Set(selected.map(\.id))
    ledger.unasked = list.entries.map(\.asCase).filter { !asked.contains($0.id) }
    ledger.leftOut = list.entries.count - selected.count
    var plan = TestPlan.stock(announced: list.entries, selected: selected.map { PlannedTest($0) })
    // A program that begins by itself runs its XCTest tests, whichever library it is asked for.
    if entry != nil { plan = plan.filter { $0.library == .xctest } }
    let andMore =
      plan.contains { $0.library == .swiftTesting } && !selected.isEmpty
      && known.contains { $0.declarations.functions.contains(where: \.isSwiftTesting) }
    workbench.log.tell(.testsAnnounced(selected.count, andMore: andMore ? true : nil))
    return plan
  }
}
