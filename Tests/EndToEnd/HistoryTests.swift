import Foundation
import Kit
import Testing

/// A history as teams have them, integrated by a watcher, against a list that was written by hand.
@Suite("A history of thirty commits", .nightly)
struct HistoryTests {
  @Test("says of each commit what is new, came back, is still there, resolved or gone, and against what")
  func history() async throws {
    try await Turns.waiting.run(.first) {
      let scratch = try ScratchFolder("history")
      defer { scratch.remove() }
      let shop = try await Shop(in: scratch)
      let state = scratch.path + "/state"
      try await Receiver.run(in: scratch) { receiver in
        let posted = Self.posted.keys.sorted().map {
          "  - webhook: {url: \"http://127.0.0.1:\(receiver.port)/\($0)\", when: [\($0)]}\n"
        }
        try scratch.write("bots/shop.yaml", Self.bot(of: shop, in: scratch) + posted.joined())
        let watcher = Watcher(
          bots: scratch.path + "/bots", state: state, folder: scratch.url, limitSeconds: 900)
        let end = try await watcher.run { id in
          try await shop.play { number in
            try await watcher.wait("#\(number) has ended", Self.ended) { Int($0) ?? 0 >= number }
          } ask: { commit in
            try await watcher.ask("integrate", "shop", "--commit", commit)
          }
          let count = Self.posted.values.reduce(0) { $0 + $1.count }
          try await watcher.wait("all is told", MessageWorld.states) { MessageWorld.isSent($0, count: count) }
          kill(id, SIGTERM)
        }
        #expect(end.status == 0, "\(end.errorText)")
        for (condition, numbers) in Self.posted {
          let came = try receiver.requests().filter { $0.path == "/" + condition }
            .compactMap { try JSON(Data($0.body.utf8))["integration"]?.number.map { Int($0) } }
          #expect(came == numbers, "\(condition)")
        }
      }
      let folder = scratch.url.appending(path: "state/integrations/shop")
      for (place, expected) in Self.expected.enumerated() {
        let report = try JSON(Data(contentsOf: folder.appending(path: "\(place + 1)/report.json")))
        #expect(Told(report).text == expected)
      }
    }
  }

  private static func bot(of shop: Shop, in scratch: ScratchFolder) -> String {
    """
    repository: \(shop.repository)
    branches: [main, feature/points, release/1.0]
    integrate: every
    environment: {SHOP_MARKS: "\(scratch.path)/marks"}
    tests: {timeout: 3s}
    triggers:

    """
  }

  /// Whom a webhook for each of these conditions is told of.
  private static let posted = ["build-errors": [6], "flaky": [12], "uncovered-changes": [3, 15]]

  private static let ended = "SELECT count(*) FROM integration WHERE result IS NOT NULL"

  /// Worked out by hand, before it was run.
  private static let expected = [
    "#1 main: succeeded, 300 passed, 20 of 20 lines",
    "#2 main: test-failures, 299 passed, 1 failed, 20 of 20 lines; with #1; new CartTests/testTotal",
    "#3 main: test-failures, 299 passed, 1 failed, 17 of 20 lines; with #2; still "
      + "CartTests/testTotal (other than in #2)",
    "#4 main: warnings, 300 passed, 21 of 21 lines; with #3; new warning Session.swift; resolved "
      + "CartTests/testTotal",
    "#5 main: test-failures, 297 passed, 3 crashed, 21 of 21 lines; with #4; new "
      + "OrderTests/testFirst, OrderTests/testMissing, OrderTests/testTwo; still warning "
      + "Session.swift",
    "#6 main: build-errors, nothing tested; with #5; new build-error Order.swift; still "
      + "OrderTests/testFirst, OrderTests/testMissing, OrderTests/testTwo, warning Session.swift",
    "#7 main: warnings, 300 passed, 21 of 21 lines; with #6; still warning Session.swift; "
      + "resolved OrderTests/testFirst, OrderTests/testMissing, OrderTests/testTwo, build-error "
      + "Order.swift",
    "#8 main: test-failures, 299 passed, 1 timed out, 21 of 21 lines; with #7; new "
      + "HangTests/testWait; still warning Session.swift",
    "#9 main: warnings, 296 passed, 21 of 21 lines; with #8; -4 tests; still warning Session.swift; gone "
      + "HangTests/testWait",
    "#10 main: warnings, 296 passed, 21 of 21 lines; with #9; "
      + "CartTests/testEmpty is CartTests/testIsEmpty now; still warning Session.swift",
    "#11 main: test-failures, 295 passed, 1 failed, 21 of 21 lines; with #10; back "
      + "CartTests/testTotal (last in #3); still warning Session.swift",
    "#12 main: flaky, 295 passed, 1 flaky, 21 of 21 lines; with #11; still warning Session.swift; "
      + "resolved CartTests/testTotal",
    "#13 no branch: limited, succeeded, 300 passed, 20 of 20 lines",
    "#14 main: succeeded, 296 passed, 20 of 20 lines; with #12; resolved warning Session.swift",
    "#15 feature/points: succeeded, 299 passed, 23 of 26 lines; with #14; base #14; +3 tests",
    "#16 feature/points: test-failures, 298 passed, 1 failed, 23 of 26 lines; with #15; base #14; "
      + "new PointsTests/pointsRound()",
    "#17 main: succeeded, 296 passed, 20 of 20 lines; with #14",
    "#18 main: test-failures, 295 passed, 1 failed, 20 of 20 lines; with #17; new CartTests/testRemove",
    "#19 release/1.0: test-failures, 295 passed, 1 failed, 20 of 20 lines; with #18; base #18; "
      + "still CartTests/testRemove",
    "#20 main: succeeded, 296 passed, 20 of 20 lines; with #18; resolved CartTests/testRemove",
    "#21 release/1.0: succeeded, 296 passed, 20 of 20 lines; with #19; base #18; resolved "
      + "CartTests/testRemove",
    "#22 feature/points: succeeded, 299 passed, 23 of 26 lines; with #16; base #14; resolved "
      + "PointsTests/pointsRound()",
    "#23 feature/points: succeeded, 300 passed, 26 of 26 lines; with #22; base #14; +1 tests",
    "#24 main: succeeded, 300 passed, 26 of 26 lines; with #20; +4 tests; 4 commits",
    "#25 main: test-failures, 297 passed, 3 crashed, 26 of 26 lines; with #24; back "
      + "OrderTests/testFirst (last in #5), OrderTests/testMissing (last in #5), OrderTests/testTwo "
      + "(last in #5)",
    "#26 main: succeeded, 300 passed, 26 of 26 lines; with #25; resolved OrderTests/testFirst, "
      + "OrderTests/testMissing, OrderTests/testTwo",
    "#27 main: succeeded, 296 passed, 26 of 26 lines; with #26; -4 tests",
    "#28 release/1.0: succeeded, 296 passed, 20 of 20 lines; with #21; base #18",
    "#29 main: succeeded, 295 passed, 1 skipped, 26 of 26 lines; with #27; skips OrderTests/testTwo",
    "#30 main: succeeded, 296 passed, 26 of 26 lines; with #29",
    "#31 main: succeeded, 296 passed, 26 of 26 lines; with #30",
  ]
}
