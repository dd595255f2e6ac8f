import Model

/// Every command and every option, described once. The parser, help, manual pages and completions use it.
enum CommandTable {
  /// Options of every command.
  static let everywhere: [OptionName] = [.bots, .state, .templates, .help]

  static let options: [OptionDescription] = [
    OptionDescription(
      .commit, takes: ("REV", .revision), "integrate this commit: a sha, a branch, a tag or HEAD~2"),
    OptionDescription(.bot, takes: ("FILE", .file), "use the settings of this bot file"),
    OptionDescription(.package, takes: ("DIR", .folder), "folder of the package inside the repository"),
    OptionDescription(
      .filter, takes: ("REGEX", .pattern), "run only tests with a matching name; can be repeated"),
    OptionDescription(
      .skip, takes: ("REGEX", .pattern), "leave out tests with a matching name; can be repeated"),
    OptionDescription(
      .configuration, short: "c", takes: ("debug|release", .choice(Configuration.allCases.map(\.rawValue))),
      "build configuration (default: debug)"),
    OptionDescription(.noCoverage, "do not measure coverage"),
    OptionDescription(
      .require, takes: ("changed", .choice(["changed"])),
      "exit with 1 when changed lines did not run, with 4 when that is not known"),
    OptionDescription(.clean, "delete earlier build products first"),
    OptionDescription(.jobs, short: "j", takes: ("N", .number(1...1024)), "run at most N build jobs at once"),
    OptionDescription(.processes, takes: ("N|auto", .words), "run XCTest tests in N processes side by side"),
    OptionDescription(
      .timeout, takes: ("TIME", .duration), "stop a test after this time: 90s, 10m, 1h30m (default: 5m)"),
    OptionDescription(
      .grace, takes: ("TIME", .duration), "time to end that running integrations get (default: 10s)"),
    OptionDescription(.output, takes: ("DIR", .folder), "also write the complete report into DIR"),
    OptionDescription(.csv, "print CSV"),
    OptionDescription(.json, "print JSON"),
    OptionDescription(.markdown, "print summary.md"),
    OptionDescription(.open, "open the report in a browser when it is ready"),
    OptionDescription(.quiet, short: "q", "print only failures, the result and where the report is"),
    OptionDescription(.verbose, short: "v", "print every step and every test"),
    OptionDescription(.follow, short: "f", "keep printing until the integration ends"),
    OptionDescription(.environment, "print the variables that its scripts got"),
    OptionDescription(
      .until, takes: ("WHEN", .words), "resolved (default), forever, or a last day such as 2031-12-31"),
    OptionDescription(.reason, takes: ("TEXT", .words), "why it is silenced; required with ISSUE"),
    OptionDescription(.dryRun, "send nothing; print what would be sent"),
    OptionDescription(.wait, "wait for the integration and exit with its status"),
    OptionDescription(.last, takes: ("N", .number(1...100_000)), "the newest N commits (default: 50)"),
    OptionDescription(.since, takes: ("DAY", .words), "commits made since a day such as 2026-09-01"),
    OptionDescription(
      .every, takes: ("N", .number(1...100_000)), "only every Nth of them, and the newest (default: 1)"),
    OptionDescription(.failed, "only tests that failed or were flaky last time"),
    OptionDescription(.watch, "run again on each save: affected tests first, then the rest"),
    OptionDescription(.serve, "also serve the pages, like `bothy serve`"),
    OptionDescription(
      .address, takes: ("HOST:PORT", .words), "listen here (default: serve.yaml, else 127.0.0.1:8421)"),
    OptionDescription(.why, takes: ("TEST", .pattern), "find the other tests that make this test fail"),
    OptionDescription(.whoTestsWhat, "find out which test executes which lines"),
    OptionDescription(.all, "all bots"),
    OptionDescription(.yes, "do not ask"),
    OptionDescription(
      .role, takes: ("ROLE", .choice(["reader", "operator", "administrator", "nobody"])),
      "reader (default), operator, administrator or nobody"),
    OptionDescription(.force, "replace the existing file, or move the existing state directory aside"),
    OptionDescription(.systemd, "print a systemd unit for the watcher"),
    OptionDescription(.lenient, "treat unknown names as empty"),
    OptionDescription(
      .bots, takes: ("DIR", .folder), "folder of the bot files (default: $BOTHY_BOTS, else ./bots)"),
    OptionDescription(
      .state, takes: ("DIR", .folder), "state directory (default: $BOTHY_STATE, else ~/.local/state/bothy)"),
    OptionDescription(
      .templates, takes: ("DIR", .folder),
      "your templates, laid over the shipped ones (default: $BOTHY_TEMPLATES)"),
    OptionDescription(.help, short: "h", "describe a command"),
    OptionDescription(.version, short: "V", "print the version"),
  ]

  /// What an option means for one command, where that differs from `options`.
  private static let meanings: [CommandName: [OptionName: String]] = [
    .run: [.json: "print report.json on standard output, and everything else on standard error"],
    .integrate: [.commit: "integrate this commit instead: a sha, a branch, a tag or HEAD~2"],
    .watch: [.jobs: "run at most N integrations at once (default: what cores and memory allow)"],
    .rerun: [.failed: "only tests that failed or were flaky in it"],
    .show: [
      .json: "print report.json", .verbose: "also list tests that did not run and were listed before",
    ],
    .user: [.bot: "for this bot only"],
    .token: [.bot: "for this bot only", .until: "last day, such as 2031-12-31 (default: until removed)"],
    .audit: [.last: "the newest N entries (default: all)"],
    .host: [.bot: "also write a bot file for it"],
  ]

  static func option(_ name: OptionName) -> OptionDescription {
    guard let found = options.first(where: { $0.name == name }) else {
      preconditionFailure("the option \(name.rawValue) has no description")
    }
    return found
  }

  /// The option as this command takes it.
  static func option(_ name: OptionName, of command: CommandName?) -> OptionDescription {
    let found = option(name)
    let summary = command.flatMap { meanings[$0]?[name] } ?? found.summary
    guard name == .bot, let command, [.host, .user, .token].contains(command) else {
      return OptionDescription(name, short: found.short, takes: found.value, summary)
    }
    return OptionDescription(name, takes: command == .host ? nil : ("BOT", .integration), summary)
  }

  static func command(_ name: CommandName) -> CommandDescription {
    guard let found = commands.first(where: { $0.name == name }) else {
      preconditionFailure("the command \(name.rawValue) has no description")
    }
    return found
  }

  /// The commands that help lists, part by part.
  static var shown: [CommandDescription] {
    CommandPart.allCases.flatMap { part in commands.filter { $0.part == part } }
  }

  /// The documented options of a command, or those that are valid without a command.
  static func options(of command: CommandDescription?) -> [OptionDescription] {
    ((command?.options ?? [.version]) + everywhere).map { option($0, of: command?.name) }
  }
}
