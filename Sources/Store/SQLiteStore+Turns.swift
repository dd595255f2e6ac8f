public import Model
import SQLite

/// What became of a place in the queue.
public enum TurnState: Equatable, Sendable {
  case waiting
  /// Also while what follows from its end is still being done.
  case running(IntegrationNumber)
  case ended(IntegrationNumber, IntegrationResult)
  /// It was taken out of the queue.
  case gone
}

extension SQLiteStore {
  public func state(ofTurn turn: Int) throws -> TurnState {
    try named("looking for turn \(turn) of the queue") {
      let isWaiting = try database.first("SELECT 1 FROM pending WHERE turn = ?", turn) { _ in true } ?? false
      if isWaiting { return .waiting }
      let found = try database.first(
        "SELECT number, result, settled FROM integration WHERE turn = ? ORDER BY number DESC LIMIT 1", turn
      ) { ($0.number(0), result: $0.word(1) as IntegrationResult?, isSettled: $0.bool(2)) }
      guard let (number, result, isSettled) = found else { return .gone }
      guard let result, isSettled else { return .running(number) }
      return .ended(number, result)
    }
  }
}
