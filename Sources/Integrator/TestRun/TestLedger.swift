import Model

/// What is known of every test so far. Each test has one row; an outcome is written once.
struct TestLedger {
  private(set) var order: [TestID] = []
  private var rows: [TestID: TestCase] = [:]
  /// Why what was measured cannot be trusted: the numbers contradict each other.
  private(set) var doubts: [String] = []
  /// Processes that ended badly though no test can be blamed. Red tests say more than these do.
  private(set) var oddEnds: [String] = []
  /// Issues that no test owns.
  var looseIssues: [TestFailure] = []

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
      rows[row.id] = row
    } else {
      order.append(row.id)
      rows[row.id] = row
    }
  }

  subscript(id: TestID) -> TestCase? { rows[id] }

  mutating func update(_ id: TestID, _ change: (inout TestCase) -> Void) {
    if var row = rows[id] {
      change(&row)
      rows[id] = row
    }
  }

  func isDecided(_ id: TestID) -> Bool { rows[id].map { $0.outcome != .notRun } ?? false }

  var cases: [TestCase] { order.compactMap { rows[$0] } }

  mutating func doubt(_ sentence: String) {
    if !doubts.contains(sentence) { doubts.append(sentence) }
  }

  mutating func addOddEnd(_ sentence: String) {
    if !oddEnds.contains(sentence) { oddEnds.append(sentence) }
  }
}
