import Model
import Testing

@testable import Store

@Suite("What selecting tests would have left out, as it is kept") struct ScoresTests {
  @Test("is summed up of the newest that tell, with what would have been missed")
  func scores() throws {
    let life = try BotLife()
    func integrate(_ score: SelectionScore?) throws {
      try life.integrate("main", .succeeded) { $0.tests.score = score }
    }
    try integrate(SelectionScore(since: nil, total: 7, leftOut: 7))
    try integrate(SelectionScore(since: 1, total: 10, leftOut: 8, seconds: 1.5))
    try integrate(nil)
    let miss = SelectionScore.Miss(test: "T.A/\"b\"", why: "it had executed nothing")
    try integrate(SelectionScore(since: 2, total: 10, leftOut: 9, seconds: 0.25, misses: [miss]))
    let found = try life.store.scores(bot: life.bot, among: 2)
    #expect((found.count, found.total, found.leftOut, found.seconds) == (2, 20, 17, 1.75))
    #expect(found.misses == [SelectionScores.Miss(miss, in: 4)])
    #expect(try life.store.scores(bot: life.bot, among: 200).count == 3)
    #expect(try life.store.scores(bot: "other", among: 200) == SelectionScores())
  }
}
