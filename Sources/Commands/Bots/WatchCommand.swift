import Daemon
import Terminal

/// `bothy watch`: every bot, until told to stop.
struct WatchCommand {
  let options: WatchOptions
  let context: CommandContext

  func perform() throws -> Int32 {
    var process = WatcherProcess(
      state: try context.state(), bots: CommandContext.absolute(context.options.botsFolder),
      templates: templates, environment: context.environment)
    process.workers = options.jobs
    process.graceSeconds = options.graceSeconds
    if options.serves { process.serving = try serving() }
    try process.perform()
    return 0
  }

  /// As who types `bothy serve` behind the same options.
  private func serving() throws -> [String] {
    // Told now, where somebody sees it, and not by a process beside that is begun again and again.
    _ = try ServingSettings.settings(try context.state())
    return [
      "serve", "--state", try context.state().path, "--bots",
      CommandContext.absolute(context.options.botsFolder),
    ] + (templates.map { ["--templates", $0] } ?? [])
  }

  /// What is begun beside works elsewhere.
  private var templates: String? { context.templates.map(CommandContext.absolute) }
}
