import Foundation
import Model
import Templates
import Testing

@testable import Reports
@testable import SamplePages

@Suite("Commits by bots") struct CommitGridTests {
  private func input(_ bot: BotID, _ commits: [(Int, String, IntegrationResult)]) -> BotInput {
    let past = commits.map { number, commit, result in
      var past = PastIntegration(
        number: IntegrationNumber(number), started: HistorySample.date(number), processID: 1)
      (past.commit, past.result) = (CommitID(commit), result)
      return past
    }
    return BotInput(
      bot: KnownBot(id: bot, name: bot.rawValue, path: nil), past: past, withPages: Set(past.map(\.number)))
  }

  @Test("bots that have a commit in common are one grid, also through a third; others have none")
  func groups() throws {
    let inputs = [
      input("a", [(2, "11", .succeeded)]), input("b", [(3, "22", .testFailures)]),
      input("c", [(4, "33", .succeeded)]),
      input("d", [(6, "22", .succeeded), (5, "11", .succeeded)]),
    ]
    #expect(CommitGrid.all(Array(inputs.prefix(3))).isEmpty)
    let grids = CommitGrid.all(inputs)
    #expect(grids.map { $0.inputs.map(\.bot.id) } == [["a", "b", "d"]])
    let page = String(
      decoding: try HistorySite(templates: Sample.library(), assets: []).allBots(inputs)[0].bytes(),
      as: UTF8.self)
    let grid = try #require(page.components(separatedBy: "id=\"grid\"").dropFirst().first)
    #expect(grid.contains("href=\"bots/b/3/index.html\"") && !grid.contains("bots/c/"))
    let commits = grid.matches(of: /<code>(\d\d)<\/code>/).map { String($0.1) }
    #expect(commits == ["22", "11"])
  }

  @Test("what a bot said of a commit that is shown is found also where it was long ago")
  func longAgo() throws {
    let (slow, quick) = (input("a", [(2, "11", .succeeded)]), input("b", [(99, "22", .succeeded)]))
    let older = input("b", [(35, "11", .testFailures)])
    var asked: [[CommitID]] = []
    let grid = CommitGrid(inputs: [slow, quick], count: 2).reaching { input, commits in
      asked.append(commits)
      var input = input
      if input.bot.id == "b" { input.past += older.past }
      return input
    }
    #expect(asked == [["22"], ["11"]])
    #expect(grid.inputs.map { $0.past.map(\.number) } == [[2], [99, 35]])
    #expect("\(grid.value)".contains("#35"))
  }
}
