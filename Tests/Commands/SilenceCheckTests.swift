import Foundation
import Model
import StateKit
import Store
import Testing

@testable import Commands

@Suite("Silences that are checked") struct SilenceCheckTests {
  private let world: CheckWorld

  init() throws { world = try CheckWorld() }

  @Test("a silence whose day is over is a warning, one that goes on is none")
  func silences() throws {
    try world.write(
      world.bots + "/a.yaml",
      "repository: ../r\nsilence:\n  - {test: A/b, until: 2020-02-01, reason: x}\n"
        + "  - {test: A/c, until: 9999-12-31, reason: x}\n  - {test: A/d, reason: x}\n")
    #expect(
      try world.check().lines.dropLast() == [
        "bots/a.yaml:3:5: warning: this is over: test A/b was silenced until 2020-02-01"
      ])
  }

  @Test("what silences a test that there is not is a warning with the nearest name, once tests are known")
  func silencedNothing() throws {
    let text = """
      repository: ../r
      silence:
        - {test: T.S/testVersoin, reason: x}
        - {test: T.S/testVersion, reason: x}
        - {test: testHelp, outcome: crashed, reason: x}
        - {test: Old.Gone/testNothing, reason: x}
        - {test: testTwo, reason: x}
      """
    try world.write(world.bots + "/a.yaml", text + "\n")
    #expect(try world.check().lines.count == 1, "nothing was integrated yet")
    let store = try SQLiteStore(folder: world.scratch.path + "/state")
    let number = try store.begin(
      bot: "a", branch: "main", commit: nil, queued: Date(), started: Date(), processID: 1)
    var report = MadeUp.report("a", number, branch: "main", hour: 0)
    report.tests.cases = [("S", "testVersion"), ("S", "testHelp"), ("S", "testTwo"), ("R", "testTwo")].map {
      TestCase(
        id: TestID("T.\($0)/\($1)"), library: .xctest, target: "T", suite: $0, name: $1, outcome: .passed)
    }
    try store.finish(report)
    #expect(
      try world.check().lines.dropLast() == [
        "bots/a.yaml:3:5: warning: no test is called T.S/testVersoin in the newest integrations: did you "
          + "mean `T.S/testVersion`?",
        "bots/a.yaml:6:5: warning: no test is called Old.Gone/testNothing in the newest integrations",
        "bots/a.yaml:7:5: warning: 2 tests are called testTwo in the newest integrations: say which, as "
          + "`T.R/testTwo` or `T.S/testTwo`",
      ])
    try world.write(world.bots + "/a.yaml", text + "\ntests: {filter: testVersion}\n")
    #expect(try world.check().lines.count == 1, "it may be one of those that are left out")
  }

  @Test("what is silenced twice is a warning where it stands the second time")
  func silencedTwice() throws {
    try world.write(
      world.bots + "/a.yaml",
      """
      repository: ../r
      silence:
        - {test: A/b, reason: x}
        - {test: A/old, until: 2020-02-01, reason: x}
        - issue: 3fa9c2d1
          reason: x
        - {test: A/old, reason: x}
        - {test: A/b, until: forever, reason: y}
        - {issue: 3fa9c2d1aa, reason: y}
        - all-now
        - all-now

      """)
    #expect(
      try world.check().lines.dropLast() == [
        "bots/a.yaml:4:5: warning: this is over: test A/old was silenced until 2020-02-01",
        "bots/a.yaml:8:5: warning: this is said already, in line 3: test A/b",
        "bots/a.yaml:9:5: warning: this is said already, in line 5: issue 3fa9c2d1aa",
        "bots/a.yaml:11:5: warning: this is said already, in line 10: all-now",
      ])
  }

  @Test("what a bot file silences although `bothy silence` did is a warning at its line")
  func silencedByHand() throws {
    let store = try SQLiteStore(folder: world.scratch.path + "/state")
    let identity = String(repeating: "3fa9c2d1", count: 8)
    try store.apply([.watch("a", settings: Bot(name: "a", repository: "/r"))], at: Date())
    try store.silence(
      Silence(.issue(identity), until: .forever, reason: "see 12", origin: .command, by: "mira"), of: "a")
    let text = "repository: ../r\nsilence:\n  - {issue: 3fa9c2d1, reason: x}\n"
    try world.write(world.bots + "/a.yaml", text)
    try world.write(world.bots + "/b.yaml", text)
    #expect(
      try world.check().lines.dropLast() == [
        "bots/a.yaml:3:5: warning: this is said already, outside of this file: "
          + "issue 3fa9c2d1 is silenced for good: see 12 (mira)"
      ])
    _ = try store.unsilence(.issue(identity), of: "a")
    #expect(try world.check().lines.count == 1)
  }
}
