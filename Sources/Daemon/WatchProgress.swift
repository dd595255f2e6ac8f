import Control
import Foundation
import Model
import State

/// How far the running integrations are. Read when somebody asks; costs nothing otherwise.
actor WatchProgress {
  private let state: StateFolder
  private var followed: [String: ProgressTail] = [:]

  init(state: StateFolder) { self.state = state }

  func added(to status: ControlStatus) -> ControlStatus {
    var status = status
    var present: [String: ProgressTail] = [:]
    for index in status.running.indices {
      let one = status.running[index]
      let key = "\(one.bot)\(one.number)"
      let folder = state.integration(one.bot, one.number)
      let tail = followed[key] ?? ProgressTail(folder.progress)
      tail.read()
      present[key] = tail
      (status.running[index].phase, status.running[index].done, status.running[index].total) =
        (tail.phase, tail.done, tail.total)
    }
    followed = present
    return status
  }
}
