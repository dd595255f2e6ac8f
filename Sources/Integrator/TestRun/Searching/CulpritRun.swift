import Explaining
import Formats
import Model
import Words

/// Runs a test after fewer and fewer of the others, to see which of them makes it fail.
final class CulpritRun {
  private let site: TestSite
  private let question: CulpritQuestion
  private var leftOut: Set<TestID>
  private var isParallel = false
  private var turns = 0
  private(set) var ledger = TestLedger()

  /// Each costs another run.
  private static let mostDeaths = 5
  /// As much as one argument of a command line can carry.
  private static let mostBytes = 100_000

  init(_ site: TestSite, _ question: CulpritQuestion) {
    self.site = site.unmeasured("why")
    self.question = question
    leftOut = Set(question.leftOut).subtracting([question.test])
  }

  private var log: Log { site.workbench.log }

  func perform() throws -> TestCase {
    let (test, others, runs) = try candidates()
    var search = CulpritSearch(among: others) { [self] in try ends(test, after: $0) }
    let answer = try search.perform()
    let count = runs + search.runs
    let culprit =
      switch answer {
      case .alone: Culprit(.alone, runs: count)
      case .never: Culprit(.never, runs: count)
      case .needed(let tests, let also, let without):
        Culprit(
          isParallel ? .beside : .after, tests.map(\.id), also: also.map { $0.map(\.id) },
          without: without, runs: count)
      case .chance: Culprit(.chance, runs: count)
      case .unclear(let tests): Culprit(.unclear, tests.map(\.id), runs: count)
      }
    var row = test.row
    row.culprit = culprit
    return row
  }

  // MARK: What ran before it

  private typealias Candidates = (test: PlannedTest, others: [PlannedTest], runs: Int)

  private func candidates() throws -> Candidates {
    switch question.library {
    case .xctest: try xctests()
    case .swiftTesting: try swiftTests()
    }
  }

  private func xctests() throws -> Candidates {
    let selected = site.announced.filter { site.settings.admits($0.id) }.map { PlannedTest($0.asCase) }
    let plan = TestPlan.xctest(announced: site.announced, selected: selected)
    for batch in plan {
      guard let place = batch.tests.firstIndex(where: { $0.id == question.test }) else { continue }
      return (batch.tests[place], fitting(Array(batch.tests[..<place])), 0)
    }
    throw isMissing
  }

  /// One after the other they show an order; else they are only known to run side by side.
  private func swiftTests() throws -> Candidates {
    for isParallel in [false, true] {
      self.isParallel = isParallel
      var batch = Batch(library: .swiftTesting, selection: .all)
      batch.isParallel = isParallel
      batch.skipped = leftOut.sorted().map { PlannedTest(test: $0) }
      say("Running all tests of Swift Testing\(isParallel ? " side by side" : ", one after the other").")
      let found = try carryOut(batch)
      guard let row = found.cases.first(where: { $0.id == question.test }) else { throw isMissing }
      let test = PlannedTest(row, raw: found.rawNames[row.id])
      guard row.outcome.isFailure || isParallel else { continue }
      let others = found.cases.filter { other in
        guard other.id != row.id, other.outcome != .notRun else { return false }
        guard !isParallel, let begin = other.span?.from, let own = row.span?.from else { return true }
        return begin < own
      }
      return (
        test, fitting(inOrder(others).map { PlannedTest($0, raw: found.rawNames[$0.id]) }),
        isParallel ? 2 : 1
      )
    }
    throw isMissing
  }

  private func inOrder(_ rows: [TestCase]) -> [TestCase] {
    rows.enumerated().sorted {
      ($0.element.span?.from ?? 0, $0.offset) < ($1.element.span?.from ?? 0, $1.offset)
    }.map(\.element)
  }

  private var isMissing: Explanation {
    Explanation(
      doing: "finding out why \(question.test) fails", wrong: "there is no such test in what was built",
      advice: "`bothy tests` lists those that there are")
  }

  /// The last of them, where they are too many for a command line.
  private func fitting(_ tests: [PlannedTest]) -> [PlannedTest] {
    var bytes = 0
    let last = tests.filter { !leftOut.contains($0.id) }.reversed().prefix { test in
      bytes += test.id.rawValue.utf8.count + 1
      return bytes <= Self.mostBytes
    }
    return last.reversed()
  }

  // MARK: One run

  private func ends(
    _ test: PlannedTest, after others: [PlannedTest]
  ) throws -> CulpritSearch<PlannedTest>.Said? {
    for _ in 0..<Self.mostDeaths {
      let wanted = others.filter { !leftOut.contains($0.id) }
      var batch = Batch(library: question.library, selection: .named, tests: wanted + [test])
      batch.isParallel = isParallel
      let found: TestLedger
      do { found = try carryOut(batch) } catch PhaseStop.limit { return nil }
      let row = found.cases.first { $0.id == test.id }
      if let row, row.outcome != .notRun {
        let others = wanted.isEmpty ? "alone" : "with \(Figures.count(wanted.count, "other test"))"
        let isSkipped = row.outcome == .skipped
        say("\(row.outcome.word.capitalizedFirst) \(others).")
        return row.outcome.isFailure ? .fails : isSkipped ? .skips : .passes
      }
      let fatal = found.cases.filter { $0.outcome.isFailure && $0.crash != nil || $0.outcome == .timedOut }
      guard !fatal.isEmpty else { return nil }
      leftOut.formUnion(fatal.map(\.id))
    }
    return nil
  }

  private func carryOut(_ batch: Batch) throws -> TestLedger {
    turns += 1
    site.workbench.room.withLock { $0?.empty() }
    let part = LogPart(log, isItsTurn: true, tellsOfTests: false)
    let turn = BatchTurn(number: turns, log: part) { false }
    var outcome = BatchProcess(site: site, batch: batch, turn: turn).perform()
    if let stop = outcome.stop { throw stop }
    outcome.ledger.recallFailures()
    return outcome.ledger
  }

  private func say(_ sentence: String) {
    log.write(line: "[\(sentence)]")
    log.tell(.note(sentence))
  }
}

extension PlannedTest {
  fileprivate init(test: TestID) {
    self.init(
      TestCase(id: test, library: .swiftTesting, target: "", suite: "", name: "", outcome: .notRun))
  }
}

extension TestSite {
  /// For runs of which nothing is counted.
  func unmeasured(_ folder: String) -> TestSite {
    var site = self
    site.profiles = ProfileSettings(
      folder: workbench.folder.scratch + "/" + folder, isWanted: profiles.isWanted,
      keepsCountsOfCrashes: profiles.keepsCountsOfCrashes, program: profiles.program)
    // Measuring and judging need time too.
    site.reserveSeconds = min(60, workbench.settings.limits.minutes * 6)
    return site
  }
}
