import Foundation
import Kit
import Model
import Testing

@testable import Store

@Suite struct ManyTests {
  @Test("several owners at once get different numbers and lose nothing")
  func owners() async throws {
    let scratch = try ScratchFolder("store")
    let folder = scratch.path + "/state"
    let numbers = try await withThrowingTaskGroup(of: [IntegrationNumber].self) { group in
      for owner in 0..<4 {
        group.addTask { try Self.integrate(times: 25, folder: folder, owner: Int32(owner)) }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(numbers.sorted() == (1...100).map { IntegrationNumber($0) })
    let store = try SQLiteStore(folder: folder, readOnly: true)
    #expect(try store.testHistory(bot: "parser", test: "T.S/a", limit: 1000).count == 100)
    #expect(try store.database.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
    #expect(try store.database.all("PRAGMA foreign_key_check") { $0.count }.isEmpty)
  }

  private static func integrate(times: Int, folder: String, owner: Int32) throws -> [IntegrationNumber] {
    let store = try SQLiteStore(folder: folder)
    return try (0..<times).map { _ in
      let number = try store.begin(
        bot: "parser", branch: "main", commit: nil, queued: at(0), started: at(0), processID: owner)
      var report = Report(
        bot: "parser", integration: number, result: .succeeded, reason: "", commit: nil, toolchain: "",
        configuration: .debug, queued: at(0), started: at(0))
      report.tests = TestReport(cases: [testCase("a", .passed), testCase("b", .skipped)])
      try store.finish(report)
      return number
    }
  }

  @Test("several that begin a store at once all open it")
  func beginners() async throws {
    let scratch = try ScratchFolder("store")
    defer { scratch.remove() }
    for round in 0..<20 {
      let folder = "\(scratch.path)/\(round)"
      let count = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<8 {
          group.addTask { try SQLiteStore(folder: folder).pendingIntegrations().count }
        }
        return try await group.reduce(0, +)
      }
      #expect(count == 0)
    }
  }

  @Test("a reader reads while a writer writes")
  func readerBesideWriter() throws {
    let life = try BotLife()
    try life.integrate()
    let reader = try SQLiteStore(folder: life.store.folder, readOnly: true)
    let number = try life.begin()
    try life.store.database.transaction {
      try life.store.database.run("UPDATE integration SET reason = 'half' WHERE number = ?", number.value)
      #expect(try reader.integration(bot: "parser", number: number)?.reason == nil)
    }
    #expect(try reader.integration(bot: "parser", number: number)?.reason == "half")
  }

  private func fill(_ store: SQLiteStore, integrations: Int) throws {
    try store.database.script(
      """
      INSERT INTO bot (id, name, lastNumber) VALUES (1, 'parser', \(integrations));
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(integrations))
      INSERT INTO integration (bot, number, branch, queued, started, process, result, reported)
      SELECT 1, i, 'main', i, i, 1, 'canceled', i % 2 FROM n;
      UPDATE integration SET result = 'succeeded', linesExecutable = 10, linesExecuted = 5, linesPartial = 0
      WHERE number = 7;
      INSERT INTO test (id, bot, name, library, target)
      VALUES (1, 1, 'T.S/a', 'xctest', 'T'), (2, 1, 'T.S/b', 'xctest', 'T');
      INSERT INTO outcome SELECT id, 1, 'passed', 0.1 FROM integration;
      INSERT INTO outcome SELECT id, 2, 'passed', 0.1 FROM integration;
      INSERT INTO phase SELECT id, 0, 'build', 'passed', 1 FROM integration;
      """)
  }

  @Test("after 10,000 integrations every question is still answered from an index")
  func plans() throws {
    let life = try BotLife()
    let store = life.store
    try fill(store, integrations: 10_000)
    var seen: [String] = []
    var steps = 0
    store.database.didRun = {
      seen.append($0)
      steps += $1
    }
    _ = try store.integration(bot: "parser", number: nil)
    _ = try store.integration(bot: "parser", number: 5000)
    _ = try store.past(bot: "parser", limit: 30, before: 9000)
    _ = try store.testHistory(bot: "parser", test: "T.S/a", limit: 30)
    #expect(try store.baseline(bot: "parser", branch: "main")?.coverage?.integration == 7)
    _ = try store.past(bot: "parser", limit: 40)
    #expect(try store.past(bot: "parser", numbers: 101...200).count == 100)
    #expect(try store.pastBlocks(bot: "parser", size: 100) == Array(0..<100))
    #expect(try store.latestGreen(bot: "parser") == 7)
    try store.keep(base: "main", of: "parser")
    _ = try store.besideBase(bot: "parser")
    _ = try store.past(bot: "parser", branch: "main", limit: 40)
    _ = try (store.newestCommit(bot: "parser", branch: "main"), store.scores(bot: "parser", among: 200))
    _ = try store.phases(bot: "parser", numbers: (9960...10_000).map { IntegrationNumber($0) })
    _ = try store.slowestTests(bot: "parser", integration: 9000, limit: 8)
    _ = try store.oftenFailingTests(bot: "parser", among: 100, limit: 8, outcomes: 20)
    #expect(try store.pastCount(bot: "parser", most: 100) == 100)
    _ = try (store.knownBots(), store.failedLately(bot: "parser", branch: "main", among: 3))
    _ = try store.cutOff { _ in true }
    let number = try life.begin()
    var report = life.report(number, .testFailures)
    report.tests = TestReport(cases: [testCase("a", .failed, message: "x")])
    report.issues.new = [issue("a", since: number.value)]
    report.coverage = measured(executed: 1)
    try store.finish(report)
    try store.forget(bot: "parser", integration: 5)
    store.database.didRun = nil
    // 160,000 before gaps in the past were asked for, 170,000 before what canceled ones saw was left out.
    #expect(steps < 195_000, "\(steps) steps in \(seen.count) statements")

    let questions = Set(seen)
    #expect(questions.count > 20)
    for sql in questions {
      let plan = try store.database.plan(of: sql)
      let scans = plan.filter { $0.hasPrefix("SCAN") }
      let allowed: Set = [
        "SCAN recent", "SCAN CONSTANT ROW", "SCAN integration USING INDEX integrationRunning",
        "SCAN block", "SCAN line", "SCAN json_each VIRTUAL TABLE INDEX 1:", "SCAN failing",
        "SCAN bot USING INDEX sqlite_autoindex_bot_1",
      ]
      #expect(allowed.isSuperset(of: scans), "\(sql)\n\(plan)")
      if sql.contains("AS failing") { #expect(plan.contains { $0.contains("outcomeFailing") }, "\(plan)") }
      // What is sorted must be bounded: the last few, the issues of one integration, what runs now.
      let isBounded = [
        "AS recent", "FROM judgement", "result IS NULL", "outcome.integration = ? AND outcome.seconds",
      ]
      .contains { sql.contains($0) }
      #expect(isBounded || !plan.contains { $0.contains("TEMP B-TREE") }, "\(sql)\n\(plan)")
    }
  }
}
