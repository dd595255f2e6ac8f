import Daemon
import Terminal

/// `bothy watch`: every bot, until told to stop.
struct WatchCommand {
  let options: WatchOptions
  let context: CommandContext

  func perform() throws -> Int32 {
    var process = WatcherProcess(
      state: try context.state(), bots: CommandContext.absolute(context.options.botsFolder),
      templates: context.templates, environment: context.environment)
    process.workers = options.jobs
    process.graceSeconds = options.graceSeconds
    try process.perform()
    return 0
  }
}
