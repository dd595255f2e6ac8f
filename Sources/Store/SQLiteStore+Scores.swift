import Foundation
public import Model
import SQLite

extension SQLiteStore {
  private static let mostMisses = 20

  func keepScore(_ score: SelectionScore?, _ row: Int) throws {
    guard let score else { return }
    let misses = score.misses.prefix(Self.mostMisses).map { miss in
      SelectionScore.Miss(test: miss.test, why: miss.why.bounded)
    }
    let text = misses.isEmpty ? nil : String(decoding: try JSONEncoder().encode(misses), as: UTF8.self)
    try database.run(
      """
      UPDATE integration SET scoreTotal = ?, scoreLeftOut = ?, scoreSeconds = ?, scoreMisses = ?
      WHERE id = ?
      """, score.total, score.leftOut, score.seconds.kept, text, row)
  }

  /// What selecting tests would have left out of the newest integrations of a bot that tell.
  public func scores(bot: BotID, among: Int) throws -> SelectionScores {
    try reading("what selecting tests would have left out", of: bot, or: SelectionScores()) { row in
      let rows = try database.all(
        """
        SELECT number, scoreTotal, scoreLeftOut, scoreSeconds, scoreMisses FROM integration
        WHERE bot = ? AND scoreTotal IS NOT NULL ORDER BY number DESC LIMIT ?
        """, row, among
      ) {
        (
          number: IntegrationNumber($0.int(0)), total: $0.int(1), leftOut: $0.int(2), seconds: $0.double(3),
          misses: $0.maybeText(4)
        )
      }
      return try rows.reduce(into: SelectionScores()) { scores, one in
        scores.count += 1
        scores.total += one.total
        scores.leftOut += one.leftOut
        scores.seconds += one.seconds
        guard let text = one.misses else { return }
        let misses = try JSONDecoder().decode([SelectionScore.Miss].self, from: Data(text.utf8))
        scores.misses += misses.map { SelectionScores.Miss($0, in: one.number) }
      }
    }
  }
}
