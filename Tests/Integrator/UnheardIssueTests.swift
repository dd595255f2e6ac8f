import Files
import Formats
import Foundation
import Kit
import Model
import Testing

@testable import Integrator

/// What Swift Testing printed a moment before its process died, and the event stream does not know.
@Suite struct UnheardIssueTests {
  /// Two tests are open when the process dies; each passes in one of its own.
  private func run(printing line: String) throws -> TestLedger {
    let folder = try ScratchFolder("unheard")
    defer { folder.remove() }
    let both = ["StreamTests\\.prints\\(\\)", "with a test"]
    let lines = String(decoding: TestRunTests.stream(of: both, upToEnd: false), as: UTF8.self)
      .split(separator: "\n").filter { !$0.contains("issueRecorded") }.joined(separator: "\n")
    try publish(Array((lines + "\n").utf8), as: folder.path + "/open")
    let whole = String(decoding: TestRunTests.stream(of: both), as: UTF8.self)
      .split(separator: "\n").filter { !$0.contains("issueRecorded") }.joined(separator: "\n")
    try publish(Array((whole + "\n").utf8), as: folder.path + "/whole")
    let run = try PlayedRun(
      script: """
        case "$1 $*" in
        --list-tests*) printf 'Listing 0 tests in x:\\n\\n'; exit;;
        *--filter*) cat \(folder.path)/whole >"$4";;
        --testing-library*) cat \(folder.path)/open >"$4"; echo '\(line)'; sleep 0.3; kill -ILL $$;;
        esac
        """)
    defer { run.scratch.remove() }
    return run.perform().ledger
  }

  @Test(
    "a test that it said had recorded an issue has failed, by its function's name or that for people",
    arguments: [
      ("✘ Test prints() recorded an issue at S.swift:60:2: Caught error: boom", "StreamTests.prints()"),
      (
        "✘ Test \"with a test\" recorded an issue with 1 argument x → 1 at S.swift:6:6: Caught error: boom",
        "StreamTests.`A raw suite`/`with a test`()"
      ),
    ])
  func failed(line: String, test: TestID) throws {
    let ledger = try run(printing: line)
    #expect(ledger.cases.count == 2)
    let failed = ledger.cases.filter { $0.outcome.isFailure }
    #expect(failed.map(\.id) == [test] && failed.first?.outcome == .failed, "\(ledger.cases)")
    #expect(failed.first?.failures.map(\.message) == ["Caught error: boom"])
  }

  @Test(
    "a line of a million beginnings that never come to a place is told apart soon", .timeLimit(.minutes(1)))
  func hostile() {
    let many = String(repeating: " at", count: 700_000)
    let said =
      "✘ Test a() recorded an issue" + many + "\n✘ Test b() recorded an issue at a: b.swift:7:1: c: d\n"
    let found = SwiftTestingConsole.issues(in: Array(said.utf8))
    #expect(found.isEmpty)
    let plain = SwiftTestingConsole.issues(
      in: Array("✘ Test b() recorded an issue at x at y.swift:7:1: c: d\n".utf8))
    #expect(
      plain.map(\.file) == ["x at y.swift"] && plain.map(\.line) == [7] && plain.map(\.message) == ["c: d"])
  }

  private func row(
    _ suite: String, _ outcome: TestOutcome = .notRun, file: PackagePath = "Tests/T/S.swift",
    failedAt line: Int? = nil, displayName: String? = nil
  ) -> TestCase {
    var row = TestCase(
      id: TestID("T.\(suite)/shared()"), library: .swiftTesting, target: "T", suite: suite, name: "shared()",
      outcome: outcome)
    (row.file, row.line, row.displayName) = (file, 2, displayName)
    row.failures = line.map { [TestFailure(message: "beta", file: file, line: $0, kind: .other)] } ?? []
    return row
  }

  private func failed(_ open: [TestCase], ended: [TestCase] = [], _ said: String) -> [String] {
    let issues = SwiftTestingConsole.issues(in: Array(said.utf8))
    return UnheardIssues.failed(open, told: open + ended, said: issues).map { row in
      row.suite + row.failures.map { " \($0.message) \($0.file?.rawValue ?? "-"):\($0.line ?? 0)" }.joined()
    }
  }

  @Test("what the stream told of one test is no failure of another with its name")
  func namesakes() {
    let said = "✘ Test shared() recorded an issue at S.swift:3:62: Issue recorded\n↳ beta\n"
    #expect(failed([row("A"), row("B", failedAt: 3)], said) == [])
    #expect(failed([row("A")], ended: [row("B", .failed, failedAt: 3)], said) == [])
    #expect(failed([row("A")], said) == ["A beta Tests/T/S.swift:3"])
    // Twice said and once told: one of them is another's, whose one cannot be known where two are open.
    #expect(failed([row("A"), row("B", failedAt: 3)], said + said) == [])
    #expect(
      failed([row("A")], ended: [row("B", .failed, failedAt: 3)], said + said)
        == ["A beta Tests/T/S.swift:3"])
    #expect(failed([row("A", file: "Tests/T/O.swift")], said) == ["A beta -:0"])
    let shown = said.replacingOccurrences(of: "shared()", with: "\"Shown\"")
    let pair = [row("A", displayName: "Shown"), row("B", failedAt: 3, displayName: "Shown")]
    #expect(failed(pair, shown) == [])
    #expect(failed([row("A", displayName: "Shown")], shown) == ["A beta Tests/T/S.swift:3"])
  }

  @Test(
    "what names no test that was open says nothing, nor a known issue",
    arguments: [
      "✘ Test other() recorded an issue at S.swift:1:2: boom", "✘ Test prints() recorded a known issue",
    ])
  func nothing(line: String) throws {
    #expect(try run(printing: line).cases.allSatisfy { !$0.outcome.isFailure })
  }
}
