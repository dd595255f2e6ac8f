import Files
import Formats
import Foundation
import Model
import Words

/// The tests in several processes side by side, where that was asked for and is known to go well. What goes
/// wrong there says nothing yet: then all run once more, one after the other, and that is what counts.
struct SharedRun {
  struct Found {
    var ledger: TestLedger
    var stop: (any Error)?
    var sharing: TestSharing?
    /// What tests cannot have, from before and as this run showed.
    var apart: [TestID: TestApart] = [:]
    /// Absent where none ran before the others.
    var affected: AffectedRun?
    /// All of them ran once more, as `swift test` runs them.
    var isInTurn = false
  }

  private let site: TestSite
  /// How many batches may run at once where nothing is shared out.
  private let width: Int
  private let former: TestReport?
  /// What is reported of it; absent where nobody asked for several processes.
  private let sharing: TestSharing?
  private let processes: Int
  private let shares: TestShares?
  /// Which run first, where that is known. In order there is none: the order is the written one there.
  private let choice: AffectedChoice?
  private let inTwo: AffectedShares?
  /// They run once before all run in order, so that something is told soon; what they did is not kept.
  private let ahead: TestShares?
  /// Where no test executes what changed, that is told first, in whatever order they run.
  private let unconcerned: AffectedChoice?
  /// Where each may execute what changed, the verdict is known when the last has ended.
  private let everything: AffectedChoice?
  private let apart: [TestID: TestApart]

  private var workbench: Workbench { site.workbench }

  /// `plan`: how they run one after the other.
  init(
    _ run: TestRun, _ site: TestSite, _ list: (entries: [TestList.Entry], isTrustworthy: Bool),
    _ plan: [Batch], _ affected: AffectedChoice?
  ) {
    (self.site, width) = (site, run.processes)
    unconcerned = affected.flatMap { $0.tests.isEmpty && !$0.isEverything ? $0 : nil }
    everything = affected.flatMap { $0.isEverything && !$0.all.isEmpty ? $0 : nil }
    let first = affected?.first
    let tests = plan.filter { $0.library == .xctest }.flatMap(\.tests)
    let isShared = run.settings.processes != .number(1) && tests.count > 1
    let isAwaited = run.workbench.order.affectedFirst == true && first != nil
    guard isShared || isAwaited else {
      (former, sharing, processes, shares, apart) = (nil, nil, 1, nil, [:])
      (choice, inTwo, ahead) = (nil, nil, nil)
      return
    }
    let former = run.workbench.order.completeReport.flatMap { run.workbench.earlier.report(at: $0) }?.tests
    let times = TestTimes([former].compactMap(\.self) + run.workbench.timedTests)
    let timed = tests.map { PlannedTest($0.row, expectedSeconds: times.seconds[$0.id]) }
    let apart = Self.stillApart(former, run.known)
    // Classes of one name in two modules are batches of their own even one after the other.
    let canBeTold =
      list.isTrustworthy && run.entry == nil && list.entries.allSatisfy(\.canBeNamed)
      && plan.count { $0.library == .xctest } <= 1
    let question = TestSharing.Question(
      run.settings.processes, cores: site.cores, former: former,
      seconds: timed.compactMap(\.expectedSeconds).reduce(0, +),
      canBeTold: canBeTold, apart: Set(apart.values))
    let sharing = isShared ? TestSharing.decide(question) : nil
    let processes = sharing?.processes ?? 1
    (self.former, self.sharing, self.processes, self.apart) = (former, sharing, processes, apart)
    let isInTwo = isAwaited && canBeTold && !apart.values.contains(.order)
    let classes = SeparableClasses(run.known)
    func together(_ target: String, _ suite: String) -> Bool { !classes.mayPart(suite, of: target) }
    let lately = Set(run.workbench.order.failedLately ?? [])
    guard processes > 1 || isInTwo else {
      (shares, inTwo) = (nil, nil)
      choice = first.flatMap { AheadRun.isWorthIt($0, times.seconds, sharing?.why) && canBeTold ? $0 : nil }
      let make = TestShares.init(inOrder:_:)
      ahead = choice.map { AffectedShares($0, of: timed, lately: [], together: together, make: make).first }
      return
    }
    // What is measured beside others is measured badly.
    let measured = (former?.cases ?? []).filter { !$0.measurements.isEmpty }.map(\.id)
    let alone = Set(apart.keys).union(measured)
    let known = Set(timed.map(\.id))
    func make(_ tests: [PlannedTest], _ others: Batch?) -> TestShares {
      guard processes > 1 else { return TestShares(inOrder: tests, others) }
      let own = Set(tests.map(\.id))
      return TestShares(
        of: tests, processes: processes,
        apart: alone.filter { own.contains($0) || !known.contains($0) }, others: times.others, others,
        keepsTogether: together)
    }
    shares = make(timed, plan.first { $0.library == .swiftTesting })
    (choice, ahead) = (first, nil)
    inTwo = choice.map { AffectedShares($0, of: timed, lately: lately, together: together, make: make) }
  }

  /// Until what they do changes.
  private static func stillApart(_ former: TestReport?, _ sources: [TestSource]) -> [TestID: TestApart] {
    let before = (former?.cases ?? []).filter { $0.apart != nil }
    guard !before.isEmpty else { return [:] }
    let places = TestPlaces(sources)
    return before.reduce(into: [:]) { apart, test in
      let body = test.library == .xctest ? places.place(of: test)?.body : test.body
      if body == nil || test.body == nil || body == test.body { apart[test.id] = test.apart }
    }
  }

  func perform(_ plan: [Batch]) -> Found {
    guard let shares else {
      if let words = sharing?.words { workbench.log.write(line: "[The tests of XCTest run \(words).]") }
      let began = workbench.surroundings.now()
      var affected = unconcerned.map { choice in
        var first = AffectedRun(tests: [])
        first.verdictSeconds = tell(of: choice, TestLedger(), since: began)
        return first
      }
      // In somebody's own home what they leave stays.
      if let ahead, let choice, workbench.settings.home == .own {
        let early = perform(ahead, of: choice, since: began)
        if early.stop != nil { return early }
        affected = early.affected
      }
      site.effort.begin()
      let (ledger, stop) = carryOut(plan, width: width, after: ahead == nil ? 0 : 5 * Self.manyBatches)
      var found = Found(ledger: ledger, stop: stop, sharing: sharing, apart: apart, affected: affected)
      if stop == nil, width == 1, let busy = site.effort.busy { found.sharing?.busy = busy }
      return told(found, since: began)
    }
    if let sharing { workbench.log.write(line: "[The tests of XCTest run \(sharing.words).]") }
    if let choice, let inTwo { return affectedFirst(choice, inTwo, plan) }
    let began = workbench.surroundings.now()
    var (beside, stop) = besideEachOther(shares)
    if stop == nil, let doubt = beside.doubtBeside(former) {
      return inTurn(plan, beside, because: doubt)
    }
    // There was no time to look at it again.
    if stop != nil { beside.forgetWrong() }
    return told(Found(ledger: beside, stop: stop, sharing: sharing, apart: apart), since: began)
  }

  private func besideEachOther(
    _ shares: TestShares, after begun: Int = 0
  ) -> (ledger: TestLedger, stop: (any Error)?) {
    let (beside, stop) = carryOut(shares.beside, width: processes, after: begun, isProvisional: true)
    guard stop == nil, !shares.alone.isEmpty else { return (beside, stop) }
    var ledger = beside
    let (alone, stopAlone) = carryOut(
      shares.alone, width: 1, after: begun + Self.manyBatches, isProvisional: true)
    ledger.merge(alone)
    return (ledger, stopAlone)
  }

  /// What a run had before, whose batches are no more than that.
  private static let manyBatches = 100_000

  /// As `swift test` runs them.
  private func inTurn(_ plan: [Batch], _ beside: TestLedger, because doubt: String) -> Found {
    let why =
      processes > 1
      ? "With others beside them \(doubt): all run once more, one after the other"
      : "All run once more, in their order"
    workbench.log.write(line: "[\(why). Only that counts.]")
    workbench.log.tell(.startingOver(why))
    forget()
    var (ledger, stop) = carryOut(plan, width: 1, after: 5 * Self.manyBatches)
    var known = apart
    let told = sharing.map { TestSharing(processes: 1, why: .doubt, busy: $0.busy) }
    // What counts no more was seen all the same.
    let seen = (beside.oddEnds + beside.doubts + beside.untold).filter {
      !(ledger.oddEnds + ledger.doubts + ledger.untold).contains($0)
    }
    for sentence in seen.prefix(Self.mostNamed) {
      ledger.note("Only in a run before, which does not count: \(sentence)")
    }
    // What needs those before it is told where all of them ran side by side.
    guard stop == nil, processes > 1 else {
      return Found(ledger: ledger, stop: stop, sharing: told, apart: known, isInTurn: true)
    }
    let well = ledger.differing(from: beside)
    for test in well { known[test.id] = known[test.id] == .beside ? .order : .beside }
    for sentence in Self.words(well.map { ($0.id, known[$0.id] ?? .beside) }) { ledger.note(sentence) }
    return Found(ledger: ledger, stop: stop, sharing: told, apart: known, isInTurn: true)
  }

  /// What ran beside others, or before them, is neither measured nor kept, and what it left is not there.
  private func forget() {
    FileTree.remove(site.profiles.folder)
    FileTree.remove(workbench.crashReports)
    site.profiles.processes?.removeAll()
    workbench.left.disown()
    workbench.forgetLeft()
  }

  private static func words(_ tests: [(id: TestID, apart: TestApart)]) -> [String] {
    let names = Dictionary(grouping: tests, by: \.apart).mapValues { rows in
      let first = rows.prefix(mostNamed).map(\.id.rawValue).joined(separator: ", ")
      let more = rows.count > mostNamed ? " and \(Figures.grouped(rows.count - mostNamed)) more" : ""
      return (first + more, rows.count == 1)
    }
    return [
      names[.beside].map { names, isOne in
        "\(names) ended otherwise with other tests beside \(isOne ? "it" : "them") than one after the other: "
          + "\(isOne ? "it needs" : "they need") the others not to run beside \(isOne ? "it" : "them"), or "
          + "those before \(isOne ? "it" : "them"), if that was no chance. "
          + "\(isOne ? "Its class runs" : "Their classes run") apart from now on, which will tell."
      },
      names[.order].map { names, isOne in
        "\(names) ended otherwise without the tests before \(isOne ? "it" : "them") than in the order of "
          + "`swift test`: all tests run one after the other from now on."
      },
    ].compactMap(\.self)
  }

  private static let mostNamed = 5

  private func carryOut(
    _ plan: [Batch], width: Int, after begun: Int, isProvisional: Bool = false
  ) -> (ledger: TestLedger, stop: (any Error)?) {
    TestExecutor(width: width, log: workbench.log, isProvisional: isProvisional, begun: begun) {
      batch, turn in
      BatchProcess(site: site, batch: batch, turn: turn).perform()
    }.perform(plan)
  }
}

extension SharedRun {
  /// Those that execute what changed, then what is known of them is told, then the others.
  private func affectedFirst(
    _ choice: AffectedChoice, _ shares: AffectedShares, _ plan: [Batch]
  ) -> Found {
    var affected = AffectedRun(choice)
    let began = workbench.surroundings.now()
    var (ledger, stop): (TestLedger, (any Error)?) = (TestLedger(), nil)
    if !choice.tests.isEmpty {
      (ledger, stop) = besideEachOther(shares.first)
    }
    let doubt = stop == nil ? ledger.doubtBeside(former) : nil
    if stop == nil {
      affected.verdictSeconds = tell(of: choice, ledger, isDoubtful: doubt != nil, since: began)
    }
    var found: Found
    if let doubt {
      found = inTurn(plan, ledger, because: doubt)
    } else {
      found = Found(ledger: ledger, stop: stop, sharing: sharing, apart: apart)
      if stop == nil { found = others(shares.rest, behind: ledger, plan) }
      if found.stop != nil, !found.isInTurn { found.ledger.forgetWrong() }
    }
    found.affected = affected
    return found
  }

  /// Those that execute what changed run on their own, and what is known of them is told. Then all is as if
  /// they had not run.
  private func perform(_ ahead: TestShares, of choice: AffectedChoice, since began: Date) -> Found {
    var (ledger, stop) = besideEachOther(ahead)
    var affected = AffectedRun(choice)
    if stop == nil {
      let isDoubtful = ledger.doubtBeside(former) != nil
      affected.verdictSeconds = tell(of: choice, ledger, isDoubtful: isDoubtful, since: began)
      forget()
    } else {
      ledger.forgetWrong()
    }
    return Found(ledger: ledger, stop: stop, sharing: sharing, apart: apart, affected: affected)
  }

  /// When it was told, from the beginning of the integration.
  private func tell(
    of choice: AffectedChoice, _ ledger: TestLedger, isDoubtful: Bool = false, since began: Date
  ) -> Double {
    let idle = Set(ledger.cases.filter { $0.outcome == .skipped }.map(\.id)).intersection(choice.idle)
    let own = ledger.cases.filter { $0.isAmong(choice.tests) && !idle.contains($0.id) }
    let awake = choice.idle.intersection(choice.tests).subtracting(idle).count
    let wrong = own.filter(\.outcome.wentWrong)
    let failed = isDoubtful ? againAlone(wrong) : []
    let now = workbench.surroundings.now()
    tell(
      FirstVerdict(
        count: max(choice.tests.subtracting(idle).count, own.count),
        passed: own.count { $0.outcome == .passed }, failed: failed, total: choice.all.count,
        seconds: now.timeIntervalSince(began), isDoubtful: isDoubtful,
        areMore: wrong.count > Self.mostAgain, unsure: choice.unsure + awake,
        isEverything: choice.isEverything, mayConcernOthers: choice.mayConcernOthers))
    return now.timeIntervalSince(workbench.startedAt)
  }

  /// That all of what may execute the change went well is told before anything is counted or published.
  private func told(_ found: Found, since began: Date) -> Found {
    guard let everything, choice == nil, found.stop == nil, found.ledger.doubtBeside(former) == nil else {
      return found
    }
    var found = found
    found.affected = AffectedRun(tests: everything.tests, isEverything: true)
    found.affected?.verdictSeconds = tell(of: everything, found.ledger, since: began)
    return found
  }

  private func others(
    _ shares: TestShares, behind first: TestLedger, _ plan: [Batch]
  ) -> Found {
    let (rest, stop) = besideEachOther(shares, after: 3 * Self.manyBatches)
    var ledger = first
    ledger.merge(rest)
    if stop == nil, let doubt = ledger.doubtBeside(former) { return inTurn(plan, ledger, because: doubt) }
    return Found(ledger: ledger, stop: stop, sharing: sharing, apart: apart)
  }

  /// Those that fail with nothing beside them too. Of many it is enough to know some.
  private func againAlone(_ tests: [TestCase]) -> [TestID] {
    let again = tests.prefix(Self.mostAgain).map { row in
      Batch(library: row.library, selection: .named, tests: [PlannedTest(row)])
    }
    let (ledger, _) = carryOut(again, width: 1, after: 2 * Self.manyBatches, isProvisional: true)
    return ledger.cases.filter(\.outcome.isFailure).map(\.id).sorted()
  }

  private static let mostAgain = 20

  private func tell(_ verdict: FirstVerdict) {
    workbench.log.write(line: "[\(verdict.words).]")
    workbench.log.tell(.firstVerdict(verdict))
  }
}

extension TestRun {
  var settings: Bot.TestSettings { workbench.settings.tests }
}
