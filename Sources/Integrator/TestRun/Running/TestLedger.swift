import Formats
import Model
import Words

/// What is known of every test so far. Each test has one row; an outcome is written once.
struct TestLedger: Equatable, Sendable {
  private(set) var order: [TestID] = []
  private var rows: [TestID: TestCase] = [:]
  /// Why what was measured cannot be trusted: the numbers contradict each other.
  private(set) var doubts: [String] = []
  /// What went wrong though no test can be blamed. Red tests say more than these do.
  private(set) var oddEnds: [String] = []
  /// Why of tests that ran nothing tells how they went.
  private(set) var untold: [String] = []
  /// A test that is told as passed may have failed.
  private(set) var hidesFailures = false
  /// One of each of these may have brought down a process, though it passed when it ran again.
  private(set) var suspected: Set<TestID> = []
  /// What a reader must know beside them.
  private(set) var notes: [String] = []
  /// How libraries ended before they told which tests they have.
  private(set) var silences: [TestLibrary: String] = [:]
  /// Tests of Swift Testing in which something failed only when they had ended.
  private(set) var failedLate: Set<TestID> = []
  /// Tests of Swift Testing whose suite hung before they began.
  private(set) var hungBefore: Set<TestID> = []
  /// Names that are like those that were asked for, where no test has one of these.
  var nearTests: [String] = []
  /// Tests whose process ended while they ran, and nothing tells where in them.
  private(set) var openEnds: [OpenEnd] = []
  /// How many of XCTest's tests were not asked for.
  var leftOut = 0
  /// Those of them that it told of all the same.
  var unasked: [TestCase] = []
  /// XCTest ran all that it has in one process, which said at its end how many these were.
  private(set) var wasCountedWhole = false
  /// Some of XCTest's tests may be in no list and have run nowhere.
  var isListTorn = false
  /// How the tests were shared out, where that was asked for.
  var sharing: TestSharing?
  /// Those that ran before the others, because they execute what changed.
  var affected: AffectedRun?
  /// Which tests execute what changed, where a map tells.
  var choice: AffectedChoice?
  /// Only tests ran that what changed since there concerns.
  var selectedSince: IntegrationNumber?
  /// Some of these only because they failed lately.
  var selectsLately = false
  /// What Swift Testing itself calls its tests.
  private(set) var rawNames: [TestID: String] = [:]
  private var deaths: [Death] = []
  /// What stood still side by side, and may only have been slow.
  private(set) var stoodStill: [StoodStill] = []
  /// What had become of tests when their process ended before they did.
  private var cutOff: [TestID: TestCase] = [:]
  /// What went wrong in processes that had been asked to quit, as something hung.
  private var aftermath: [TestID: String] = [:]

  /// A process died while tests ran side by side; or some were seen to bring theirs down.
  private enum Death: Equatable {
    case suspected([TestID], because: String, saying: String?, still: Standstill?, while: Moment)
    case explained(Set<TestID>)
  }

  mutating func announce(_ cases: [TestCase]) {
    for row in cases where rows[row.id] == nil {
      order.append(row.id)
      rows[row.id] = row
    }
  }

  /// An outcome replaces "not run", never another outcome.
  mutating func record(_ row: TestCase) {
    if let known = rows[row.id] {
      guard known.outcome == .notRun else { return }
    } else {
      order.append(row.id)
    }
    rows[row.id] = row
  }

  /// All that a process told, in its order; what did not run in it is announced only.
  mutating func take(_ cases: [TestCase]) {
    announce(cases.map(\.unrun))
    for row in cases where row.outcome != .notRun { record(row) }
  }

  /// Of a process that was ended: what had begun in it.
  mutating func noteBegun(_ cases: [TestCase]) {
    for row in cases where row.wasCutOff {
      announce([row.unrun])
      if rows[row.id]?.outcome == .notRun { rows[row.id]?.begun = true }
    }
  }

  /// What the sources of Quick's specs know of their examples.
  mutating func tell(by specs: QuickSpecs, _ entries: [TestList.Entry]) {
    for entry in entries where entry.isQuick {
      if let row = rows[entry.id] { rows[entry.id] = specs.told(row, as: entry) }
    }
  }

  /// It had failed when its process ended, and runs again. That it brought the process down says more.
  mutating func cutOff(_ row: TestCase) {
    let known = cutOff[row.id]?.outcome
    if known == nil || known == .failed && row.outcome != .failed { cutOff[row.id] = row }
  }

  /// What failed once did not pass, however it went when it ran again.
  mutating func recallFailures() {
    for (id, row) in cutOff.sorted(by: { $0.key < $1.key }) {
      var known = rows[id] ?? row.unrun
      guard !known.outcome.isFailure else {
        rows[id] = known.completed(by: row)
        continue
      }
      var row = row
      // Of one that is not known to have ended, something may be known that explains it.
      if known.outcome == .notRun {
        guard let failed = row.failedBeforeItsEnd else { continue }
        row = failed
      }
      (known.outcome, known.failures, known.crash) = (row.outcome, row.failures, row.crash)
      known.stack = row.stack
      (known.output, known.arguments, known.skipReason) = (row.output, row.arguments, nil)
      if rows[id] == nil { order.append(id) }
      rows[id] = known
    }
    cutOff = [:]
    tellAftermath()
  }

  /// In the same process something hung, which was asked to quit before this one began: it may have left what
  /// this fails of, or the asking itself is why it did.
  mutating func hear(_ row: TestCase, after hung: String) {
    let did = row.outcome == .notRun ? "may have crashed" : row.outcome == .crashed ? "crashed" : "failed"
    let words = row.failures.first.map { ": \($0.message)" } ?? ""
    aftermath[row.id] =
      "\(row.id) \(did) in the process in which \(hung) hung, after that was asked to end, and not in another"
      + words
  }

  private mutating func tellAftermath() {
    for (id, words) in aftermath.sorted(by: { $0.key < $1.key }) where rows[id]?.outcome.isFailure != true {
      addOddEnd(words)
    }
    aftermath = [:]
  }

  /// It passed alone, and not so once more with others beside it.
  mutating func amendPassed(_ row: TestCase) {
    guard let known = rows[row.id], !known.outcome.isFailure else { return }
    var failed = known
    (failed.outcome, failed.failures, failed.arguments) = (row.outcome, row.failures, row.arguments)
    (failed.output, failed.skipReason) = (row.output, nil)
    rows[row.id] = failed
  }

  /// It ran again, after all.
  mutating func amend(_ row: TestCase) {
    if rows[row.id] != nil { rows[row.id] = row }
  }

  /// What went wrong says nothing: as if it had not run.
  mutating func forgetWrong() {
    for (id, row) in rows where row.outcome.wentWrong { rows[id] = row.unrun }
  }

  /// Of what was announced only these are to run. Swift Testing's others are counted by their sources.
  mutating func select(_ tests: Set<TestID>, of announced: Int) {
    order.removeAll { !tests.contains($0) }
    rows = rows.filter { tests.contains($0.key) }
    leftOut = announced - tests.count
  }

  /// XCTest ran all its tests, as none could be asked for. One of an unknown module may have been meant.
  mutating func leaveOut(_ isAsked: (TestID) -> Bool) {
    let others = cases.filter { $0.library == .xctest && !$0.target.isEmpty && !isAsked($0.id) }
    guard !others.isEmpty else { return }
    let names = Set(others.map(\.id))
    order.removeAll { names.contains($0) }
    rows = rows.filter { !names.contains($0.key) }
    unasked += others.map(\.unrun)
    leftOut += others.count
    let tests = Figures.count(others.count, "test")
    let verb = others.count == 1 ? "does" : "do"
    note("All tests of XCTest ran, and \(tests) that nobody asked for \(verb) not count.")
  }

  /// It cannot have others beside it, or another order.
  mutating func setApart(_ test: TestID, _ apart: TestApart) { rows[test]?.apart = apart }

  mutating func know(_ names: [TestID: String]) { rawNames.merge(names) { first, _ in first } }

  var cases: [TestCase] { order.compactMap { rows[$0] } }

  /// What else the library has is unknown, so that neither its absence nor the rest's success says anything.
  mutating func silence(_ library: TestLibrary, _ sentence: String) {
    if silences[library] == nil { silences[library] = sentence }
  }

  mutating func explain(_ library: TestLibrary, _ clause: String) {
    silences[library]?.append("; " + clause)
  }

  mutating func countWhole() { wasCountedWhole = true }

  mutating func doubt(_ sentence: String) { Self.add(sentence, to: &doubts) }
  mutating func addOddEnd(_ sentence: String) { Self.add(sentence, to: &oddEnds) }
  mutating func addUntold(_ sentence: String) { Self.add(sentence, to: &untold) }
  mutating func note(_ sentence: String) { Self.add(sentence, to: &notes) }

  mutating func openEnd(_ end: OpenEnd) {
    if !openEnds.contains(where: { $0.test == end.test }) { openEnds.append(end) }
  }

  /// Issues that no test owns.
  mutating func add(looseIssues issues: [LooseIssue], _ late: LateFailures = LateFailures()) {
    for loose in issues {
      let issue = loose.failure
      let what = issue.isWarning == true ? "a warning" : issue.isKnown ? "a known issue" : "an issue"
      let sentence = "\(what) was recorded \(late.words(of: loose)): \(issue.message)"
      if issue.isKnown { note(sentence) } else { addOddEnd(sentence) }
    }
  }

  mutating func tellLate(_ tests: [TestID]) { failedLate.formUnion(tests) }

  private static func add(_ sentence: String, to list: inout [String]) {
    if !list.contains(sentence) { list.append(sentence) }
  }
}

extension TestLedger {
  /// What XCTest printed of each test against what it printed of all: a test that prints such lines itself
  /// can hide another's failure, and only the sum tells.
  mutating func compareCounts(of console: XCTestConsole) {
    guard let said = console.executedLine else { return }
    let seen = console.cases.count { $0.outcome != .notRun }
    if said.tests != seen {
      let tests = Figures.count(said.tests, "test")
      doubt("XCTest says that it executed \(tests), but \(Self.seen(seen))")
    }
    if said.failures != console.failureCount {
      let unexpected = Figures.grouped(said.unexpected)
      let failures = "\(Figures.count(said.failures, "failure")) (\(unexpected) unexpected)"
      hidesFailures = true
      // Red is red all the same.
      addOddEnd(
        "XCTest counts \(failures), but \(Self.seen(console.failureCount)), "
          + "so that a test may have failed that is told as passed, or the other way round")
    }
  }

  private static func seen(_ count: Int) -> String {
    "\(Figures.grouped(count)) \(count == 1 ? "was" : "were") seen"
  }
}

// MARK: Several processes

extension TestLedger {
  /// The process died while these ran side by side and none could be blamed yet.
  /// `still`: when it was ended because nothing was told of them.
  /// `saying`: the sentence of its crash, and where.
  mutating func suspect(
    _ tests: [TestID], because sentence: String, saying words: String? = nil, still: Standstill? = nil,
    while moment: Moment = .sideBySide
  ) {
    deaths.append(.suspected(tests, because: sentence, saying: words, still: still, while: moment))
  }

  /// Their suite could not be set up.
  mutating func hang(_ tests: Set<TestID>) { hungBefore.formUnion(tests) }

  /// Whoever is found explains the death for all that stood beside it.
  mutating func explain(_ culprits: Set<TestID>) {
    if !culprits.isEmpty { deaths.append(.explained(culprits)) }
  }

  /// Takes in what a batch found that comes after all that is here already.
  mutating func merge(_ other: TestLedger) {
    for row in other.cases {
      if row.outcome == .notRun { announce([row]) } else { record(row) }
    }
    noteBegun(other.cases)
    for sentence in other.doubts { doubt(sentence) }
    for sentence in other.oddEnds { addOddEnd(sentence) }
    for sentence in other.untold { addUntold(sentence) }
    for sentence in other.notes { note(sentence) }
    hidesFailures = hidesFailures || other.hidesFailures
    wasCountedWhole = wasCountedWhole || other.wasCountedWhole
    for (library, sentence) in other.silences { silence(library, sentence) }
    leftOut += other.leftOut
    failedLate.formUnion(other.failedLate)
    suspected.formUnion(other.suspected)
    hungBefore.formUnion(other.hungBefore)
    for end in other.openEnds { openEnd(end) }
    know(other.rawNames)
    deaths += other.deaths
    stoodStill += other.stoodStill
    for row in other.cutOff.values { cutOff(row) }
    aftermath.merge(other.aftermath) { first, _ in first }
  }

  /// When all has run: the deaths that no test alone has explained.
  mutating func settle() {
    var open: [(tests: [TestID], of: Story, words: String?)] = []
    for death in deaths {
      switch death {
      case .suspected(let tests, let sentence, let words, let still, let moment):
        // Tests that block wait for each other's threads: what they take alone may be all that it was.
        let alone = tests.compactMap { rows[$0]?.seconds }.reduce(0, +)
        let story = Story(sentence: sentence, moment: moment)
        guard let still, alone >= still.leastAlone else {
          open.append((tests, story, words))
          continue
        }
        if tests.contains(where: { rows[$0]?.outcome == .timedOut }) {
          let began = "\(sentence.capitalizedFirst) \(moment.words(tests.count))"
          note("\(began); one after the other all ended but what timed out.")
        } else {
          stoodStill.append(StoodStill(tests: tests, story: story, still: still, aloneSeconds: alone))
        }
      case .explained(let culprits):
        open.removeAll { !culprits.isDisjoint(with: $0.tests) }
        stoodStill.removeAll { !culprits.isDisjoint(with: $0.tests) }
      }
    }
    deaths = []
    let unexplained = Dictionary(grouping: open, by: \.of)
    for (story, deaths) in unexplained.sorted(by: { $0.key < $1.key }) {
      let tests = Set(deaths.flatMap(\.tests))
      addOddEnd(story, of: tests, saying: deaths.lazy.compactMap(\.words).first)
    }
  }

  /// Side by side they end too, when they have the time.
  mutating func excuse(_ still: StoodStill) {
    stoodStill.removeAll { $0 == still }
    let (sentence, moment) = (still.story.sentence, still.story.moment.words(still.tests.count))
    note(
      "\(sentence.capitalizedFirst) \(moment); one after the other they all ended, and so they did side "
        + "by side with more time.")
  }

  /// `because`: how they went side by side when they had the time.
  mutating func suspect(_ still: StoodStill, because words: String) {
    stoodStill.removeAll { $0 == still }
    addOddEnd(still.story, of: Set(still.tests), again: words)
  }

  private mutating func addOddEnd(
    _ story: Story, of suspects: Set<TestID>, again: String? = nil, saying words: String? = nil
  ) {
    suspected.formUnion(suspects)
    let names = suspects.map(\.rawValue).sorted()
    let haveRun = suspects.allSatisfy { rows[$0].map { $0.outcome != .notRun } ?? false }
    let areWell = suspects.allSatisfy { rows[$0]?.outcome.isFailure != true }
    let since =
      haveRun
      ? story.moment.ends(names.count, how: areWell ? " well" : "") : "not all of them could run again"
    addOddEnd(
      "\(story.sentence) \(story.moment.words(names.count)), \(again.map { $0 + ", " } ?? "")and \(since): "
        + names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " and others" : "")
        + (words.map { "; it said: \($0)" } ?? ""))
  }
}

extension TestCase {
  /// With what it had recorded when its process ended, whatever ended that; nil where nothing had failed.
  fileprivate var failedBeforeItsEnd: TestCase? {
    var row = self
    row.failures.removeAll { $0.kind == .crash || $0.kind == .timeout }
    guard row.failures.contains(where: { !$0.isKnown }) else { return nil }
    (row.outcome, row.crash, row.stack) = (.failed, nil, nil)
    return row
  }
}
