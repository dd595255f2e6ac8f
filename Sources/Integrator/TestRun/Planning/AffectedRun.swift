import Coverage
import Formats
import Model
import Words

/// The tests that ran before the others, or all where each is one, and when it was told how they ended.
struct AffectedRun: Equatable, Sendable {
  var tests: Set<TestID>
  var isEverything = false
  /// What changed besides may concern the others too.
  var mayConcernOthers = false
  /// From the beginning of the integration.
  var verdictSeconds: Double?
}

extension AffectedRun {
  init(_ choice: AffectedChoice) {
    self.init(tests: choice.told, mayConcernOthers: choice.mayConcernOthers)
  }
}

/// Which of the tests execute what changed.
struct AffectedChoice: Equatable {
  /// None where nothing that a test executes changed; all where nobody knows who depends on it.
  var tests: Set<TestID>
  var all: [TestCase]
  /// All of Swift Testing, as far as it tells them before they run.
  var swiftTesting: [PlannedTest]
  /// The integration whose map it was, and its commit.
  var since: IntegrationNumber?
  var commit: CommitID?
  /// What changed, in words.
  var changed = ""
  /// How many are among them only because nobody knows what they execute.
  var unsure = 0
  /// Those that run first where it is all of them, because of what changed besides.
  var foremost: Set<TestID> = []
  var mayConcernOthers = false
  /// Skipped as ever, so that nobody could measure them: they run with these, and execute nothing.
  var idle: Set<TestID> = []

  /// Those that are counted.
  var told: Set<TestID> { tests.subtracting(idle) }

  var isEverything: Bool { all.allSatisfy { tests.contains($0.id) } }

  /// Those that run before the others; nil where there are no such.
  var first: AffectedChoice? {
    guard isEverything else { return self }
    guard !foremost.isEmpty, foremost.count * Self.leastPart <= all.count else { return nil }
    var first = self
    (first.tests, first.mayConcernOthers) = (foremost, true)
    return first
  }

  /// More of them would tell nothing much sooner than all.
  private static let leastPart = 2
}

extension AffectedChoice {
  /// Nil where no map is known, or not all tests. `others`: the tests of Swift Testing, by their ids.
  init?(_ run: TestRun, _ plan: [Batch], _ mapped: MappedProgram?, others: () -> [TestID]?) {
    guard let mapped, let map = run.workbench.formerTestMap.value else { return nil }
    let xctest = plan.filter { $0.library == .xctest }.flatMap(\.tests)
    let hasOthers = plan.contains { $0.library == .swiftTesting }
    guard let listed = hasOthers ? others() : [] else {
      run.workbench.note("Swift Testing's list of tests could not be read, so that no test is left out.")
      return nil
    }
    let swiftTesting = listed.filter(run.settings.admits).map { PlannedTest(EventStream.announced($0)) }
    let all = (xctest + swiftTesting).map(\.row)
    let among = AffectedTests.among(all, map, mapped.code)
    let tests = among ?? Set(all.map(\.id))
    let former = run.workbench.order.completeReport.flatMap { run.workbench.earlier.report(at: $0) }
    let standing = Set(former?.tests.cases.map(\.id) ?? [])
    self.init(
      tests: tests, all: all, swiftTesting: swiftTesting, since: map.integration, commit: map.commit,
      changed: Self.words(AffectedTests.changed(map, mapped.code)),
      unsure: AffectedTests.unsure(all, map, mapped.code, standing: standing),
      foremost: AffectedTests.foremost(all, map, mapped.code))
    let measured = Set(map.tests.map(\.id))
    idle = Set((former?.tests.cases ?? []).filter { $0.outcome == .skipped }.map(\.id))
      .subtracting(measured)
    unsure = max(0, unsure - idle.intersection(tests).count)
  }

  private static let mostNamed = 3

  private static func words(_ functions: [TestMap.Function]) -> String {
    guard !functions.isEmpty else { return "no function had changed that the map knows" }
    let named = functions.prefix(mostNamed).map { "\($0.name) in \($0.path)" }.joined(separator: ", ")
    let left = functions.count - mostNamed
    return "it had executed none of what changed: \(named)"
      + (left > 0 ? " and \(Figures.count(left, "function")) more" : "")
  }

  /// What is noted of it, so that it can be told afterwards whether it would have been enough.
  func noted(besides lately: [TestID]) -> SelectionScore.Choice {
    SelectionScore.Choice(
      since: since, all: Set(all.map(\.id)), chosen: tests.union(lately), changed: changed)
  }
}

/// Tests that run once before all of them run in order.
enum AheadRun {
  /// Where it is no longer than a quarter of what follows, and that takes its time. A test that needs those
  /// before it would say nothing true.
  static func isWorthIt(
    _ choice: AffectedChoice, _ known: [TestID: Double], _ why: TestSharing.Why?
  ) -> Bool {
    guard why == .turn || why == .notGreen, !choice.tests.isEmpty, !choice.isEverything else { return false }
    let all = known.values.reduce(0, +)
    // One of which nobody knows takes as long as the others do.
    let usual = known.isEmpty ? 0 : all / Double(known.count)
    let early = choice.tests.reduce(0) { $0 + (known[$1] ?? usual) }
    return all >= leastSeconds && early * 4 <= all
  }

  private static let leastSeconds = 2.0
}

/// Those that execute what changed, and then the others.
struct AffectedShares {
  let first: TestShares
  let rest: TestShares

  /// `make`: the shares of some of XCTest's tests, with this of Swift Testing. `together`: whether a class
  /// must not be parted; it comes whole with the first of its tests.
  init(
    _ choice: AffectedChoice, of tests: [PlannedTest], lately: Set<TestID>,
    together: (_ target: String, _ suite: String) -> Bool, make: ([PlannedTest], Batch?) -> TestShares
  ) {
    let suites = Set(
      tests.filter { choice.tests.contains($0.id) && together($0.row.target, $0.row.suite) }
        .map { [$0.row.target, $0.row.suite] })
    func isFirst(_ test: PlannedTest) -> Bool {
      choice.tests.contains(test.id) || suites.contains([test.row.target, test.row.suite])
    }
    let others = choice.swiftTesting.filter { choice.tests.contains($0.id) }
    let all = Batch(library: .swiftTesting, selection: .all)
    var (batch, left): (Batch?, Batch?) = (nil, all)
    if !others.isEmpty, others.count == choice.swiftTesting.count {
      (batch, left) = (all, nil)
    } else if !others.isEmpty {
      batch = Batch(library: .swiftTesting, selection: .named, tests: others)
      left?.skipped = others
    }
    first = make(tests.filter(isFirst), batch)
    let rest = tests.filter { !isFirst($0) }
    var shares = make(rest.filter { !lately.contains($0.id) }, left)
    let late = rest.filter { lately.contains($0.id) }
    if !late.isEmpty {
      let early = make(late, nil)
      shares.beside = early.beside + shares.beside
      shares.alone = early.alone + shares.alone
    }
    self.rest = shares
  }
}
