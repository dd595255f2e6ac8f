import Model
import Testing

@testable import Store

@Suite("An integration that ran only what its bot selects") struct SelectingTests {
  private func integrate(_ life: BotLife, _ commit: Character, _ limited: Limitation?) throws {
    try life.integrate("main", .succeeded) { report in
      report.limited = limited
      report.commit = Commit(
        id: CommitID(String(repeating: commit, count: 40)), branch: "main", author: "", email: "",
        date: at(0), subject: "", changes: false, skipped: false)
    }
  }

  @Test("is no base, but its commit is not integrated again for that")
  func newest() throws {
    let life = try BotLife()
    var selecting = Limitation()
    selecting.tests = TestSelection(filters: [], skips: [])
    selecting.tests?.affectedSince = 1
    func newest() throws -> Character? {
      try life.store.newestCommit(bot: life.bot, branch: "main")?.rawValue.first
    }
    try integrate(life, "a", nil)
    try integrate(life, "b", selecting)
    #expect(try newest() == "b")
    #expect(try life.baseline()?.integration == 1)
    #expect(try life.store.latestGreen(bot: life.bot) == 1)
    // What somebody asked for says nothing of what is due.
    try integrate(life, "c", Limitation())
    #expect(try newest() == "b")
    let past = try life.store.past(bot: life.bot, limit: 9)
    #expect(past.map(\.isLimited) == [true, true, false])
  }

  @Test("does not count as the first of its day")
  func whole() throws {
    let life = try BotLife()
    func whole() throws -> Bool {
      try life.store.newestWhole(bot: life.bot, branch: "main", configuration: .debug) != nil
    }
    #expect(try !whole())
    try integrate(life, "a", Limitation())
    #expect(try !whole())
    try life.integrate("main", .buildErrors)
    #expect(try !whole())
    try integrate(life, "b", nil)
    #expect(try whole())
    #expect(try life.store.newestWhole(bot: life.bot, branch: "other", configuration: .debug) == nil)
  }
}
