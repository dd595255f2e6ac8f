import Foundation
import Testing

@testable import Model

/// In a suite of its own: what is claimed.
@Suite("What a difference may come from") struct DifferenceCauseTests {
  private typealias Made = IntegrationDifferenceTests
  private static let bot = Bot(name: "b", repository: "/r")

  private func difference(
    _ before: Report, _ now: Report, settings: (Bot?, Bot?) = (bot, bot), same: Set<PackagePath> = []
  ) -> IntegrationDifference {
    var sources = ComparedSources()
    sources.sameFiles = same
    return IntegrationDifference(
      ComparedIntegration(before, settings: settings.0), ComparedIntegration(now, settings: settings.1),
      sources)
  }

  @Test("one commit twice differs by chance, by another toolchain, or by what else is another")
  func causes() {
    let before = Made.report(1)
    let newer = Made.report(2) { $0.toolchain = "Swift 2" }
    #expect(difference(before, Made.report(2)).cause == .chance)
    #expect(difference(before, newer).cause == .toolchain)
    #expect(
      difference(before, newer).causeWords?.hasSuffix(
        "by another toolchain, Swift 1 in #1 and Swift 2 in #2: what differs is likely the toolchain's, or "
          + "chance.") == true)
    var release = Self.bot
    release.buildArguments = ["-DX"]
    #expect(difference(before, newer, settings: (Self.bot, release)).cause == .toolchainOrElse)
    #expect(difference(before, newer, settings: (Self.bot, nil)).cause == .toolchainOrElse)
    #expect(difference(before, Made.report(2), settings: (Self.bot, nil)).cause == .settings)
    let changed = Made.report(2) { $0.commit?.changes = true }
    #expect(difference(before, changed).cause == .sources)
    var failing = Made.report(1, .testFailures)
    let issue = Model.Issue(
      kind: .testFailure, message: "m", target: nil, file: nil, line: nil, test: "T.S/a", since: 1)
    failing.issues.new = [issue]
    let silenced = Made.report(2) { $0.issues.silenced = [issue] }
    #expect(difference(failing, silenced).cause == .settings)
    #expect(
      difference(failing, silenced).settings?.map { $0.words("#1") } == ["silence: T.S/a, nothing in #1"])
    let pinned = Made.report(2) {
      $0.dependencies = [
        PinnedDependency(identity: "y", location: "/y", version: "1", branch: nil, revision: nil)
      ]
    }
    #expect(difference(before, pinned).cause == .settings)
    #expect(difference(before, pinned).dependencies?.map(\.words) == ["y 1, new"])
    let other = Made.report(2, commit: "c") { $0.toolchain = "Swift 2" }
    #expect(
      difference(before, other).causeWords
        == "The toolchain is another one, Swift 1 in #1 and Swift 2 in #2, besides the commit: which of them "
        + "a difference comes from is not known, unless it is said.")
  }

  @Test("an environment that differs is named, and is no chance")
  func environments() {
    func report(_ number: Int, _ environment: [String: String]) -> Report {
      Made.report(number) { $0.environment = SeenEnvironment(environment) }
    }
    let before = report(1, ["TZ": "UTC", "HOME": "/a", "CI": "1"])
    #expect(difference(before, report(2, ["TZ": "UTC", "HOME": "/b", "CI": "2"])).cause == .chance)
    let other = difference(before, report(2, ["TZ": "Asia/Tokyo", "HOME": "/a", "LANG": "C"]))
    #expect(other.cause == .settings)
    #expect(
      other.settings?.map { $0.words("#1") } == [
        "TZ: Asia/Tokyo, UTC in #1", "LANG: C, nothing in #1", "variable CI: nothing, set in #1",
      ])
  }

  @Test("of other commits only what is told of a file that is the same is likely the toolchain's")
  func files() throws {
    let before = Made.report(1) { $0.coverage = Made.coverage([("A.swift", 5, 5), ("B.swift", 5, 5)]) }
    let now = Made.report(2, commit: "c") {
      $0.coverage = Made.coverage([("A.swift", 6, 5), ("B.swift", 5, 4)])
      $0.toolchain = "Swift 2"
    }
    let told = difference(before, now, same: ["A.swift", "B.swift"])
    let files = try #require(told.coverage?.files)
    #expect(files.map { told.isLikelyToolchains($0) } == [true, false])
    #expect(told.isLikelyToolchains("A.swift") && !told.isLikelyToolchains("C.swift"))
    let same = Made.report(2, commit: "c") { $0.coverage = now.coverage }
    #expect(!difference(before, same, same: ["A.swift"]).isLikelyToolchains("A.swift"))
  }

  @Test("nothing differs but the commit and the time; each other thing is named")
  func none() {
    let (one, other) = (Made.report(1), Made.report(2, commit: "c"))
    #expect(difference(one, other).isNone)
    #expect(difference(one, other).sentence == "Nothing differs but the commit and how long it took.")
    #expect(difference(one, Made.report(2)).sentence == "Nothing differs but how long it took.")
    let newer = Made.report(2) { $0.toolchain = "Swift 2" }
    #expect(!difference(one, newer).isNone && difference(one, newer).sentence == "Another toolchain.")
    #expect(!difference(one, Made.report(2, .warnings)).isNone)
  }

  @Test("settings that decide are told as bot files call them, values of the environment never")
  func settings() {
    var other = Self.bot
    other.configuration = .release
    other.environment = ["TOKEN": "secret", "A": "1"]
    other.triggers = [Bot.Trigger(act: .before(script: "./x"))]
    other.keep.integrations = 3
    var before = Self.bot
    before.environment = ["A": "2"]
    let told = difference(Made.report(1), Made.report(2), settings: (before, other)).settings
    #expect(
      told?.map { $0.words("#1") } == [
        "configuration: release, debug in #1", "before: ./x, nothing in #1",
        "environment.A: set to something else, set in #1", "environment.TOKEN: set, nothing in #1",
      ])
  }

  @Test("how commits stand to each other")
  func commits() {
    let table: [(Int, Int, String)] = [
      (0, 0, "the same commit"), (3, 0, "3 commits later"), (0, 1, "1 commit earlier"),
      (2, 1, "they have parted: 2 commits only in #2, 1 only in #1"),
    ]
    for (ahead, behind, words) in table {
      #expect(CommitRelation(ahead: ahead, behind: behind).words("#1", "#2") == words)
    }
  }

  @Test("slower and faster are told where chance does not explain it, and where not all are")
  func durations() {
    func report(_ number: Int, _ seconds: [Double]) -> Report {
      Made.report(number) {
        $0.tests.cases = seconds.enumerated().map {
          Made.test("t\($0.offset)", .passed, seconds: $0.element)
        }
      }
    }
    let before = [0.001, 0.1, 1, 1, 4, 1, 1, 1, 1, 1, 1]
    let now = [0.1, 0.3, 2.5, 1.9, 0.5, 1, 1, 1, 1, 1, 1]
    let told = difference(report(1, before), report(2, now)).durations
    #expect(told.slower.map(\.test) == ["T.S/t2"] && told.faster.map(\.test) == ["T.S/t4"])
    // A busy machine: everything takes three times as long.
    let busy = difference(report(1, before), report(2, before.map { $0 * 3 })).durations
    #expect(busy.slower.isEmpty && busy.faster.isEmpty && busy.pace.map { abs($0 - 3) < 0.01 } == true)
    let failed = Made.report(2, .testFailures) {
      $0.tests.cases = [Made.test("t2", .failed, seconds: 9)]
    }
    #expect(difference(report(1, before), failed).durations.slower.isEmpty)
  }
}
