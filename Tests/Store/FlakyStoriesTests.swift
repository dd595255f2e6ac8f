import Model
import Testing

@testable import Store

@Suite("The story of a flaky issue") struct FlakyStoriesTests {
  @Test("of a flaky one it is known since when its test is gone, as long as it is")
  func flakyGone() throws {
    let life = try BotLife()
    let issue = Issue(
      kind: .flaky, message: "wrong", target: "T", file: nil, line: nil, test: "T.S/a", since: 1)
    func gone() throws -> [IntegrationNumber?]? {
      try life.store.story(bot: life.bot, issue: issue.identity)?.entries.map(\.testGoneIn)
    }
    try life.integrate("main", .flaky) { report in
      report.tests.cases = [testCase("a", .flaky, message: "wrong"), testCase("b", .passed)]
      report.issues.flaky = [issue]
    }
    try life.integrate("main", .succeeded) { $0.tests.cases = ["a", "b"].map { testCase($0, .passed) } }
    #expect(try gone() == [nil])
    for _ in 1...2 { try life.integrate("main", .succeeded) { $0.tests.cases = [testCase("b", .passed)] } }
    #expect(try gone() == [3])
    try life.integrate("main", .succeeded) { $0.tests.cases = ["a", "b"].map { testCase($0, .passed) } }
    #expect(try gone() == [nil])
  }
}
