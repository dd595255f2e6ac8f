import Foundation
import Model
import Testing

@testable import Terminal

@Suite("The history in a terminal")
struct HistoryTextTests {
  private func past(_ number: Int, changes: Bool = false) -> PastIntegration {
    var past = PastIntegration(
      number: IntegrationNumber(number), started: Date(timeIntervalSince1970: 0), processID: 1)
    (past.result, past.branch, past.commit) = (.testFailures, "master", CommitID("d2ffe3a5" + "0"))
    (past.changes, past.seconds) = (changes, 19)
    return past
  }

  private func table(_ all: [PastIntegration], width: Int) -> [Substring] {
    let capabilities = TerminalCapabilities(isTerminal: true, width: width, colors: false)
    return HistoryText.table(all.map { HistoryFigures($0) }, nil, capabilities: capabilities)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test("what was not committed is marked beside the commit, shorter where there is little room")
  func changes() {
    let all = [past(10, changes: true), past(9)]
    let wide = table(all, width: 200)
    #expect(wide[1].contains("  d2ffe3a5 + changes  ") && !wide[2].contains("+"))
    let narrow = table(all, width: 80)
    #expect(narrow[1].contains("  d2ffe3a5 +  ") && !narrow[2].contains("+"))
    #expect(narrow.allSatisfy { $0.count <= 80 })
  }

  @Test("the sign behind a change of lines is explained where it stands")
  func unequal() {
    var one = past(10)
    (one.linesMore, one.isUnequal) = (0, true)
    let told = table([one, past(9)], width: 200)
    #expect(told[1].contains("  0 ?  "))
    #expect(told.contains { $0.hasPrefix("?: tests failed or did not run in one of the two") })
    #expect(!table([past(9)], width: 200).contains { $0.contains("?") })
  }
}
