import Foundation
public import Model
import SQLite

/// An integration that a search asked for, and how it ended.
public struct SearchedCommit: Equatable, Sendable {
  public var number: IntegrationNumber
  public var commit: CommitID
  public var step: CommitSearchStep
  /// Absent while it runs.
  public var result: IntegrationResult?
  public var hasReport: Bool
  public var isCanceledByHand: Bool
}

extension SQLiteStore {
  /// What was integrated for the search that began with an integration, in that order.
  public func searched(bot: BotID, for number: IntegrationNumber) throws -> [SearchedCommit] {
    try reading("what was searched", of: bot, or: []) { row in
      try database.all(
        """
        SELECT number, revision, search, result, reported, canceledByHand FROM integration
        WHERE bot = ? AND number > ? AND search IS NOT NULL ORDER BY number
        """, row, number.value
      ) { row in
        Self.step(row.text("search")).map { step in
          SearchedCommit(
            number: row.number("number"), commit: CommitID(row.text("revision")), step: step,
            result: row.word("result"), hasReport: row.bool("reported"),
            isCanceledByHand: row.bool("canceledByHand"))
        }
      }.compactMap(\.self).filter { $0.step.of == number }
    }
  }

  /// For which one an integration was asked by a search; nil of every other.
  public func search(bot: BotID, of number: IntegrationNumber) throws -> CommitSearchStep? {
    try reading("what was searched", of: bot, or: nil) { row in
      try database.first(
        "SELECT search FROM integration WHERE bot = ? AND number = ? AND search IS NOT NULL", row,
        number.value
      ) { Self.step($0.text(0)) } ?? nil
    }
  }

  /// As JSON.
  static func text(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }

  static func step(_ text: String) -> CommitSearchStep? {
    try? JSONDecoder().decode(CommitSearchStep.self, from: Data(text.utf8))
  }
}
