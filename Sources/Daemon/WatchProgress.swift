import Model
import Publishing
import State

/// How far the running integrations are. Read when somebody asks; costs nothing otherwise.
actor WatchProgress {
  private let state: StateFolder
  private var followed: [String: ProgressTail] = [:]

  init(state: StateFolder) { self.state = state }

  func added(to bots: [BotID: BotNow]) -> [BotID: BotNow] {
    var told = bots
    var present: [String: ProgressTail] = [:]
    for (bot, now) in bots {
      if let inquiry = now.inquiry, inquiry.isMap, inquiry.isOfPages != true {
        let key = "\(bot)\(inquiry.since)"
        let tail = followed[key] ?? ProgressTail(state.mapFolder(bot).progress)
        tail.read()
        present[key] = tail
        told[bot]?.inquiry?.done = tail.progress.done
        told[bot]?.inquiry?.total = tail.progress.total
      }
      for (place, one) in now.running.enumerated() {
        let key = "\(bot)\(one.number)"
        let tail = followed[key] ?? ProgressTail(state.integration(bot, one.number).progress)
        tail.read()
        present[key] = tail
        told[bot]?.running[place].progress = tail.progress
      }
    }
    followed = present
    return told
  }
}
