import Model
import Testing

@testable import Store

@Suite("What other branches know of an issue") struct OtherBranchesTests {
  @Test("what another branch took along from this one is told apart from what began there")
  func takenAlong() throws {
    let life = try BotLife()
    let (a, c) = (issue("a", since: 1), issue("c", since: 2))
    try life.integrate("main", .testFailures) { $0.issues.new = [a] }
    try life.integrate("side", .testFailures) { $0.issues = IssueLists(new: [c], unresolved: [a]) }
    try life.integrate("main", .succeeded) { $0.issues.resolved = [a] }
    let others = try life.store.pastIssues(bot: "parser", branch: "main").filter { !$0.isOfBranch }
    #expect(
      Dictionary(grouping: others, by: \.identity).mapValues { $0.map(\.beganHere) } == [
        a.identity: [true], c.identity: [nil],
      ])
  }

  @Test("files that were not committed there are on no other branch, and on their own as any other")
  func edited() throws {
    let life = try BotLife()
    func commit(_ report: inout Report, changes: Bool) {
      report.commit = Commit(
        id: "c1", branch: "topic", author: "", email: "", date: at(0), subject: "", changes: changes)
    }
    let (a, b) = (issue("a", since: 1), issue("b", since: 2))
    try life.integrate("topic", .testFailures) {
      commit(&$0, changes: true)
      $0.issues.new = [a]
    }
    #expect(try life.store.pastIssues(bot: "parser", branch: "main").isEmpty)
    try life.integrate("topic", .testFailures) {
      commit(&$0, changes: false)
      $0.issues = IssueLists(new: [b], unresolved: [a])
    }
    try life.integrate("topic") {
      commit(&$0, changes: true)
      $0.issues.resolved = [a, b]
    }
    let others = try life.store.pastIssues(bot: "parser", branch: "main")
    #expect(others.map(\.lastIn) == [2, 2] && others.allSatisfy { !$0.isResolved })
    #expect(try life.store.pastIssues(bot: "parser", branch: "topic").allSatisfy(\.isResolved))
  }

  @Test("what a branch mended that it had taken along is told with the one that has it still")
  func mendedHere() throws {
    let life = try BotLife()
    func commit(_ report: inout Report) {
      report.commit = Commit(
        id: CommitID("c\(report.integration.value)"), branch: "side", author: "", email: "", date: at(0),
        subject: "", changes: false)
    }
    let a = issue("a", since: 1)
    try life.integrate("main", .testFailures) {
      commit(&$0)
      $0.issues.new = [a]
    }
    try life.integrate("side", .succeeded) {
      commit(&$0)
      $0.issues.resolved = [a]
    }
    let past = try life.store.pastIssues(bot: "parser", branch: "side")
    #expect(past.map(\.mendedHere) == ["c2"] && past.map(\.isResolved) == [false])
    #expect(try life.store.pastIssues(bot: "parser", branch: "other").map(\.mendedHere) == [nil])
  }
}
