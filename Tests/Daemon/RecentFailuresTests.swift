import Foundation
import Testing

@testable import Daemon

@Suite("Failures of a watcher")
struct RecentFailuresTests {
  private let start = Date(timeIntervalSince1970: 1_800_000_000)

  @Test("the same one is told again only after a while, another one at once")
  func again() {
    let once = RecentFailures()
    #expect(once.isNews("a", at: start))
    #expect(!once.isNews("a", at: start.addingTimeInterval(599)))
    #expect(once.isNews("b", at: start.addingTimeInterval(599)))
    #expect(once.isNews("a", at: start.addingTimeInterval(601)))
  }

  @Test("a clock that was put back, and any number of different ones, hide nothing")
  func bounds() {
    let once = RecentFailures()
    #expect(once.isNews("a", at: start))
    #expect(once.isNews("a", at: start.addingTimeInterval(-5)))
    #expect((0..<1000).allSatisfy { once.isNews("text \($0)", at: start) })
  }
}
