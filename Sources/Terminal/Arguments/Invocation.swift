import Explaining
public import Model

/// What a person asked for on the command line.
public struct Invocation: Equatable, Sendable {
  public var command: CommandLineVerb
  public var global = GlobalOptions()
}

public enum CommandLineVerb: Equatable, Sendable {
  case run(RunOptions)
  case replay(ReplayOptions)
  case watch(WatchOptions)
  /// Nil: where serve.yaml says.
  case serve(address: ServeSettings.Address?)
  /// Waits until it has ended, when asked to.
  case integrate(BotID, commit: String?, wait: Bool, quiet: Bool)
  case rerun(IntegrationAddress, RerunOptions)
  case cancel(IntegrationAddress)
  /// nil: all bots.
  case pause(BotID?)
  case resume(BotID?)
  /// Who was told, or who would be.
  case mail(IntegrationAddress, isDry: Bool)
  case pin(IntegrationAddress)
  case unpin(IntegrationAddress)
  /// Without an issue those that are silenced are listed.
  case silence(BotID, issue: String?, SilenceOptions)
  case unsilence(BotID, issue: String)
  case removal(BotID, asks: Bool)
  /// `-` is standard output.
  case backup(file: String, replacing: Bool)
  /// `-` is standard input.
  case restore(file: String, replacing: Bool)
  case people(PeopleVerb)
  case host(HostAct)
  case perform(folder: String)
  /// What is to be fetched stands in that file.
  case fetch(order: String)
  case bots(json: Bool)
  case show(IntegrationAddress, as: ShownForm)
  /// The variables that its scripts were given.
  case environment(IntegrationAddress)
  /// Without a test all that its latest integration had.
  case tests(BotID, test: String?, json: Bool)
  case issues(BotID, json: Bool)
  case history(BotID, csv: Bool, json: Bool)
  /// What differs in the second one.
  case compare(IntegrationAddress, IntegrationAddress, json: Bool)
  case log(IntegrationAddress, follow: Bool)
  case create(path: String, package: String?)
  case check
  case render(IntegrationAddress?)
  /// `data`: a file with JSON, or `-`.
  case template(file: String, data: String?, lenient: Bool)
  case demo(folder: String)
  /// Nil: the page of all bots.
  case open(IntegrationAddress?)
  case doctor
  case unit
  case help(topic: String?)
  case completions(shell: Shell)
  /// `botFile` is the path of docs/bot-file.md.
  case manual(folder: String, botFile: String)
  case version
}

/// How an integration is told on standard output.
public enum ShownForm: Equatable, Sendable {
  case words, json, markdown
  /// In words, with what earlier integrations told already.
  case full
}

/// Given before or after the command; the environment answers where an option is absent.
public struct GlobalOptions: Equatable, Sendable {
  public var bots: String?
  public var state: String?
  public var templates: String?

  public init(bots: String? = nil, state: String? = nil, templates: String? = nil) {
    (self.bots, self.state, self.templates) = (bots, state, templates)
  }

  public var botsFolder: String { bots ?? "bots" }

  /// Where everything is kept when nobody says otherwise. A relative XDG_STATE_HOME is to be ignored.
  public func stateFolder(environment: [String: String]) throws -> String {
    if let state { return state }
    if let base = environment["XDG_STATE_HOME"], base.hasPrefix("/") { return base + "/bothy" }
    if let home = environment["HOME"], !home.isEmpty { return home + "/.local/state/bothy" }
    throw Explanation(
      doing: "finding the state directory", wrong: "neither BOTHY_STATE nor HOME is set",
      advice: "say where with --state DIR", status: 2)
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
  public var processes: ProcessCount?
  public var timeoutSeconds: Double?
  public var output: String?
  /// What is printed on standard output besides the last lines.
  public var form = ShownForm.words
  /// The tests that failed in its latest integration.
  public var onlyFailed = false
  /// To end with 1 when lines that changed did not run.
  public var requiresChanged = false
  /// Again on each save.
  public var watches = false
  public var open = false
  public var quiet = false
  public var verbose = false

  public init() {}
}

/// Which part of a history is integrated, and how.
public struct ReplayOptions: Equatable, Sendable {
  public enum Part: Equatable, Sendable {
    case last(Int)
    /// Through now, from a day such as 2026-09-01 on.
    case since(String)
    /// What led to the second, and not to the first.
    case between(String, String)
  }

  public var path = "."
  public var part = Part.last(50)
  public var every = 1
  public var botFile: String?
  public var package: String?
  public var configuration: Configuration?
  public var jobs: Int?
  /// Of one test.
  public var timeoutSeconds: Double?

  public init() {}
}

public struct RerunOptions: Equatable, Sendable {
  public var onlyFailed = false
  /// Only tests whose names match one of these.
  public var filters: [String] = []
  /// Of which test it is asked why it failed.
  public var why: String?
  /// It is asked which test executes what.
  public var whoTestsWhat = false
  public var quiet = false
  public var verbose = false

  public init() {}
}

public struct SilenceOptions: Equatable, Sendable {
  /// Absent: until it is resolved, where that can be known.
  public var until: Silence.Until?
  public var reason: String?

  public init() {}
}

public struct WatchOptions: Equatable, Sendable {
  /// How many integrations at once; absent: as many as the machine bears.
  public var jobs: Int?
  /// How long what runs may go on when the watcher is to end.
  public var graceSeconds: Double = 10
  /// The pages too, by a process beside it.
  public var serves = false

  public init() {}
}

/// `BOT#N` is integration N of that bot, `BOT` alone its latest.
public struct IntegrationAddress: Equatable, Sendable, CustomStringConvertible {
  public var bot: BotID
  public var number: IntegrationNumber?

  public init(bot: BotID, number: IntegrationNumber? = nil) { (self.bot, self.number) = (bot, number) }

  public var description: String { bot.rawValue + (number.map(\.description) ?? "") }
}

/// Who may do what, and who did.
public enum PeopleVerb: Equatable, Sendable {
  case user(UserAct)
  case token(TokenAct)
  case audit(json: Bool, last: Int?)
}

/// What is done about people.
public enum UserAct: Equatable, Sendable {
  case add(String, Role, of: BotID?)
  case removal(String)
  case password(String)
  case role(String, Role, of: BotID?)
  case list

  static let words = ["add", "remove", "password", "role", "list"]
}

/// What is done about programs.
public enum TokenAct: Equatable, Sendable {
  /// `until`: a day such as 2031-12-31, the last one.
  case create(String, Role, of: BotID?, until: String?)
  case removal(String)
  case list

  static let words = ["create", "remove", "list"]
}

/// What is done with repositories that are hosted here.
public enum HostAct: Equatable, Sendable {
  public enum Moment: String, CaseIterable, Sendable {
    case before = "pre-receive"
    case after = "post-receive"
  }

  case create(HostedName, makesBot: Bool)
  case list(json: Bool)
  case retire(HostedName)
  case restore(HostedName)
  case protect(HostedName, branch: String)
  case unprotect(HostedName, branch: String)
  /// The line that lets a key in.
  case key(String, file: String)
  /// What sshd calls for somebody.
  case shell(String)
  /// What git calls.
  case hook(Moment)

  static let words = ["list", "create", "retire", "restore", "protect", "unprotect", "key"]
}

public enum Shell: String, CaseIterable, Sendable { case bash, zsh, fish }
