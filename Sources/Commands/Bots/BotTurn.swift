import Explaining
import Files
import Foundation
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
    var isWished = false
    defer { if isWished { try? FileManager.default.removeItem(atPath: state.lockWish(bot)) } }
    let lock = try FileLock.wait(for: state.lock(bot)) {
      if !isWished {
        isWished = true
        try? publish(Array("\(ProcessInfo.processInfo.processIdentifier)".utf8), as: state.lockWish(bot))
      }
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

  /// Whether somebody waits for that: what can be done some other time gives way.
  static func isWanted(of bot: BotID, in state: StateFolder) -> Bool {
    guard let bytes = contents(of: state.lockWish(bot)),
      let process = Int32(String(decoding: bytes, as: UTF8.self))
    else { return false }
    return ProcessLife.isOtherRunning(process)
  }
}
