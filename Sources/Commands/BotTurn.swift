import Explaining
import Files
import Model
import Processes
import State

/// Who works in a bot's checkout by hand.
enum BotTurn {
  /// Two at once would share one checkout: the later one waits, and says for whom.
  static func wait(
    for bot: BotID, in state: StateFolder, _ cancellation: Cancellation, isQuiet: Bool
  ) throws -> FileLock {
    var isTold = isQuiet
    let lock = try FileLock.wait(for: state.lock(bot)) {
      if !isTold, !cancellation.isCanceled {
        let holder = FileLock.holder(of: state.lock(bot)).map { " (process \($0))" } ?? ""
        Output.error.write("Waiting for another integration of \(bot)\(holder) to end.\n")
        isTold = true
      }
      return !cancellation.isCanceled
    }
    if let lock { return lock }
    throw Explanation(
      doing: "waiting for another integration of \(bot)", wrong: "interrupted before it began",
      advice: "run it again when you like", status: 130)
  }
}
