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
}
