import Files
import Formats
import Foundation
import Model
import Processes

/// Carries out a plan of batches, one process each, and keeps what every test did.
final class TestRun {
  let workbench: Workbench
  let program: TestProgram
  let sources: SourceMap
  let usesCoverage: Bool
  let keepsCountsOfCrashes: Bool
  var ledger = TestLedger()
  var announcedXCTests: [TestList.Entry] = []
  /// How Swift Testing is told to run exactly one test.
  var patterns: [TestID: String] = [:]
  private var batchCount = 0
  /// Suspects whose process died, until one of them is seen to bring it down alone.
  private var unexplained: [TestID: String] = [:]

  init(
    workbench: Workbench, program: TestProgram, sources: SourceMap, usesCoverage: Bool,
    keepsCountsOfCrashes: Bool
  ) {
    self.workbench = workbench
    self.program = program
    self.sources = sources
    self.usesCoverage = usesCoverage
    self.keepsCountsOfCrashes = keepsCountsOfCrashes
  }

  var profileFolder: String { workbench.folder.scratch + "/profiles" }
  var testSettings: Bot.TestSettings { workbench.settings.tests }

  func perform() throws {
    try runXCTest()
    try carryOut([Batch(library: .swiftTesting, selection: .all)])
    settleUnexplained()
  }

  private func runXCTest() throws {
    let list = try program.listXCTests(workbench)
    announcedXCTests = list.entries
    if !list.isTrustworthy {
      workbench.note(
        "XCTest's list of tests could not be read whole; what ran is taken from what it printed.")
      if list.entries.isEmpty { return try carryOut([Batch(library: .xctest, selection: .all)]) }
    }
    let filter = TestFilter(testSettings)
    let selected = list.entries.filter { filter.admits($0.id) }
    ledger.announce(selected.map(\.asCase))
    workbench.log.tell(.testsAnnounced(ledger.order.count))
    try carryOut(TestPlan.xctest(announced: list.entries, selected: selected.map(\.id)))
  }

  /// Each batch that dies is followed by those that the plan makes of its rest.
  private func carryOut(_ batches: [Batch]) throws {
    var waiting = batches
    while !waiting.isEmpty {
      let batch = waiting.removeFirst()
      let end: BatchEnd
      switch batch.library {
      case .xctest: end = try XCTestBatch(run: self, batch: batch, number: nextNumber()).perform()
      case .swiftTesting:
        end = try SwiftTestingBatch(run: self, batch: batch, number: nextNumber()).perform()
      }
      let following = TestPlan.after(end)
      if !following.isEmpty {
        workbench.log.write(line: "[Going on with the tests that have not run.]")
      }
      waiting = following + waiting
    }
  }

  private func nextNumber() -> Int {
    batchCount += 1
    return batchCount
  }

  /// The process died while these ran side by side and none could be blamed yet.
  func suspect(_ tests: [TestID], because sentence: String) {
    for test in tests { unexplained[test] = sentence }
  }

  func explain(_ culprits: some Sequence<TestID>) {
    // Whoever is found explains the death for all that stood beside it.
    let sentences = Set(culprits.compactMap { unexplained[$0] })
    unexplained = unexplained.filter { !sentences.contains($0.value) }
  }

  private func settleUnexplained() {
    for sentence in Set(unexplained.values).sorted() {
      let names = unexplained.filter { $0.value == sentence }.map(\.key.rawValue).sorted()
      ledger.addOddEnd(
        "\(sentence) while these tests ran side by side, and each of them ends well alone: "
          + names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " and others" : ""))
    }
  }

  /// The environment of one test process, the stock one but for where profiles and crash reports go.
  func environment(batch number: Int) throws -> [String: String] {
    let crashes = crashFolder(batch: number)
    try makeFolder(crashes)
    var extra = [
      "SWIFT_BACKTRACE":
        "enable=yes,color=no,interactive=no,format=json,limit=128,images=none,registers=none,"
        + "output-to=\(crashes)/"
    ]
    let profiles = "\(profileFolder)/\(number)"
    try makeFolder(profiles)
    extra["LLVM_PROFILE_FILE"] =
      usesCoverage ? profiles + (keepsCountsOfCrashes ? "/%p%c.profraw" : "/%p.profraw") : "/dev/null"
    return workbench.environment(adding: extra)
  }

  func crashFolder(batch number: Int) -> String { "\(workbench.folder.scratch)/crashes/\(number)" }

  /// The crash report that the runtime left for this process, if any.
  func crash(batch number: Int, output: [UInt8]) -> TestCrash? {
    let folder = crashFolder(batch: number)
    for name in FileTree.names(below: folder) {
      guard let bytes = contents(of: folder + "/" + name) else { continue }
      if let crash = try? CrashReport.read(json: bytes, sources: sources) { return crash }
      if let crash = CrashReport.read(text: bytes, sources: sources) { return crash }
    }
    return CrashReport.read(text: output, sources: sources)
  }
}

extension TestList.Entry {
  var asCase: TestCase {
    TestCase(id: id, library: .xctest, target: module, suite: `class`, name: method)
  }
}

extension ProcessEnd {
  /// How it ended, for a sentence: "the test process …".
  var words: String {
    switch ending {
    case .exited(let status): "exited with status \(status)"
    case .signaled(let signal): "was ended by \(SignalName.of(signal))"
    }
  }

  var signalName: String? {
    if case .signaled(let signal) = ending { SignalName.of(signal) } else { nil }
  }
}
