import Formats
import Foundation
import Integrator
import Model
import Processes
import Store
import Terminal

/// The only place that knows every room: a command line becomes a command, a command an exit status.
enum Assembly {
  static let version = "0.1.0"

  static func main(arguments: [String], environment: [String: String]) -> Int32 {
    do {
      let invocation = try CommandLineParser.parse(arguments, environment: environment)
      return try perform(invocation, environment)
    } catch let error as BotFileError {
      Output.error.write(error.lines.joined(separator: "\n") + "\n")
      return 2
    } catch {
      let told = CommandError(error)
      Output.error.write(told.text + "\n")
      return told.status
    }
  }

  private static func perform(_ invocation: Invocation, _ environment: [String: String]) throws -> Int32 {
    switch invocation.command {
    case .run(let options):
      return try RunCommand(
        options: options, state: try state(invocation, environment), environment: environment,
        templates: invocation.global.templates
      ).perform()
    case .watch(let options):
      return try WatchCommand(
        options: options, state: try state(invocation, environment),
        bots: URL(fileURLWithPath: invocation.global.botsFolder).standardizedFileURL.path,
        environment: environment, templates: invocation.global.templates
      ).perform()
    case .integrate, .cancel, .pause, .resume, .pin, .unpin: return try performOnBots(invocation, environment)
    case .unit:
      Output.standard.write(unit(invocation, environment).text)
      return 0
    case .perform(let folder):
      return try PerformCommand(folder: IntegrationFolder(folder)).perform()
    case .show(let address, let json):
      let state = try state(invocation, environment)
      return try ShowCommand(
        memory: try memory(state), state: state, capabilities: capabilities(environment),
        decode: ReportJSON.decode, output: .standard
      ).perform(address, json: json)
    case .log(let address, let follow):
      let state = try state(invocation, environment)
      return try LogCommand(
        memory: try memory(state), state: state, capabilities: capabilities(environment), output: .standard
      ).perform(address, follow: follow)
    case .bots(let json):
      return try BotsCommand(
        state: try state(invocation, environment), bots: invocation.global.bots,
        usualBots: invocation.global.botsFolder, capabilities: capabilities(environment)
      ).perform(json: json)
    case .create, .check, .render, .template, .demo: return try performOnFiles(invocation, environment)
    case .doctor:
      return doctor(try state(invocation, environment), environment)
    case .help(let topic):
      guard let text = HelpText.text(topic: topic, width: capabilities(environment).width) else {
        throw UsageError(
          doing: "looking for help", wrong: "there is no command \(topic ?? "")",
          advice: "`bothy help` names them all")
      }
      Output.standard.write(text)
      return 0
    case .version:
      Output.standard.write("bothy \(version)\n")
      return 0
    case .completions(let shell):
      Output.standard.write(Completions.script(shell))
      return 0
    }
  }

  /// The commands that talk to the watcher.
  private static func performOnBots(
    _ invocation: Invocation, _ environment: [String: String]
  ) throws -> Int32 {
    let state = try state(invocation, environment)
    let lookup = BotLookup(folder: invocation.global.botsFolder)
    let commands = BotCommands(state: state, bots: lookup)
    switch invocation.command {
    case .integrate(let options):
      return try IntegrateCommand(
        options: options, state: state, bots: lookup, environment: environment,
        templates: invocation.global.templates
      ).perform()
    case .cancel(let address): return try commands.cancel(address)
    case .pause(let bot): return try commands.pause(bot)
    case .resume(let bot): return try commands.resume(bot)
    case .pin(let address): return try pinning(state, invocation).pin(address)
    case .unpin(let address): return try pinning(state, invocation).unpin(address)
    default: preconditionFailure("only commands about bots come here")
    }
  }

  private static func pinning(_ state: StateFolder, _ invocation: Invocation) -> PinCommand {
    PinCommand(state: state, templates: invocation.global.templates)
  }

  private static func unit(_ invocation: Invocation, _ environment: [String: String]) -> SystemdUnit {
    let swift = ProgramSearch.find("swift", environment: environment).map {
      ($0 as NSString).deletingLastPathComponent
    }
    let usual = ["/usr/local/bin", "/usr/bin", "/bin"]
    let folders = (swift.map { usual.contains($0) || $0.contains("\"") ? [] : [$0] } ?? []) + usual
    return SystemdUnit(
      program: ProgramSearch.resolved("/proc/self/exe"),
      bots: invocation.global.bots.map { URL(fileURLWithPath: $0).standardizedFileURL.path }
        ?? "/etc/bothy/bots",
      path: folders.joined(separator: ":"))
  }

  /// The commands about files that people write.
  private static func performOnFiles(
    _ invocation: Invocation, _ environment: [String: String]
  ) throws -> Int32 {
    switch invocation.command {
    case .check:
      return try CheckCommand(
        bots: invocation.global.bots, usualBots: invocation.global.botsFolder,
        templates: invocation.global.templates, environment: environment
      ).perform()
    case .create(let options):
      return try CreateCommand(options: options, bots: invocation.global.botsFolder).perform()
    case .render(let address):
      let state = try state(invocation, environment)
      return try RenderCommand(
        address: address, state: state, store: try store(state), templates: invocation.global.templates,
        moves: TerminalCapabilities.of(descriptor: STDERR_FILENO, environment: environment).moves
      ).perform(Cancellation.onSignals([SIGINT, SIGTERM, SIGHUP]))
    case .demo(let folder):
      return try DemoCommand(
        folder: folder, state: try state(invocation, environment), environment: environment,
        templates: invocation.global.templates
      ).perform()
    case .template(let options):
      return try TemplateCommand(options: options, templates: invocation.global.templates).perform()
    default: preconditionFailure("only commands about files come here")
    }
  }

  private static func capabilities(_ environment: [String: String]) -> TerminalCapabilities {
    .of(descriptor: STDOUT_FILENO, environment: environment)
  }

  private static func memory(_ state: StateFolder) throws -> StoreMemory {
    StoreMemory(store: try store(state))
  }

  private static func store(_ state: StateFolder) throws -> SQLiteStore {
    try SQLiteStore(folder: state.path, readOnly: true)
  }

  private static func doctor(_ state: StateFolder, _ environment: [String: String]) -> Int32 {
    let cancellation = Cancellation.onSignals([SIGINT, SIGTERM, SIGHUP])
    adoptOrphans()
    return Doctor(
      environment: environment, stateFolder: state.path, capabilities: capabilities(environment),
      run: ToolRunner(cancellation: cancellation).run,
      isCanceled: { cancellation.isCanceled }, write: { Output.standard.write($0) }
    ).perform()
  }

  private static func state(_ invocation: Invocation, _ environment: [String: String]) throws -> StateFolder {
    let path = try invocation.global.stateFolder(environment: environment)
    return StateFolder(path: URL(fileURLWithPath: path).standardizedFileURL.path)
  }
}
