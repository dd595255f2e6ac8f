import Foundation
import Model
import Testing

@testable import Commands

@Suite("Why it is not found out which test executes what")
struct NoMapTests {
  @Test("one reason is told, the one that applies")
  func reasons() {
    func reason(
      isFound: Bool = false, newest: IntegrationNumber? = 3, now: Bot? = nil,
      _ change: (inout Order) -> Void = { _ in }
    ) -> NoMap {
      var order = Order(
        bot: "b", integration: 3, settings: Bot(name: "B", repository: "/b"), repository: "/b",
        source: .workingTree, branch: "main", checkoutFolder: "", buildFolder: "", toolchainFolder: "",
        clean: false, jobs: nil, queued: Date(), baseline: nil)
      order.settings.whoTestsWhat = .idle
      change(&order)
      return NoMap(order, isFound: isFound, newest: newest, now: now)
    }
    #expect(reason { $0.settings.whoTestsWhat = .never } == .notAsked)
    var now = Bot(name: "B", repository: "/b")
    #expect(reason(now: now) { $0.settings.whoTestsWhat = .never } == .notAsked)
    now.whoTestsWhat = .idle
    #expect(reason(now: now) { $0.settings.whoTestsWhat = .never } == .notAskedThen)
    #expect(reason { $0.settings.coverage.enabled = false } == .withoutCoverage)
    #expect(reason { $0.limited = Limitation() } == .limited)
    #expect(
      NoMap(
        Order(
          bot: "b", integration: 3, settings: Bot(name: "B", repository: "/b"), repository: "/b",
          source: .workingTree, branch: "main", checkoutFolder: "", buildFolder: "", toolchainFolder: "",
          clean: false, jobs: nil, queued: Date(), baseline: nil),
        isFound: false, isLimited: true, newest: 3) == .limited)
    #expect(reason(isFound: true) { $0.settings.whoTestsWhat = .every } == .found)
    #expect(reason(newest: 5) == .builtSince(5))
    #expect(reason() == .builtSince(nil))
  }

  @Test("each is a sentence of its own")
  func words() {
    #expect(
      NoMap.builtSince(5).explanation(doing: "x").wrong
        == "its bot went on to another integration, to #5 at the latest")
    #expect(NoMap.notAsked.explanation(doing: "x").wrong == "its bot did not ask for it")
    #expect(NoMap.found.explanation(doing: "x").status == 4)
  }
}
