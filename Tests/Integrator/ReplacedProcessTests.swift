import Files
import Formats
import Foundation
import Model
import Testing

@testable import Integrator

@Suite("Another program in the place of Swift Testing's process") struct ReplacedProcessTests {
  @Test("keeps a failure that was told, and is not waited for", arguments: ["", "exec 1>&- 2>&-;"])
  func replaced(closing: String) throws {
    let stream = NSTemporaryDirectory() + "/bothy-replaced-\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: stream) }
    try publish(TestRunTests.stream(of: ["recorded\\(\\)"], upToEnd: false), as: stream)
    let run = try PlayedRun(
      script: """
        case "$1" in
        --list-tests) printf 'Listing 0 tests in x:\\n\\n'; exit;;
        --testing-library) cat \(stream) >"$4"; sleep 0.3; \(closing) exec sleep 290;;
        esac
        """)
    defer { run.scratch.remove() }
    let began = ContinuousClock.now
    let ledger = run.perform().ledger
    #expect(ContinuousClock.now - began < .seconds(100))
    #expect(ledger.cases.map(\.outcome) == [.failed])
    #expect(ledger.cases.first?.failures.count == 1)
    let words = "recorded() let another program take the place of the Swift Testing process, /"
    let end = ", so that nothing tells how it ended"
    #expect(ledger.notes.contains { $0.contains(words) && $0.hasSuffix(end) }, "\(ledger.notes)")
    #expect(ledger.doubts.isEmpty && ledger.oddEnds.isEmpty)
  }

  /// The one that ran begins its own program again, in which all passes.
  @Test("keeps what XCTest had told to have failed, though it is the same program", arguments: [true, false])
  func again(failed: Bool) throws {
    let run = try PlayedRun(
      script: """
        suite() { echo "Test Suite '$1' started at 2026-11-20 09:23:37.391"; }
        begun() { echo "Test Case 'A.$1' started at 2026-11-20 09:23:37.391"; }
        over() {
          echo "Test Suite '$1' passed at 2026-11-20 09:23:37.391"
          printf '\\t Executed 2 tests, with 0 failures (0 unexpected) in 0.0 (0.0) seconds\\n'
        }
        case "$1" in
        --list-tests) printf 'Listing 2 tests in x:\\n\\nT.A/testOne\\nT.A/testTwo\\n'; exit;;
        --testing-library) exit;;
        esac
        suite 'All tests'; suite A; begun testOne
        if [ -z "$AGAIN" ]; then
          \(failed ? "echo '/lab/T.swift:3: error: A.testOne : XCTAssertTrue failed - real'" : "")
          echo "Test Case 'A.testOne' \(failed ? "failed" : "passed") (0.001 seconds)"
          begun testTwo
          sleep 0.2
          export AGAIN=yes
          exec "$0"
        fi
        sleep 0.2
        echo "Test Case 'A.testOne' passed (0.001 seconds)"
        begun testTwo; echo "Test Case 'A.testTwo' passed (0.001 seconds)"
        over A; over 'All tests'
        """)
    defer { run.scratch.remove() }
    let ledger = run.perform().ledger
    #expect(ledger.cases.first?.outcome == (failed ? .failed : .passed), "\(ledger.cases)")
    let words = "T.A/testTwo let another program take the place of the test process, /"
    #expect(ledger.oddEnds.contains { $0.hasPrefix(words) }, "\(ledger)")
  }

  @Test("the one that is named did so alone, where another had kept its beginning from being heard")
  func hidden() throws {
    let run = try PlayedRun(
      script: """
        begun() { echo "Test Case 'A.$1' started at 2026-11-20 09:23:37.391"; }
        suite() { echo "Test Suite '$1' started at 2026-11-20 09:23:37.391"; }
        over() {
          echo "Test Suite '$1' passed at 2026-11-20 09:23:37.391"
          printf '\\t Executed 1 test, with 0 failures (0 unexpected) in 0.1 (0.1) seconds\\n'
        }
        case "$1" in
        --list-tests) printf 'Listing 2 tests in x:\\n\\nT.A/testOne\\nT.A/testTwo\\n'; exit;;
        --testing-library) exit;;
        esac
        sleep 0.3
        case "$1" in
        T.A/testOne)
          suite 'Selected tests'; suite A; begun testOne
          echo "Test Case 'A.testOne' passed (0.001 seconds)"
          over A; over 'Selected tests';;
        T.A/testTwo) suite 'Selected tests'; suite A; begun testTwo; exec sleep 0.3;;
        *) suite 'All tests'; suite A; begun testOne; exec >/dev/null; exec sleep 0.3;;
        esac
        """, repetitions: 2)
    defer { run.scratch.remove() }
    let ledger = run.perform().ledger
    #expect(ledger.cases.map(\.outcome) == [.passed, .notRun], "\(ledger.cases)")
    #expect(ledger.doubts.contains { $0.hasPrefix("T.A/testTwo let another program") }, "\(ledger)")
    #expect(!"\(ledger.doubts + ledger.oddEnds)".contains("testOne let"), "\(ledger)")
  }
}
