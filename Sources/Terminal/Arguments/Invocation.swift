public import Explaining
public import Model

/// What a person asked for on the command line.
public struct Invocation: Equatable, Sendable {
  public var command: CommandLineVerb
  public var global: GlobalOptions

  public init(command: CommandLineVerb, global: GlobalOptions = GlobalOptions()) {
    self.command = command
    self.global = global
  }
}

public enum CommandLineVerb: Equatable, Sendable {
  case run(RunOptions)
  case watch(WatchOptions)
  case integrate(IntegrateOptions)
  case cancel(IntegrationAddress)
  /// nil: all bots.
  case pause(BotID?)
  case resume(BotID?)
  case pin(IntegrationAddress)
  case unpin(IntegrationAddress)
  case perform(folder: String)
  case bots(json: Bool)
  case show(IntegrationAddress, json: Bool)
  case log(IntegrationAddress, follow: Bool)
  case create(CreateOptions)
  case check
  case render(IntegrationAddress?)
  case template(TemplateOptions)
  case demo(folder: String)
  case doctor
  case unit
  case help(topic: String?)
  case completions(shell: Shell)
  case version
}

/// Given before or after the command; the environment answers where an option is absent.
public struct GlobalOptions: Equatable, Sendable {
  public var bots: String?
  public var state: String?
  public var templates: String?

  public init(bots: String? = nil, state: String? = nil, templates: String? = nil) {
    self.bots = bots
    self.state = state
    self.templates = templates
  }

  public var botsFolder: String { bots ?? "bots" }

  /// Where everything is kept when nobody says otherwise. A relative XDG_STATE_HOME is to be ignored.
  public func stateFolder(environment: [String: String]) throws -> String {
    if let state { return state }
    if let base = environment["XDG_STATE_HOME"], base.hasPrefix("/") { return base + "/bothy" }
    if let home = environment["HOME"], !home.isEmpty { return home + "/.local/state/bothy" }
    throw UsageError(
      doing: "finding the state directory", wrong: "neither BOTHY_STATE nor HOME is set",
      advice: "say where with --state DIR")
  }
}

public struct RunOptions: Equatable, Sendable {
  public var path = "."
  public var commit: String?
  public var botFile: String?
  public var package: String?
  public var filters: [String] = []
  public var skips: [String] = []
  public var configuration: Configuration?
  public var coverage = true
  public var clean = false
  public var jobs: Int?
  public var timeoutSeconds: Double?
  public var output: String?
  public var json = false
  public var open = false
  public var quiet = false
  public var verbose = false

  public init() {}
}

public struct CreateOptions: Equatable, Sendable {
  public var path: String
  public var package: String?

  public init(path: String = ".", package: String? = nil) {
    self.path = path
    self.package = package
  }
}

public struct WatchOptions: Equatable, Sendable {
  /// How many integrations at once; absent: as many as the machine bears.
  public var jobs: Int?
  /// How long what runs may go on when the watcher is to end.
  public var graceSeconds: Double = 10

  public init() {}
}

public struct IntegrateOptions: Equatable, Sendable {
  public var bot: BotID
  public var commit: String?
  /// Until it has ended.
  public var wait: Bool

  public init(bot: BotID, commit: String? = nil, wait: Bool = false) {
    (self.bot, self.commit, self.wait) = (bot, commit, wait)
  }
}

public struct TemplateOptions: Equatable, Sendable {
  public var file: String
  /// A file with JSON, or `-`.
  public var data: String?
  public var lenient: Bool

  public init(file: String, data: String? = nil, lenient: Bool = false) {
    self.file = file
    self.data = data
    self.lenient = lenient
  }
}

/// `BOT#N` is integration N of that bot, `BOT` alone its latest.
public struct IntegrationAddress: Equatable, Sendable, CustomStringConvertible {
  public var bot: BotID
  public var number: IntegrationNumber?

  public init(bot: BotID, number: IntegrationNumber? = nil) {
    self.bot = bot
    self.number = number
  }

  public var description: String { bot.rawValue + (number.map(\.description) ?? "") }
}

public enum Shell: String, CaseIterable, Sendable { case bash, zsh, fish }

/// The command line cannot be understood: exit status 2.
public struct UsageError: Explained, Equatable, Sendable {
  public var doing: String
  public var wrong: String
  public var advice: String
  public var status: Int32 { 2 }

  public init(doing: String, wrong: String, advice: String) {
    (self.doing, self.wrong, self.advice) = (doing, wrong, advice)
  }
}
