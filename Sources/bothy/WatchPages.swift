import Files
import Formats
import Integrator
import Model
import Watcher

/// Makes pages, on a thread of its own.
actor WatchPages: PageMaker {
  private let thread = OwnThread(name: "bothy-pages")
  private let state: StateFolder
  private let templates: String?

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  init(state: StateFolder, templates: String?) {
    self.state = state
    self.templates = templates
  }

  func makePages(_ bot: BotID, _ number: IntegrationNumber) throws {
    let folder = IntegrationFolder(state.integration(bot, number))
    guard let order = contents(of: folder.order), let report = contents(of: folder.report) else { return }
    _ = try Publishing(state: state, templates: templates).publish(
      try ReportJSON.decode(report), try OrderJSON.decode(order), from: folder, output: nil)
  }
}
