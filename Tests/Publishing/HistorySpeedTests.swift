import Foundation
import Model
import StateKit
import Testing

@testable import Publishing

/// What the 10,001st integration costs beside the 11th: `BOTHY_BENCH=site`, as `bin/bench site` sets it.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["BOTHY_BENCH"] == "site", "bin/bench site runs it"))
struct HistorySpeedTests {
  private let environment = ProcessInfo.processInfo.environment

  private struct Cost {
    var all: [Double] = []
    var above: [Double] = []
    var kept: [Double] = []
  }

  @Test("publishing integration 10,001 beside integration 11")
  func site() throws {
    let runs = Int(environment["RUNS"] ?? "") ?? 15
    let few = try HistoryWorld()
    let many = try HistoryWorld()
    try fill(few, 10)
    try fill(many, 10_000)
    var small = Cost()
    var large = Cost()
    for run in 0..<runs + 2 {
      let (a, b) = run.isMultiple(of: 2) ? (few, many) : (many, few)
      for world in [a, b] {
        let isFew = world === few
        let cost = try publish(world)
        // The first ones meet cold caches, and blocks of the history that nobody made yet.
        guard run > 1 else { continue }
        if isFew {
          small.all.append(cost.all)
          small.above.append(cost.above)
          small.kept.append(cost.kept)
        } else {
          large.all.append(cost.all)
          large.above.append(cost.above)
          large.kept.append(cost.kept)
        }
      }
    }
    let page = try #require(many.read("bots/parser/index.html"))
    tell("keeping and publishing", small.all, large.all)
    tell("  keeping alone", small.kept, large.kept)
    tell("  pages above alone", small.above, large.above)
    print("the bot's page: \(page.utf8.count) bytes of 300,000 at most")
    #expect(page.utf8.count < 300_000)
  }

  @Test("publishing beside 1,000 bots and beside none")
  func bots() throws {
    let runs = Int(environment["RUNS"] ?? "") ?? 15
    let (alone, many) = (try HistoryWorld(), try HistoryWorld())
    try fill(alone, 12)
    try fill(many, 12)
    for number in 1..<1000 {
      let bot = BotID("bot\(1000 + number)")
      for hour in 0..<12 {
        try many.integrate(bot, hour: hour, pages: false, publish: false) {
          // Of a repository of its own: no two bots have one in common.
          $0.commit?.id = CommitID(
            String(format: "%08x%08x", number, hour) + String(repeating: "0", count: 24))
        }
      }
    }
    try many.publish([("parser", 12)])
    var (few, all) = ([Double](), [Double]())
    for run in 0..<runs + 2 {
      for world in run.isMultiple(of: 2) ? [alone, many] : [many, alone] {
        let cost = try processorTime { _ = try publish(world) }
        guard run > 1 else { continue }
        if world === alone { few.append(cost) } else { all.append(cost) }
      }
    }
    let index = try #require(many.read("index.html"))
    let (small, large) = (few.sorted()[few.count / 2], all.sorted()[all.count / 2])
    func text(_ value: Double) -> String { String(format: "%.1f", value) }
    print(
      "beside 1,000 bots: \(text(large)) ms of processor time, alone \(text(small)) ms: "
        + "\(text(large - small)) ms more (\(few.count) pairs)")
    print("the page of all bots: \(index.utf8.count) bytes of 300,000 at most")
    #expect(index.utf8.count < 300_000)
  }

  private func processorTime(_ act: () throws -> Void) rethrows -> Double {
    func used() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) * 1000 }
    let before = used()
    try act()
    return used() - before
  }

  private func fill(_ world: HistoryWorld, _ count: Int) throws {
    for number in 1...count {
      try world.integrate("parser", hour: number, pages: false, publish: false) { change(&$0, number) }
    }
    try world.publish([("parser", IntegrationNumber(count))])
  }

  private func change(_ report: inout Report, _ number: Int) {
    report.tests = MadeUp.tests(count: 100)
    if number.isMultiple(of: 9) { report.fail([.failed, .crashed], of: 100) }
  }

  private func publish(_ world: HistoryWorld) throws -> (all: Double, above: Double, kept: Double) {
    let clock = ContinuousClock()
    let number = try world.begin("parser", hour: 20_000)
    var report = MadeUp.report("parser", number, branch: "main", hour: 20_000)
    change(&report, number.value)
    let start = clock.now
    try world.store.finish(report)
    let kept = clock.now
    try world.lay(report)
    let laid = clock.now
    try world.publish([("parser", number)])
    let end = clock.now
    func milliseconds(_ duration: Duration) -> Double { duration / .milliseconds(1) }
    return (milliseconds(end - start), milliseconds(end - laid), milliseconds(kept - start))
  }

  private func tell(_ what: String, _ few: [Double], _ many: [Double]) {
    func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    func text(_ value: Double) -> String { String(format: "%.2f", value) }
    let (small, large) = (median(few), median(many))
    let ratio = text(large / small)
    print("\(what): #11 \(text(small)) ms, #10,001 \(text(large)) ms: \(ratio) times (\(few.count) pairs)")
  }
}
