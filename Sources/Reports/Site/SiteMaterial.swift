import Coverage
import Model
import Painting
import Words

/// What all pages of an integration share: which pages there are, and what is told where.
final class SiteMaterial: Sendable {
  /// Something that is drawn at a line of source.
  struct Note: Sendable {
    var status: Status
    var title: String
    var message: String
    /// Where the failure is told in full: a page of the integration with an anchor.
    var told: String?
  }

  let input: SiteInput
  /// The files that have a page.
  private let sources: [PackagePath: (bytes: [UInt8], lineCount: Int)]
  /// The text of those in which something is told.
  private let texts: [PackagePath: SourceText]
  /// The pages of those files.
  let pages: [PackagePath: String]
  /// The order in which the source pages follow each other.
  let order: [PackagePath]
  let places: [PackagePath: Int]
  /// The measured files.
  let files: [PackagePath: FileCoverage]
  /// The failing tests, new ones first; the first of them have cards.
  let failing: [TestCase]
  /// Those with a card, by what they have in common.
  let groups: [FailureGroup]
  /// Too many cards to be seen at once.
  var isCrowded: Bool { groups.count > 3 }
  let newTests: Set<TestID>
  /// Which commits broke tests.
  let culprits: [TestID: CommitCulprit]
  /// What happened to tests that was not there before.
  let fresh: [TestID: Issue]
  /// What tests were called before, by what they are called.
  let renames: [TestID: TestRename]
  /// Tests that were not there before.
  let added: Set<TestID>
  private let cards: [TestID: String]
  /// How what is not new of a test stands to before.
  private let ages: [TestID: String]
  private let newness: [TestID: String]
  let notes: [PackagePath: [Int: [Note]]]
  let log: ShownLog
  /// What this integration's commits changed, by file; what of it did not run.
  let changed: [PackagePath: ChangedFile]
  let changedCoverage: ChangedCoverage?

  /// Which tests execute which lines; nil where nobody found out.
  let tested: TestedLines?
  /// The tests that the page of tests tells of.
  let known: Set<TestID>

  /// Those of them that have no page of their own.
  private let unpaged: Set<TestID>

  /// What tests attached and left, by their paths.
  let artifacts: [String: Artifact]
  /// Texts that are told as one, by the path of the reference.
  let comparedTexts: [String: ComparedTexts]

  var report: Report { input.report }

  static let mostCards = 60

  private static func fresh(_ issues: IssueLists) -> [TestID: Issue] {
    let lately = (issues.new + issues.cameBack).filter { $0.seen && $0.kind == .testFailure }
    return Dictionary(lately.compactMap { issue in issue.test.map { ($0, issue) } }) { first, _ in first }
  }

  /// A file of more bytes is told, not shown.
  private static let mostSourceBytes = 8 << 20

  init(_ input: SiteInput) {
    self.input = input
    let (report, changes) = (input.report, input.report.changes)
    changed = Dictionary((changes?.files ?? []).map { ($0.path, $0) }) { first, _ in first }
    changedCoverage = changes.flatMap { changes in
      changes.since == nil ? nil : report.coverage.map { ChangedCoverage.of(changes, $0) }
    }
    tested = input.testMap.map(TestedLines.init)
    known = tested == nil ? [] : Set(report.tests.cases.map(\.id))
    unpaged = known.subtracting(input.earlier.paged)
    artifacts = Dictionary(report.artifacts.map { ($0.path, $0) }) { first, _ in first }
    newTests = Set(report.issues.new.compactMap(\.test))
    (culprits, fresh) = (report.issues.culprits, Self.fresh(report.issues))
    let came = report.comparedWith?.tests
    renames = Dictionary((came?.renamed ?? []).map { ($0.to, $0) }) { first, _ in first }
    added = Set(came?.added ?? [])
    newness = Dictionary(
      report.issues.new.compactMap { issue in
        issue.test.map { ($0, issue.newness(elsewhere: [:])) }
      },
      uniquingKeysWith: { first, _ in first })
    // What is seen comes before what is only carried on, and what is flaky now before what failed once.
    let lists = report.issues
    let old = lists.flaky + lists.cameBack + lists.unresolved + lists.silenced
    let ordered = old.filter(\.seen) + old.filter { !$0.seen }
    let ages = ordered.compactMap { issue in issue.test.map { ($0, issue.age) } }
    self.ages = Dictionary(ages) { first, _ in first }
    let failing =
      report.tests.cases.filter(\.outcome.isFailure) + report.tests.cases.filter { $0.outcome == .flaky }
    self.failing = Self.ordered(failing, lists, newTests)
    groups = Array(FailureGroup.of(self.failing).prefix(Self.mostCards))
    cards = Dictionary(
      groups.flatMap { $0.tests.prefix(FailureCard.mostAlike) }.map { ($0.id, Self.card($0.id)) },
      uniquingKeysWith: { first, _ in first })
    comparedTexts = Self.comparedTexts(input, failing: self.failing, artifacts)
    let notes = Self.notes(of: report, failing: failing, cards: cards)
    self.notes = notes
    var sources: [PackagePath: (bytes: [UInt8], lineCount: Int)] = [:]
    var pages: [PackagePath: String] = [:]
    var order: [PackagePath] = []
    for path in Self.candidates(report, notes: notes) where pages[path] == nil {
      guard let page = Address.page(of: path), let bytes = input.source(path),
        bytes.count <= Self.mostSourceBytes
      else { continue }
      sources[path] = (bytes, LineStateScan.lineCount(of: bytes))
      pages[path] = page
      order.append(path)
    }
    self.sources = sources
    texts = sources.filter { notes[$0.key] != nil }.reduce(into: [:]) {
      $0[$1.key] = SourceText($1.value.bytes, path: $1.key.rawValue)
    }
    (self.pages, self.order) = (pages, order)
    log = ShownLog(input.log, times: input.logTimes, pages: pages) { sources[$0]?.lineCount ?? .max }
    places = Dictionary(zip(order, order.indices)) { first, _ in first }
    let measured = (report.coverage?.targets ?? []).flatMap(\.files)
    files = Dictionary(measured.map { ($0.path, $0) }) { first, _ in first }
  }

  /// Measured files first, in the order of the coverage page.
  private static func candidates(_ report: Report, notes: [PackagePath: [Int: [Note]]]) -> [PackagePath] {
    let coverage = report.coverage
    let measured = coverage?.targets.flatMap(\.files).map(\.path) ?? []
    let others = (coverage?.notMeasured.map(\.path) ?? []) + (coverage?.excluded.map(\.path) ?? [])
    return measured + others.sorted() + notes.keys.sorted()
  }

  /// Those of failing tests first, because there is not room for any number.
  private static func comparedTexts(
    _ input: SiteInput, failing: [TestCase], _ artifacts: [String: Artifact]
  ) -> [String: ComparedTexts] {
    guard !input.bytes.isEmpty else { return [:] }
    let others = input.report.tests.cases.filter { !$0.outcome.wentWrong }
    let ofTests = (failing + others).filter { !$0.files.isEmpty }.flatMap {
      AttachedFiles(of: $0, in: input, artifacts).groups
    }
    let ofNobody = AttachedFiles(input.report.attachmentsOfNobody, in: input, artifacts).groups
    return ComparedTexts.all((ofTests + ofNobody).map(\.files), in: input)
  }

  private static func notes(
    of report: Report, failing: [TestCase], cards: [TestID: String]
  ) -> [PackagePath: [Int: [Note]]] {
    var notes: [PackagePath: [Int: [Note]]] = [:]
    func add(_ note: Note, _ file: PackagePath?, _ line: Int?) {
      guard let file, let line else { return }
      notes[file, default: [:]][line, default: []].append(note)
    }
    for test in failing {
      let title = TestWords.sentence(test)
      let told = Self.told(test.id, cards)
      for failure in test.failures where !failure.isKnown {
        let status = Status.of(test.outcome)
        let message = Self.said(failure.message, failure.isAtDeclaration)
        let note = Note(status: status, title: title, message: message, told: told)
        add(note, failure.file, failure.line)
      }
      if let crash = test.crash,
        !test.failures.contains(where: { $0.kind == .crash && $0.line == crash.line })
      {
        let message = Self.said(crash.message, crash.isAtDeclaration)
        let note = Note(status: .of(TestOutcome.crashed), title: title, message: message, told: told)
        add(note, crash.file, crash.line)
      }
    }
    for test in failing {
      guard let caller = test.crashCaller, !caller.isDeclaration, let crash = test.crash else { continue }
      let note = Note(
        status: .of(test.outcome), title: TestWords.sentence(test),
        message: "calls what crashed: \(crash.message)",
        told: Self.told(test.id, cards))
      add(note, caller.file, caller.line)
    }
    // The line of an issue that is only carried on may be another one by now, or gone.
    for issue in report.issues.open where issue.kind != .testFailure && issue.seen {
      add(Note(status: .of(issue.kind), title: "", message: issue.message, told: nil), issue.file, issue.line)
    }
    return notes
  }

  private static func said(_ message: String, _ isAtDeclaration: Bool?) -> String {
    (isAtDeclaration == true ? "It is declared here; no line was told: " : "") + message
  }

  /// The text of a file that has a page.
  func text(of path: PackagePath) -> SourceText? {
    texts[path] ?? sources[path].map { SourceText($0.bytes, path: path.rawValue) }
  }

  /// Whatever the rows of a source page are made of.
  func mark(of path: PackagePath) -> ContentMark {
    var mark = sources[path].map { ContentMark($0.bytes) } ?? ContentMark()
    mark.add(input.detailMark(path) ?? ContentMark())
    if let tested {
      mark.add(tested.mark(of: path))
      mark.add(led(in: path, tested))
    }
    for (line, notes) in (notes[path] ?? [:]).sorted(by: { $0.key < $1.key }) {
      mark.add(line)
      for note in notes {
        for text in [note.status.word, note.status.style, note.title, note.message, note.told ?? ""] {
          mark.add(text)
        }
      }
    }
    for range in changed[path]?.lines ?? [] {
      for line in range { mark.add(line) }
    }
    return mark
  }

  /// Which of the tests that execute a file have a page to lead to.
  private func led(in path: PackagePath, _ tested: TestedLines) -> ContentMark {
    var mark = ContentMark()
    // Mostly none has one, or all have.
    guard unpaged.count < known.count else { return mark }
    for group in unpaged.isEmpty ? [] : tested.groups(in: path) {
      for test in group.tests { mark.add(unpaged.contains(test) ? 1 : 0) }
    }
    mark.add(1)
    return mark
  }

  // MARK: - Links

  func lineCount(of path: PackagePath) -> Int { sources[path]?.lineCount ?? 0 }

  func isColored(_ path: PackagePath) -> Bool { SourceText.isColored(sources[path]?.bytes.count ?? 0) }

  func card(of test: TestID) -> String? { cards[test] }

  /// Where a failing test is told in full.
  func told(_ test: TestID) -> String? {
    ages[test] == nil && !newTests.contains(test) && cards[test] == nil ? nil : Self.told(test, cards)
  }

  private static func told(_ test: TestID, _ cards: [TestID: String]) -> String {
    cards[test].map { "index.html#\($0)" } ?? "tests.html#\(anchor(of: test))"
  }

  /// The place of a test on the page of tests: the same in every integration.
  static func anchor(of test: TestID) -> String { "t" + Fingerprint.text(test.rawValue.utf8) }

  /// New ones first, silenced ones last.
  private static func ordered(
    _ failing: [TestCase], _ lists: IssueLists, _ new: Set<TestID>
  ) -> [TestCase] {
    let quiet = Set(lists.silenced.compactMap(\.test))
    let loud = failing.filter { !quiet.contains($0.id) }
    return loud.filter { new.contains($0.id) } + loud.filter { !new.contains($0.id) }
      + failing.filter { quiet.contains($0.id) }
  }

  private static func card(_ test: TestID) -> String { "f" + Fingerprint.text(test.rawValue.utf8) }

  /// Something new went wrong in it.
  func isNew(_ test: TestCase) -> Bool {
    test.outcome.isFailure && report.comparedWith != nil && newTests.contains(test.id)
  }

  /// "new", "new" in another way, "came back", "since #12"; empty when not known.
  func age(of test: TestID) -> String {
    if newTests.contains(test) {
      guard let compared = report.comparedWith?.integration else { return "" }
      // What was canceled since is compared with by nothing.
      let before = input.earlier.outcomes[test]?.first { $0.integration <= compared }
      if before?.outcome.isFailure == true {
        return "new; it failed otherwise before"
      }
      return newness[test] ?? "new"
    }
    let lists = report.issues
    guard report.comparedWith != nil || !lists.cameBack.isEmpty || !lists.silenced.isEmpty else { return "" }
    return ages[test] ?? ""
  }
}
