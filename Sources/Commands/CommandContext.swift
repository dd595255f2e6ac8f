import Explaining
import Files
import Foundation
import Model
import Processes
import Publishing
import State
import Store
package import Terminal
package import Words

/// What is the same for every command of one command line.
package struct CommandContext {
  let options: GlobalOptions
  let environment: [String: String]
  /// Of what was asked for over HTTP, and is to be begun once.
  private let once: String?

  package init(options: GlobalOptions, environment: [String: String]) {
    self.options = options
    self.environment = environment.filter { $0.key != BesideProcess.mark }
    // Whoever asked for it over HTTP does not wait.
    let beside = environment[BesideProcess.mark]
    once = beside == BesideProcess.each ? nil : beside
    if beside != nil { outliveParent() }
  }

  /// A folder of the user's that is laid over the shipped templates.
  var templates: String? { options.templates }
  var lookup: BotLookup { BotLookup(folder: options.botsFolder) }
  var capabilities: TerminalCapabilities { .of(descriptor: STDOUT_FILENO, environment: environment) }

  func state() throws -> StateFolder {
    let path = Self.absolute(try options.stateFolder(environment: environment))
    var folder = StateFolder(path: path)
    let usual = try? GlobalOptions().stateFolder(environment: environment)
    let bots = Self.absolute(options.botsFolder)
    folder.named = NamedFolders(
      state: usual.map(Self.absolute) == path ? nil : path, bots: FileFacts(bots) == nil ? nil : bots)
    folder.typed = typed
    finishRemovals(folder)
    return folder
  }

  /// Whichever command comes first goes on with a removal that was cut off.
  private func finishRemovals(_ state: StateFolder) {
    do {
      for bot in try RemoveCommand.removal(state: state, templates: templates, .error).tend() {
        Output.error.write("Went on with removing `\(bot)`, which was cut off: it is gone.\n")
      }
    } catch { Output.error.write(Explanation(error).text + "\n") }
  }

  /// What the same shell does not know by itself.
  package var typed: NamedFolders {
    NamedFolders(
      state: options.state == environment["BOTHY_STATE"] ? nil : options.state,
      bots: options.bots == environment["BOTHY_BOTS"] ? nil : options.bots)
  }

  func readOnlyStore() throws -> SQLiteStore { try SQLiteStore(folder: try state().path, readOnly: true) }

  static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }

  static func cancellation() -> Cancellation {
    Signals.refuseIdle()
    return .onSignals([SIGINT, SIGTERM, SIGHUP])
  }
}

extension CommandContext {
  package func perform(_ invocation: Invocation) throws -> Int32 {
    if let once {
      let begun = try BegunOnce(state())
      guard let claim = try begun.claim(once) else { return 0 }
      defer { withExtendedLifetime(claim) {} }
      let status = try perform(invocation.command)
      try begun.end(once)
      return status
    }
    return try perform(invocation.command)
  }

  /// What was asked for becomes a command, and that an exit status.
  package func perform(_ verb: CommandLineVerb) throws -> Int32 {
    switch verb {
    case .run(let options): return try run(options)
    case .replay(let options): return try replay(options)
    case .watch(let options): return try WatchCommand(options: options, context: self).perform()
    case .serve(let address): return try ServeCommand(address: address, context: self).perform()
    case .integrate(let bot, let at, let wait, let quiet): return try integrate(bot, at, wait, quiet)
    case .rerun(let address, let options): return try rerun(address, options)
    case .cancel(let address): return try botCommands().cancel(address)
    case .pause(let bot): return try botCommands().pause(bot)
    case .resume(let bot): return try botCommands().resume(bot)
    case .mail(let address, let isDry): return try mail(address, isDry: isDry)
    case .pin(let address): return try PinCommand(state: state(), templates: templates).pin(address)
    case .unpin(let address): return try PinCommand(state: state(), templates: templates).unpin(address)
    case .silence(let bot, let issue, let options): return try silence(bot, issue, options)
    case .unsilence(let bot, let issue): return try silences().unsilence(bot, issue)
    case .removal(let bot, let asks): return try remove(bot, asks: asks)
    case .backup(let file, let replacing):
      return try BackupCommand(state: state(), bots: options.botsFolder, moves: moves)
        .perform(file, replacing: replacing)
    case .restore(let file, let replacing):
      return try RestoreCommand(state: state(), bots: options.botsFolder, templates: templates)
        .perform(file, replacing: replacing)
    case .people(let verb): return try people(verb)
    case .host(let act): return try host(act)
    case .fetch(let order): return try FetchCommand(order: order).perform()
    case .perform(let folder): return try PerformCommand(folder: IntegrationFolder(folder)).perform()
    case .bots(let json): return try listBots(json)
    case .tests(let bot, let test, let json):
      return try TestsCommand(store: readOnlyStore(), state: state(), capabilities: capabilities)
        .perform(bot, test, json: json)
    case .issues(let bot, let json): return try issues(bot, json)
    case .show(let address, let form):
      return try ShowCommand(store: readOnlyStore(), state: state(), capabilities: capabilities)
        .perform(address, as: form)
    case .environment(let address):
      return try EnvironmentCommand(store: readOnlyStore(), state: state()).perform(address)
    case .open(let address):
      return try OpenCommand(state: state(), environment: environment).perform(address)
    case .history(let bot, let csv, let json): return try history(bot, csv ? .csv : json ? .json : .table)
    case .compare(let one, let other, let json): return try compare(one, other, json: json)
    case .log(let address, let follow):
      return try LogCommand(store: readOnlyStore(), state: state(), capabilities: capabilities)
        .perform(address, follow: follow)
    case .create(let path, let package):
      return try CreateCommand(path: path, package: package, bots: options.botsFolder, typed: typed).perform()
    case .check: return try check()
    case .render(let address): return try render(address)
    case .template(let file, let data, let lenient):
      return try TemplateCommand(file: file, data: data, lenient: lenient, templates: templates).perform()
    case .demo(let folder): return try demo(folder)
    case .doctor: return try DoctorCommand(context: self).perform()
    case .unit: return DoctorCommand(context: self).printUnit()
    case .help(let topic): return help(topic)
    case .completions(let shell): return print(Completions.script(shell))
    case .manual(let folder, let botFile): return try Manual.write(into: folder, botFile: botFile)
    case .version: return print("bothy \(Program.version)\n")
    }
  }

  private func issues(_ bot: BotID, _ json: Bool) throws -> Int32 {
    try IssuesCommand(store: readOnlyStore(), state: state(), bots: lookup, capabilities: capabilities)
      .perform(bot, json: json)
  }

  private func run(_ options: RunOptions) throws -> Int32 {
    guard !options.watches else {
      return try EditCommand(
        options: options, state: state(), environment: environment, templates: templates
      ).perform()
    }
    return try RunCommand(
      options: options, state: state(), environment: environment, templates: templates
    ).perform()
  }

  private func history(_ bot: BotID, _ form: HistoryCommand.Form) throws -> Int32 {
    try HistoryCommand(store: readOnlyStore(), capabilities: capabilities).perform(bot, form)
  }

  private func replay(_ options: ReplayOptions) throws -> Int32 {
    try ReplayCommand(
      options: options, state: state(), environment: environment, templates: templates
    ).perform()
  }

  private func integrate(_ bot: BotID, _ commit: String?, _ wait: Bool, _ quiet: Bool) throws -> Int32 {
    try IntegrateCommand(
      bot: bot, commit: commit, wait: wait, isQuiet: quiet, state: state(), bots: lookup,
      environment: environment, templates: templates, once: once
    ).perform()
  }

  private func rerun(_ address: IntegrationAddress, _ options: RerunOptions) throws -> Int32 {
    try RerunCommand(
      address: address, options: options, state: state(), environment: environment, templates: templates,
      once: once
    ).perform()
  }

  private func mail(_ address: IntegrationAddress, isDry: Bool) throws -> Int32 {
    try MailCommand(store: readOnlyStore(), state: state(), bots: lookup, templates: templates)
      .perform(address, isDry: isDry)
  }

  private func silences() throws -> SilenceCommand {
    SilenceCommand(state: try state(), bots: lookup, capabilities: capabilities)
  }

  private func silence(_ bot: BotID, _ issue: String?, _ options: SilenceOptions) throws -> Int32 {
    guard let issue else { return try silences().list(bot) }
    return try silences().silence(bot, issue, options)
  }

  private func compare(
    _ one: IntegrationAddress, _ other: IntegrationAddress, json: Bool
  ) throws -> Int32 {
    try CompareCommand(
      store: readOnlyStore(), state: state(), templates: templates, capabilities: capabilities
    ).perform(one, other, json: json)
  }

  private func remove(_ bot: BotID, asks: Bool) throws -> Int32 {
    var command = RemoveCommand(
      state: try state(), bots: options.botsFolder, templates: templates, moves: moves)
    let input = TerminalCapabilities.of(descriptor: STDIN_FILENO, environment: environment)
    if input.isTerminal { command.answer = { readLine() } }
    return try command.perform(bot, asks: asks)
  }

  private func people(_ verb: PeopleVerb) throws -> Int32 {
    switch verb {
    case .user(let act):
      try UserCommand(state: act == .list ? state() : ownState("changing who is known"), input: passwords)
        .perform(act)
    case .token(let act):
      try TokenCommand(state: act == .list ? state() : ownState("changing the tokens")).perform(act)
    case .audit(let json, let last): try AuditCommand(state: state()).perform(json: json, last: last)
    }
  }

  private func host(_ act: HostAct) throws -> Int32 {
    let bots = Self.absolute(options.botsFolder)
    switch act {
    case .hook(let moment):
      return try PushHook(moment: moment, environment: environment, bots: bots).perform()
    case .shell(let user):
      let state = StateFolder(path: Self.absolute(try options.stateFolder(environment: environment)))
      return try HostShell(user: user, state: state, bots: bots, environment: environment).perform()
    case .key(let user, let file):
      return try HostKey(user: user, file: file, state: state(), bots: bots).perform()
    case .list: return try HostCommand(state: state(), bots: bots, typed: typed).perform(act)
    case .create, .retire, .restore, .protect, .unprotect:
      let state = try ownState("changing what is hosted")
      return try HostCommand(state: state, bots: bots, typed: typed).perform(act)
    }
  }

  /// To be changed by whom it belongs to.
  private func ownState(_ doing: String) throws -> StateFolder {
    let state = try state()
    try state.refuseOthers(doing: doing)
    return state
  }

  private var passwords: PasswordInput {
    let input = TerminalCapabilities.of(descriptor: STDIN_FILENO, environment: environment)
    return input.isTerminal ? .terminal : .lines
  }

  /// Whether a line on standard error may be drawn again.
  private var moves: Bool {
    TerminalCapabilities.of(descriptor: STDERR_FILENO, environment: environment).moves
  }

  private func listBots(_ json: Bool) throws -> Int32 {
    try BotsCommand(
      state: state(), bots: options.bots, usualBots: options.botsFolder, capabilities: capabilities
    ).perform(json: json)
  }

  private func help(_ topic: String?) -> Int32 {
    let hasManual = topic.map(Manual.isInstalled) ?? false
    return print(HelpText.text(topic: topic, width: capabilities.width, hasManual: hasManual))
  }

  private func check() throws -> Int32 {
    try CheckCommand(
      bots: options.bots, usualBots: options.botsFolder, templates: templates, environment: environment,
      state: try state()
    ).perform()
  }

  private func render(_ address: IntegrationAddress?) throws -> Int32 {
    try RenderCommand(
      address: address, state: state(), store: readOnlyStore(), templates: templates, moves: moves
    ).perform()
  }

  private func demo(_ folder: String) throws -> Int32 {
    try DemoCommand(folder: folder, state: state(), environment: environment, templates: templates).perform()
  }

  private func botCommands() throws -> BotCommands { BotCommands(state: try state(), bots: lookup) }

  private func print(_ text: String) -> Int32 {
    Output.standard.write(text)
    return 0
  }
}
