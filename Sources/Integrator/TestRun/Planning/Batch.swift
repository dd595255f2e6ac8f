import Formats
import Model

/// One process that runs tests: which library, which tests, and what its process is given.
struct Batch: Equatable, Sendable {
  enum Selection: Equatable, Sendable {
    /// Everything that the user's own filters let through, as `swift test` starts it.
    case all
    /// Its tests and no others, by their names.
    case named
  }

  var library: TestLibrary
  var selection: Selection
  /// In the order in which they run; empty where only the process itself can tell.
  var tests: [PlannedTest] = []
  /// Those that are left out where it asks for all.
  var skipped: [PlannedTest] = []
  /// Whether its library may run several of its tests side by side.
  var isParallel = true
  /// What it adds to the environment of its process.
  var environment: [String: String] = [:]

  /// Nil where a test of it was never seen before.
  var expectedSeconds: Double? {
    let known = tests.compactMap(\.expectedSeconds)
    return known.isEmpty || known.count < tests.count ? nil : known.reduce(0, +)
  }
}

/// A test that is to be run.
struct PlannedTest: Equatable, Sendable {
  /// As it was announced, before anything happened to it.
  var row: TestCase
  /// What Swift Testing itself calls it.
  var raw: String?
  var expectedSeconds: Double?

  init(_ row: TestCase, raw: String? = nil, expectedSeconds: Double? = nil) {
    self.row = row.unrun
    (self.raw, self.expectedSeconds) = (raw, expectedSeconds)
  }

  var id: TestID { row.id }
}

/// How one batch ended, as far as planning is concerned.
struct BatchEnd: Equatable, Sendable {
  var batch: Batch
  /// What was asked of it, in the order in which it runs; known once the program has told.
  var asked: [PlannedTest]
  /// Those that got an outcome in it.
  var decided: Set<TestID>
  /// Those that had begun and not ended when the process died.
  var suspects: [TestID] = []
  /// Those to be blamed, when it is known.
  var culprits: Set<TestID> = []
  /// It was ended because nothing more was told of those that ran side by side.
  var isStalled = false
  /// All of it ran, though not of all of it is known how it ended: nothing of it died.
  var isOver = false
  /// For how long at most nothing was told while any of its tests was open, where they run side by side.
  var longestQuiet = 0.0
}

/// What a batch found out. Each works on a ledger of its own; whoever runs several merges them.
struct BatchOutcome: Sendable {
  var ledger = TestLedger()
  /// Absent where the batch was ended from outside.
  var end: BatchEnd?
  /// Why no further batch is to be begun.
  var stop: (any Error)?
}

extension TestCase {
  /// As it was announced, before anything happened to it.
  var unrun: TestCase {
    var row = self
    row.outcome = .notRun
    (row.seconds, row.span, row.output, row.crash, row.stack) = (nil, nil, nil, nil, nil)
    (row.failures, row.attempts, row.attachments, row.measurements) = ([], [], [], [])
    (row.passedIn, row.skipReason) = (nil, nil)
    return row
  }
}

extension TestList.Entry {
  var asCase: TestCase { TestCase(id: id, library: .xctest, target: module, suite: `class`, name: method) }
}
