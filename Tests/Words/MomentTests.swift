import Foundation
import Testing
import Words

@Suite("Moments")
struct MomentTests {
  @Test("by a clock on the wall, with how far it is from UTC")
  func local() throws {
    let date = Date(timeIntervalSince1970: 1_795_000_000)
    #expect(Moment.local(date, in: .gmt) == Moment.second(date))
    let india = try #require(TimeZone(secondsFromGMT: 19_800))
    let brazil = try #require(TimeZone(secondsFromGMT: -10_800))
    #expect(Moment.second(date) == "2026-11-18 11:06:40 UTC")
    #expect(Moment.local(date, in: india) == "2026-11-18 16:36:40 +05:30")
    #expect(Moment.local(date, in: brazil) == "2026-11-18 08:06:40 -03:00")
  }
}
