import Foundation
import Model
import Templates
import Testing

@testable import Reports

@Suite("A long history by weeks and months") struct PeriodsTests {
  private func text(_ periods: Periods) -> String { "\(periods.value)" }

  private func past(_ count: Int, days: Double) -> [PastIntegration] {
    (0..<count).map { number in
      var past = PastIntegration(
        number: IntegrationNumber(count - number),
        started: Date(timeIntervalSince1970: 1_795_000_000 - Double(number) * days * 86400), processID: 1)
      (past.result, past.ended) = (number == 0 ? .testFailures : .succeeded, past.started)
      return past
    }
  }

  @Test("a week begins on its Monday in UTC, before 1970 too")
  func mondays() {
    func monday(_ seconds: Double) -> Double {
      Periods.monday(of: Date(timeIntervalSince1970: seconds)).timeIntervalSince1970 / 86400
    }
    #expect(monday(0) == -3 && monday(4 * 86400) == 4 && monday(4 * 86400 - 1) == -3)
    #expect(monday(-4 * 86400) == -10)
  }

  @Test("few integrations are told one by one, more by weeks, and those of many weeks by months")
  func units() {
    #expect(Periods(past(40, days: 1)).value == .null)
    #expect(Periods(past(41, days: 0)).value == .null)
    let weeks = text(Periods(past(41, days: 1)))
    #expect(weeks.contains("week") && weeks.contains("2026-11-16") && !weeks.contains("month"))
    let months = text(Periods(past(41, days: 7)))
    #expect(months.contains("month") && months.contains("2026-11") && !months.contains("2026-11-16"))
  }
}
