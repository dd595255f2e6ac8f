import Testing

@testable import Model

@Suite("What a replay integrates")
struct ReplayPlanTests {
  private static let line = ["a", "b", "c", "d"].map { CommitID($0) }

  private func plan(_ integrated: [String: [Int]]) -> (known: String, rest: String, again: String) {
    let plan = ReplayPlan(
      Self.line,
      integrated: Dictionary(
        uniqueKeysWithValues: integrated.map { (CommitID($0), $1.map { IntegrationNumber($0) }) }))
    func text(_ commits: [CommitID]) -> String { commits.map(\.rawValue).joined() }
    return (text(plan.known), text(plan.rest), text(plan.again.sorted { $0.rawValue < $1.rawValue }))
  }

  @Test("all where nothing is known, nothing where all is known in its order")
  func allOrNothing() {
    #expect(plan([:]) == ("", "abcd", ""))
    #expect(plan(["a": [1], "b": [2], "c": [5], "d": [9]]) == ("abcd", "", ""))
  }

  @Test("it goes on where it was stopped")
  func goesOn() { #expect(plan(["a": [3], "b": [4]]) == ("ab", "cd", "")) }

  @Test("what was integrated before what it comes after is integrated again behind it")
  func inOrder() {
    #expect(plan(["d": [1]]) == ("", "abcd", "d"))
    #expect(plan(["a": [2], "b": [3], "c": [4], "d": [1]]) == ("abc", "d", "d"))
    #expect(plan(["b": [1], "c": [2]]) == ("", "abcd", "bc"))
    #expect(plan(["a": [2, 7], "b": [1, 4]]) == ("ab", "cd", ""))
  }

  @Test(
    "each so many, and the newest always",
    arguments: [(1, "abcd"), (2, "bd"), (3, "ad"), (9, "d"), (0, "abcd")])
  func each(step: Int, left: String) {
    #expect(ReplayPlan.each(step, of: Self.line).map(\.rawValue).joined() == left)
  }

  @Test("what it takes is told of three, and what the first one took is not counted")
  func estimate() {
    #expect(ReplayPlan.secondsLeft([60, 4], more: 9) == nil)
    #expect(ReplayPlan.secondsLeft([60, 4, 6], more: 9) == 45)
    #expect(
      ReplayPlan.secondsLeft([60] + Array(repeating: 100, count: 5) + Array(repeating: 2, count: 10), more: 3)
        == 6)
  }
}
