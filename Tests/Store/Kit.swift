import Foundation
import Model

func at(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_790_000_000 + seconds) }

func testCase(_ name: String, _ outcome: TestOutcome, message: String? = nil) -> TestCase {
  var test = TestCase(
    id: TestID("T.S/\(name)"), library: .xctest, target: "T", suite: "S", name: name, outcome: outcome)
  test.seconds = 0.25
  if let message {
    test.failures = [TestFailure(message: message, file: "Tests/T/S.swift", line: 7, kind: .assertion)]
  }
  return test
}

func measured(executable: Int = 100, executed: Int, files: Int = 1) -> CoverageReport {
  let list = (0..<files).map {
    FileCoverage(
      path: PackagePath("Sources/P/File\($0).swift"),
      lines: LineCounts(executable: executable, executed: executed, partial: 1),
      regions: PlaceCounts(count: 9, executed: 5), functions: PlaceCounts(count: 3, executed: 2),
      llvm: LLVMTotals(), missedLines: [[1, 2]], partialLines: [3], unusedMessageLines: [])
  }
  return CoverageReport(targets: [TargetCoverage(name: "P", files: list)], notMeasured: [], excluded: [])
}

func issue(_ test: String, _ message: String = "wrong", kind: Issue.Kind = .testFailure, since: Int) -> Issue
{
  let file = PackagePath("Tests/T/S.swift")
  let id = kind == .testFailure ? TestID("T.S/\(test)") : nil
  return Issue(
    kind: kind, message: message, target: "T", file: file, line: 7, test: id, since: IntegrationNumber(since),
    identity: .make(kind: kind, target: "T", test: id, file: file, message: message))
}
