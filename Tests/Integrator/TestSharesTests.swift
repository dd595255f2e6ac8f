import Formats
import Model
import Testing

@testable import Integrator

@Suite("Sharing tests out over processes")
struct TestSharesTests {
  private func tests(_ classes: KeyValuePairs<String, [Double?]>) -> [PlannedTest] {
    classes.flatMap { name, seconds in
      seconds.enumerated().map { index, seconds in
        PlannedTest(
          TestList.Entry(module: "M", class: name, method: "t\(index)").asCase, expectedSeconds: seconds)
      }
    }
  }

  private func shares(
    _ tests: [PlannedTest], _ processes: Int = 2, apart: Set<TestID> = [], others: Double = 0,
    whole: Set<String> = []
  ) -> TestShares {
    TestShares(of: tests, processes: processes, apart: apart, others: others) { whole.contains($1) }
  }

  /// When the last is done, where each batch is begun as soon as a process is free.
  private func end(_ batches: [Batch], _ processes: Int = 2, others: Double = 0) -> Double {
    var free = Array(repeating: 0.0, count: processes)
    for batch in batches {
      let next = free.indices.min { free[$0] < free[$1] } ?? 0
      free[next] += batch.library == .swiftTesting ? others : batch.expectedSeconds ?? 0
    }
    return free.max() ?? 0
  }

  private func names(_ batches: [Batch]) -> [String] {
    batches.filter { $0.library == .xctest }.map { batch in
      batch.tests.map { "\($0.row.suite)\($0.row.name.dropFirst())" }.joined(separator: " ")
    }
  }

  @Test(
    "the longest go first to whoever is done first, the shortest come last, and each share keeps its order")
  func balanced() {
    let found = shares(tests(["A": [1, 5, 1], "B": [4, 2]]))
    #expect(names(found.beside) == ["B0 B1", "A1", "A0", "A2"])
    #expect(end(found.beside) == 7)
  }

  @Test("what takes no time to speak of is not parted further")
  func short() {
    #expect(names(shares(tests(["A": [1, 5, 1], "B": [3.9]])).beside) == ["A0 A2 B0", "A1"])
  }

  @Test("classes are not parted where whole ones are as even")
  func classes() {
    let even = tests(["A": [1, 2], "B": [2, 1], "C": [0.5], "D": [0.5]])
    #expect(names(shares(even).beside) == ["A0 A1 C0", "B0 B1 D0"])
    let uneven = tests(["A": [1, 1, 1], "B": [1]])
    #expect(names(shares(uneven).beside).contains { $0.contains("A") && $0.contains("B") })
  }

  @Test("one class of most of the time is parted by its tests")
  func oneClass() {
    let found = shares(tests(["A": Array(repeating: 10, count: 10), "B": [1]]))
    #expect(end(found.beside) == 51)
  }

  @Test("Swift Testing is one of those that are to be done at the same time", arguments: 2...4)
  func others(processes: Int) {
    let all = tests(["A": Array(repeating: 0.5, count: 40)])
    let found = shares(all, processes, others: 4)
    #expect(end(found.beside, processes, others: 4) <= 24 / Double(processes) + 0.5)
  }

  @Test("where one process is slower than was known, the others take what it leaves")
  func uneven() {
    let found = shares(tests(["A": Array(repeating: 0.1, count: 200)])).beside
    let slow = found.filter { $0.library == .xctest }.enumerated().map { index, batch in
      var batch = batch
      if index == 0 { for test in batch.tests.indices { batch.tests[test].expectedSeconds = 0.13 } }
      return batch
    }
    #expect(end(slow) < 11.5)
  }

  @Test("the pieces that are kept for whoever is done first are smaller and smaller")
  func smaller() {
    let found = shares(tests(["A": Array(repeating: 0.1, count: 200)])).beside
    let kept = found.filter { $0.library == .xctest }.dropFirst(2).compactMap(\.expectedSeconds)
    #expect(kept.count == 4 && zip(kept, kept.dropFirst()).allSatisfy(>))
    #expect((kept.last ?? 1) < 0.7)
  }

  @Test("what must stay together does, in one share")
  func together() {
    let found = shares(tests(["A": [6, 6, 6], "B": [3, 3]]), whole: ["A"])
    #expect(names(found.beside) == ["A0 A1 A2", "B0", "B1"])
  }

  @Test("a new test takes what its suite's others do in the middle, else what all do")
  func new() {
    let found = shares(tests(["A": [1, 9, nil, 2], "B": [nil]]))
    #expect(found.beside.flatMap(\.tests).first { $0.id == "M.A/t2" }?.expectedSeconds == 2)
    #expect(found.beside.flatMap(\.tests).first { $0.id == "M.B/t0" }?.expectedSeconds == 2)
  }

  @Test("where nothing is known they are as many in each")
  func unknown() {
    #expect(shares(tests(["A": [nil, nil, nil, nil]])).beside.map(\.tests.count) == [2, 2, 0])
  }

  @Test("a class of which one test needs nothing beside it runs when nothing else does")
  func apart() {
    let found = shares(tests(["A": [1, 1], "B": [1, 1]]), apart: ["M.A/t1"])
    #expect(names(found.alone) == ["A0 A1"])
    #expect(names(found.beside) == ["B0", "B1"])
    #expect(found.beside.contains { $0.library == .swiftTesting })
  }

  @Test("one of Swift Testing takes its whole library with it")
  func apartOfSwiftTesting() {
    let found = shares(tests(["A": [1, 1]]), apart: ["M.suite/check()"])
    #expect(found.alone == [Batch(library: .swiftTesting, selection: .all)])
    #expect(names(found.beside) == ["A0", "A1"])
  }

  @Test("each test is asked for once, however many processes there are", arguments: 2...9)
  func complete(processes: Int) {
    let all = tests(["A": [1, nil, 3], "B": [0, 0, 0, 0], "C": [9]])
    let found = shares(all, processes, apart: ["M.C/t0"], whole: ["B"])
    let asked = (found.beside + found.alone).flatMap(\.tests).map(\.id)
    #expect(asked.count == all.count && Set(asked) == Set(all.map(\.id)))
  }
}

@Suite("What says that all went well side by side")
struct DoubtBesideTests {
  private func ledger(_ outcomes: [TestOutcome]) -> TestLedger {
    var ledger = TestLedger()
    ledger.take(
      outcomes.enumerated().map {
        TestCase(
          id: TestID("M.A/t\($0.offset)"), library: .xctest, target: "M", suite: "A", name: "t\($0.offset)",
          outcome: $0.element)
      })
    return ledger
  }

  private func former(_ outcomes: [TestOutcome]) -> TestReport { TestReport(cases: ledger(outcomes).cases) }

  @Test("all passed, or are skipped as before or from their first time on")
  func well() {
    #expect(ledger([.passed, .skipped]).doubtBeside(former([.failed, .skipped])) == nil)
    #expect(ledger([.passed, .skipped]).doubtBeside(nil) == nil)
  }

  @Test(
    "a failure, a test that is skipped now, and one of which nothing was heard are in doubt",
    arguments: [TestOutcome.failed, .crashed, .timedOut, .skipped, .expectedFailure, .notRun])
  func inDoubt(outcome: TestOutcome) {
    #expect(ledger([.passed, outcome]).doubtBeside(former([.passed, .passed])) != nil)
  }

  @Test("whatever was not as well beside others as in turn is kept apart, and nothing else is")
  func differing() {
    let beside = ledger([.passed, .failed, .skipped, .failed, .skipped, .failed, .notRun])
    let inTurn = ledger([.passed, .passed, .passed, .failed, .skipped, .skipped, .passed])
    #expect(inTurn.differing(from: beside).map(\.name) == ["t1", "t2", "t5"])
  }

  @Test("where there is no time to look again, what went wrong beside others is not called a failure")
  func noTime() {
    var beside = ledger([.passed, .failed, .crashed, .skipped])
    beside.forgetWrong()
    #expect(beside.cases.map(\.outcome) == [.passed, .notRun, .notRun, .skipped])
  }

  @Test("so is what no test owns")
  func loose() {
    var (odd, doubtful, silent) = (ledger([.passed]), ledger([.passed]), ledger([.passed]))
    odd.addOddEnd("the process died")
    doubtful.doubt("the counts differ")
    silent.silence(.swiftTesting, "it died")
    for one in [odd, doubtful, silent] {
      #expect(one.doubtBeside(former([.passed])) == "not all is known of them")
    }
  }
}

@Suite("Which classes may be parted")
struct SeparableClassesTests {
  private func mayPart(_ source: String, _ suite: String = "A", other: String? = nil) -> Bool {
    let conditions = BuildConditions(
      package: PackageDescription(name: "P", path: "/", targets: []), manifest: "", configuration: .debug,
      toolchain: "Swift 6.3.1 (x86_64-unknown-linux-gnu)")
    func read(_ name: String, _ text: String) -> TestSource {
      TestSource(
        file: PackagePath("\(name)/S.swift"),
        target: PackageDescription.Target(name: name, type: "test", path: name, sources: ["S.swift"]),
        declarations: TestDeclarations(Array(text.utf8), conditions: conditions))
    }
    let sources = [read("T", source)] + (other.map { [read("U", $0)] } ?? [])
    return SeparableClasses(sources).mayPart(suite, of: "T")
  }

  @Test(
    "a plain class may, with what it computes and keeps for each test",
    arguments: [
      "func testX() {}", "var count = 0\nfunc testX() {}", "override func setUp() {}",
      "static let limit = 3", "static var limit: Int { 3 }", "static var allTests = [(\"x\", testX)]",
      "func testX() { var n = 0; n += 1 }", "override func setUpWithError() throws {}",
      "private lazy var x: Int = { 3 }()",
    ])
  func plain(member: String) { #expect(mayPart("class A: XCTestCase {\n\(member)\n}")) }

  @Test(
    "one that is set up once, or keeps something for all its tests, may not",
    arguments: [
      "override class func setUp() {}", "override class func tearDown() {}", "static var count = 0",
      "private static var server: Server?", "nonisolated(unsafe) static var cache: [Int] = []",
      "class var shared: Int { get { 3 } }; static var n = 1", "static private(set) var n = 1",
      "static var n = 0 { didSet {} }", "static var n: Int? { didSet {} }",
    ])
  func keeping(member: String) { #expect(!mayPart("final class A: XCTestCase {\n\(member)\n}")) }

  @Test("nor one beside a variable of its file, of a class that may not, or of one that nobody knows")
  func around() {
    #expect(!mayPart("var calls = 0\nclass A: XCTestCase {}"))
    #expect(mayPart("var calls: Int { 3 }\nlet limit = 3\nclass A: XCTestCase {}"))
    #expect(!mayPart("class B: XCTestCase { static var n = 0 }\nclass A: B {}"))
    #expect(mayPart("class B: XCTestCase {}\nclass A: B {}"))
    #expect(!mayPart("class A: SnapshotTestCase {}"))
    #expect(mayPart("class A: Base {}", other: "open class Base: XCTestCase {}"))
    #expect(!mayPart("class A: XCTestCase {}\nextension A { override class func setUp() {} }"))
    #expect(!mayPart("class B: XCTestCase {}", "A"))
  }
}
