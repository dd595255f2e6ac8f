import Foundation
import Model
import StateKit
import Testing

@testable import Commands
@testable import Daemon

@Suite("What is integrated again")
struct RerunCommandTests {
  @Test("the commit that was reported, else the one that was ordered, and never what was not committed")
  func commit() throws {
    let world = try HistoryWorld()
    let told = CommitID(String(repeating: "a", count: 40))
    let ordered = CommitID(String(repeating: "b", count: 40))
    var report = MadeUp.report("p", 1, branch: "main", hour: 0)
    var order = world.order("p", 1)
    order.source = .commit(ordered)
    report.commit = nil
    #expect(RerunCommand.commit(of: report, order) == ordered, "it was ended before its commit was brought")
    report.commit = Commit(
      id: told, branch: "main", author: "a", email: "", date: Date(timeIntervalSince1970: 0), subject: "")
    #expect(RerunCommand.commit(of: report, order) == told)
    report.commit?.changes = true
    #expect(RerunCommand.commit(of: report, order) == nil)
    report.commit = nil
    order.source = .workingTree
    #expect(RerunCommand.commit(of: report, order) == nil)
  }

  @Test("what is not committed is integrated as it stands with the bot file that it had, while that is there")
  func asTheyStand() throws {
    let world = try HistoryWorld()
    var order = world.order("p", 1)
    #expect(RerunCommand.asTheyStand(order) == "bothy run /srv/p")
    order.botFile = world.state.path + "/p.yaml"
    #expect(RerunCommand.asTheyStand(order) == "bothy run /srv/p")
    try Data().write(to: URL(fileURLWithPath: world.state.path + "/p.yaml"))
    #expect(RerunCommand.asTheyStand(order) == "bothy run /srv/p --bot \(world.state.path)/p.yaml")
  }

  @Test("what its bot file asks for by now is the whole; what somebody else asked for stays")
  func askedNow() throws {
    let world = try HistoryWorld()
    let file = world.state.path + "/p.yaml"
    var order = world.order("p", 1)
    #expect(BotFolder.askedNow(order) == order.settings, "it has no file")
    order.botFile = file
    order.settings.tests.filters = ["A"]
    order.settings.coverage.enabled = false
    order.settings.mark(["tests.filter", "coverage.enabled"], as: .botFile)
    func whole(_ text: String) throws -> Bot {
      try Data("repository: /srv/p\n\(text)".utf8).write(to: URL(fileURLWithPath: file))
      return BotFolder.askedNow(order)
    }
    let now = try whole("")
    #expect(now.tests.filters.isEmpty && now.coverage.enabled)
    let limited = try #require(Limitation(order.settings, of: now, isOlderCommit: false))
    #expect(limited.tests?.filters == ["A"] && limited.withoutCoverage && limited.wholeSelection == nil)
    let same = try whole("tests: {filter: A}\ncoverage: {enabled: false}\n")
    #expect(Limitation(order.settings, of: same, isOlderCommit: false) == nil)
    order.settings.mark(["tests.filter"], as: .package)
    #expect(try whole("").tests.filters == ["A"])
    #expect(try whole("tests: {filter: B}\n").tests.filters == ["B"])
  }
}
