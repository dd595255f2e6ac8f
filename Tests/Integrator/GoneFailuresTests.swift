import Model
import Testing

@testable import Integrator

@Suite("Tests that failed and are to run again")
struct GoneFailuresTests {
  private func row(_ id: TestID, _ library: TestLibrary, line: Int? = nil) -> TestCase {
    var row = TestCase(id: id, library: library, target: "LT", suite: "A", name: "one", outcome: .passed)
    row.line = line
    return row
  }

  private func selection(_ rows: [TestCase]) -> TestSelection {
    TestSelection(filters: rows.map(\.filterPattern), skips: [], failedIn: 9)
  }

  @Test("are all found as they are called, in either library")
  func found() {
    let rows = [
      row("LT.A/testA", .xctest), row("LT.S/works(n:)", .swiftTesting, line: 8),
      row("LT.a+b()", .swiftTesting), row("LT.S/one()/File.swift", .swiftTesting, line: 12),
    ]
    #expect(GoneFailures.doubt(selection(rows), among: rows) == nil)
    #expect(GoneFailures.doubt(nil, among: []) == nil)
    #expect(GoneFailures.doubt(TestSelection(filters: ["Nowhere"], skips: []), among: rows) == nil)
  }

  @Test("are found where one of namesakes runs alone, and is called by its name alone then")
  func namesakes() {
    let failed = row("LT.S/one()/File.swift", .swiftTesting, line: 12)
    var alone = row("LT.S/one()", .swiftTesting, line: 12)
    alone.file = "Tests/LT/File.swift"
    #expect(GoneFailures.doubt(selection([failed]), among: [alone]) == nil)
    alone.file = "Tests/LT/Other.swift"
    #expect(GoneFailures.doubt(selection([failed]), among: [alone]) != nil)
  }

  @Test("are told where one is not there by its name any more, though others are")
  func gone() {
    let rows = [row("LT.A/testA", .xctest), row("LT.A/testB", .xctest), row("LT.S/works(n:)", .swiftTesting)]
    #expect(
      GoneFailures.doubt(selection(rows), among: [rows[1], row("LT.A/testAll", .xctest), rows[2]])
        == "LT.A/testA, which failed in #9, is not there by its name any more: renamed or removed, which a "
        + "run of all tests tells")
    #expect(
      GoneFailures.doubt(selection(rows), among: [rows[0]])?.hasPrefix(
        "LT.A/testB, LT.S/works(n:), which failed in #9, are not there by their names") == true)
  }
}
