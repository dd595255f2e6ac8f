import Files
import Foundation
import Processes
import Publishing
import State
import Store
package import Terminal

/// What is the same for every command of one command line.
package struct CommandContext {
  let options: GlobalOptions
  let environment: [String: String]

  package init(options: GlobalOptions, environment: [String: String]) {
    (self.options, self.environment) = (options, environment)
  }

  /// A folder of the user's that is laid over the shipped templates.
  var templates: String? { options.templates }
  var lookup: BotLookup { BotLookup(folder: options.botsFolder) }
  var capabilities: TerminalCapabilities { .of(descriptor: STDOUT_FILENO, environment: environment) }

  func state() throws -> StateFolder {
    StateFolder(path: Self.absolute(try options.stateFolder(environment: environment)))
  }

  func readOnlyStore() throws -> SQLiteStore { try SQLiteStore(folder: try state().path, readOnly: true) }

  static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }

  static func cancellation() -> Cancellation { .onSignals([SIGINT, SIGTERM, SIGHUP]) }
}

extension CommandContext {
  /// What was asked for becomes a command, and that an exit status.
  package func perform(_ verb: CommandLineVerb) throws -> Int32 {
    switch verb {
    case .run(let options):
      return try RunCommand(
        options: options, state: state(), environment: environment, templates: templates
      ).perform()
    case .watch(let options): return try WatchCommand(options: options, context: self).perform()
    case .integrate(let bot, let commit, let wait):
      return try IntegrateCommand(
        bot: bot, commit: commit, wait: wait, state: state(), bots: lookup, environment: environment,
        templates: templates
      ).perform()
    case .rerun(let address, let options):
      return try RerunCommand(
        address: address, options: options, state: state(), bots: lookup, environment: environment,
        templates: templates
      ).perform()
    case .cancel(let address): return try botCommands().cancel(address)
    case .pause(let bot): return try botCommands().pause(bot)
    case .resume(let bot): return try botCommands().resume(bot)
    case .pin(let address): return try PinCommand(state: state(), templates: templates).pin(address)
    case .unpin(let address): return try PinCommand(state: state(), templates: templates).unpin(address)
    case .perform(let folder): return try PerformCommand(folder: IntegrationFolder(folder)).perform()
    case .bots(let json):
      return try BotsCommand(
        state: state(), bots: options.bots, usualBots: options.botsFolder, capabilities: capabilities
      ).perform(json: json)
    case .tests(let bot, let test):
      return try TestsCommand(store: readOnlyStore(), state: state(), capabilities: capabilities)
        .perform(bot, test)
    case .show(let address, let json):
      return try ShowCommand(store: readOnlyStore(), state: state(), capabilities: capabilities)
        .perform(address, json: json)
    case .log(let address, let follow):
      return try LogCommand(store: readOnlyStore(), state: state(), capabilities: capabilities)
        .perform(address, follow: follow)
    case .create(let path, let package):
      return try CreateCommand(path: path, package: package, bots: options.botsFolder).perform()
    case .check:
      return try CheckCommand(
        bots: options.bots, usualBots: options.botsFolder, templates: templates, environment: environment
      ).perform()
    case .render(let address):
      let errors = TerminalCapabilities.of(descriptor: STDERR_FILENO, environment: environment)
      return try RenderCommand(
        address: address, state: state(), store: readOnlyStore(), templates: templates, moves: errors.moves
      ).perform()
    case .template(let file, let data, let lenient):
      return try TemplateCommand(file: file, data: data, lenient: lenient, templates: templates).perform()
    case .demo(let folder):
      return try DemoCommand(
        folder: folder, state: state(), environment: environment, templates: templates
      ).perform()
    case .doctor: return try DoctorCommand(context: self).perform()
    case .unit: return DoctorCommand(context: self).printUnit()
    case .help(let topic): return print(HelpText.text(topic: topic, width: capabilities.width))
    case .completions(let shell): return print(Completions.script(shell))
    case .version: return print("bothy \(Program.version)\n")
    }
  }

  private func botCommands() throws -> BotCommands { BotCommands(state: try state(), bots: lookup) }

  private func print(_ text: String) -> Int32 {
    Output.standard.write(text)
    return 0
  }
}
