import Coverage
import Files
import Formats
import Foundation
import Kit
import Model
import Reports
import StateKit
import Testing

@testable import Publishing

/// What the pages of 10,000 tests cost: `BOTHY_BENCH=pages`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["BOTHY_BENCH"] == "pages", "asked for by hand"))
struct EachTestSpeedTests {
  private static let functions = 3000
  private static let executed = 80

  private func map(_ ids: [TestID]) -> TestMap {
    var map = TestMap(commit: CommitID(String(repeating: "a", count: 40)), mark: "m")
    for index in 0..<Self.functions {
      map.functions.append(
        TestMap.Function(
          path: PackagePath("Sources/Parser/File\(index / 30).swift"), symbol: "s\(index)",
          name: "Parser.File\(index / 30).function\(index)(of:in:)", line: index % 30 * 12 + 3, mark: "f"))
      map.traces.append(TestMap.Trace(function: index, lines: [0...6]))
    }
    for (index, test) in ids.enumerated() {
      let own = Set((0..<Self.executed).map { (index * 7 + $0 * 37) % Self.functions }).sorted()
      map.tests.append(TestMap.Test(id: test, outcome: .passed, mark: "t", traces: own, measuredAt: nil))
    }
    return map
  }

  private func resident() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    return text.firstMatch(of: /VmHWM:\s+(\d+)/).flatMap { Int($0.1) } ?? 0
  }

  @Test("pages of so many tests, and an integration beside them", arguments: [500, 10_000])
  func cost(count: Int) throws {
    let clock = ContinuousClock()
    let world = try HistoryWorld()
    let bot: BotID = "parser"
    /// Beside others only the time on a core says something: of finding out which tests have pages.
    var looks: [Double] = []
    func integrate(_ hour: Int) throws -> Duration {
      let number = try world.begin(bot, hour: hour)
      var report = MadeUp.report(bot, number, branch: "main", hour: hour)
      report.tests = MadeUp.tests(count: count)
      try world.store.finish(report)
      let look = try Work.of {
        _ = try Earlier(before: report, branch: "main", store: world.store, state: world.state)
      }
      looks.append(look.cpuSeconds)
      return try clock.measure {
        try world.lay(report)
        try world.publish([(bot, number)])
      }
    }
    for hour in 0..<10 { _ = try integrate(hour) }
    let before = try (10..<21).map { try integrate($0) }.sorted()[5]
    let file = world.state.testMap(bot, "main")
    try makeFolder((file as NSString).deletingLastPathComponent)
    try publish(try TestMapJSON.encode(map(MadeUp.tests(count: count).cases.map(\.id))), as: file)
    let none = resident()
    let each = EachTestPublishing(state: world.state, templates: nil, store: world.store)
    var made = EachTestPublishing.Made()
    let first = try clock.measure { made = try each.publish(bot) }
    let most = resident()
    let again = try clock.measure { _ = try each.publish(bot) }
    let after = try (21..<32).map { try integrate($0) }.sorted()[5]
    let folder = world.state.pages(bot) + "/tests"
    let sizes = try FileTree.entries(of: folder).compactMap { FileFacts(folder + "/" + $0)?.size }
    print(
      "\(count) tests: \(made.written) pages in \(first), nothing new \(again), peak \(none) to \(most) kB, "
        + "\(sizes.count) files of \(sizes.reduce(0, +)) bytes, the largest \(sizes.max() ?? 0); "
        + "an integration's pages \(before) before, \(after) after, of that to know which tests have pages "
        + "\(looks[10..<21].sorted()[5]) and \(looks[21...].sorted()[5]) s on a core")
  }
}
