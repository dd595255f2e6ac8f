import Model
import Processes
import State

/// Whether somebody still works at an integration that has no result. One that was killed could not say so,
/// but its process is gone and its locks are free; its number may be another process's by now.
struct AtWork {
  let state: StateFolder
  var isBothy: (Int32) -> Bool = ProcessLife.isOtherRunning
  var isHeld: (String) -> Bool = { FileLock.holder(of: $0) != nil }

  func callAsFunction(_ bot: BotID, _ past: PastIntegration) -> Bool {
    guard past.isRunning else { return false }
    // What was begun goes on for a moment when whoever ordered it is gone, and reports by itself.
    if isHeld(state.performLock(bot)) { return true }
    return isBothy(past.processID) && (isHeld(state.lock(bot)) || isHeld(state.watchLock))
  }

  static let words = "Bothy was killed while it ran; a watcher or the next integration takes in how it ended"
}
