import Model

/// Each command and each option once; the parser, the help texts and the completions are derived from it.
enum CommandTable {
  static let everywhere: [OptionName] = [
    .bots, .state, .templates, .server, .tokenFile, .ca, .plainHTTP, .help,
  ]

  static let options: [OptionDescription] = [
    OptionDescription(
      .commit, takes: ("REV", .revision),
      "integrate this commit (sha, branch, tag, HEAD~2), as it was committed"),
    OptionDescription(.bot, takes: ("FILE", .file), "use the settings of this bot file"),
    OptionDescription(.package, takes: ("DIR", .folder), "the package's folder inside the repository"),
    OptionDescription(.filter, takes: ("REGEX", .pattern), "only tests whose name matches; may be repeated"),
    OptionDescription(.skip, takes: ("REGEX", .pattern), "no test whose name matches; may be repeated"),
    OptionDescription(
      .configuration, short: "c", takes: ("debug|release", .choice(Configuration.allCases.map(\.rawValue))),
      "how to build (default: debug)"),
    OptionDescription(.noCoverage, "do not measure which lines run"),
    OptionDescription(
      .require, takes: ("changed", .choice(["changed"])), "end with 1 when lines that changed did not run"),
    OptionDescription(.clean, "throw away what was built before, then build"),
    OptionDescription(
      .jobs, short: "j", takes: ("N", .number(1...1024)), "at most N things at once while building"),
    OptionDescription(
      .processes, takes: ("N|auto", .words), "share the tests of XCTest out over N processes side by side"),
    OptionDescription(
      .timeout, takes: ("TIME", .duration), "stop a test that takes longer: 90s, 10m, 1h30m (default: 5m)"),
    OptionDescription(
      .grace, takes: ("TIME", .duration), "how long what runs may go on when it is told to end (default: 10s)"
    ),
    OptionDescription(
      .output, takes: ("DIR", .folder), "also leave the complete, self-contained report in DIR"),
    OptionDescription(.csv, "print CSV on standard output"),
    OptionDescription(.json, "print JSON on standard output (progress stays on standard error)"),
    OptionDescription(.markdown, "print summary.md, to paste, on standard output"),
    OptionDescription(.open, "open the report when it is ready"),
    OptionDescription(.quiet, short: "q", "say only what failed, how it ended, and where the report is"),
    OptionDescription(.verbose, short: "v", "show every step and every test"),
    OptionDescription(.follow, short: "f", "go on as it grows, until the integration has ended"),
    OptionDescription(.environment, "print the variables that its scripts were given"),
    OptionDescription(
      .until, takes: ("WHEN", .words),
      "resolved (default; of a flaky test forever), forever, or through a day such as 2031-12-31"),
    OptionDescription(.reason, takes: ("TEXT", .words), "why, for who finds it silenced; needed with ISSUE"),
    OptionDescription(.dryRun, "send nothing: show what would be sent"),
    OptionDescription(.wait, "wait for the integration, and end with its status"),
    OptionDescription(.last, takes: ("N", .number(1...100_000)), "the newest N commits (default: 50)"),
    OptionDescription(.since, takes: ("DAY", .words), "the commits made since a day such as 2026-09-01"),
    OptionDescription(
      .every, takes: ("N", .number(1...100_000)), "of these each Nth, and always the newest (default: 1)"),
    OptionDescription(.failed, "only the tests that failed or were flaky the last time"),
    OptionDescription(.watch, "again on each save: affected tests first, then the rest"),
    OptionDescription(.serve, "also serve the pages, as `bothy serve` does, and again when that falls"),
    OptionDescription(
      .address, takes: ("HOST:PORT", .words),
      "listen there (default: what serve.yaml says, else 127.0.0.1:8421)"),
    OptionDescription(
      .why, takes: ("TEST", .pattern), "find out after which other tests this one fails"),
    OptionDescription(
      .whoTestsWhat, "find out which test executes what, of what is still built of it"),
    OptionDescription(.all, "all bots"),
    OptionDescription(.yes, "do not ask"),
    OptionDescription(
      .role, takes: ("ROLE", .choice(["reader", "operator", "administrator", "nobody"])),
      "what they may: reader, operator, administrator, nobody (default: reader)"),
    OptionDescription(.force, "replace what is there: a file, or (put aside) what a state directory holds"),
    OptionDescription(.systemd, "print a unit that runs the watcher as a service"),
    OptionDescription(.lenient, "a name that is known nowhere is empty, not an error"),
    OptionDescription(
      .bots, takes: ("DIR", .folder), "where the bot files are (default: $BOTHY_BOTS, else ./bots)"),
    OptionDescription(
      .state, takes: ("DIR", .folder),
      "where everything is kept (default: $BOTHY_STATE, else $XDG_STATE_HOME/bothy, else "
        + "~/.local/state/bothy)"),
    OptionDescription(
      .templates, takes: ("DIR", .folder),
      "your templates, laid over the shipped ones (default: $BOTHY_TEMPLATES)"),
    OptionDescription(
      .server, takes: ("URL", .words),
      "have a `bothy serve` elsewhere do it: bots, show, history, tests, issues, log, silence, integrate, "
        + "rerun, cancel, pause, resume, pin and so on"),
    OptionDescription(
      .tokenFile, takes: ("FILE", .file),
      "with --server: the token is in this file, mode 0600 (default: $BOTHY_TOKEN, else "
        + "~/.config/bothy/tokens/HOST)"),
    OptionDescription(
      .ca, takes: ("FILE", .file), "with --server: trust who signed these certificates (PEM)"),
    OptionDescription(.plainHTTP, "with --server: send the token over http:// too, to be read by others"),
    OptionDescription(.help, short: "h", "tell more about a command"),
    OptionDescription(.version, short: "V", "print the version"),
  ]

  static let bot = ArgumentDescription("BOT", .integration)
  static let integration = ArgumentDescription("BOT[#N]", .integration)

  static let commands: [CommandDescription] =
    working + asking + keeping + people + [hosting] + writing + [
      CommandDescription(
        name: .doctor, options: [.systemd], summary: "is this machine able to integrate?",
        paragraph: "Checks the toolchain, compiles and runs a small program with coverage, looks at "
          + "folders, space and the system, and tells the command that mends what is missing. Ends with 0 "
          + "when the machine is able, else with 5."),
      CommandDescription(
        name: .completions,
        arguments: [ArgumentDescription("bash|zsh|fish", .choice(Shell.allCases.map(\.rawValue)))],
        summary: "a script that completes bothy's command line",
        examples: [
          ("source <(bothy completions bash)", "in ~/.bashrc"),
          ("source <(bothy completions zsh)", "in ~/.zshrc, after compinit"),
          ("bothy completions fish | source", "in ~/.config/fish/config.fish"),
        ]),
      CommandDescription(
        name: .help, arguments: [ArgumentDescription("COMMAND", .topic, isOptional: true)],
        summary: "this overview, or one command in full"),
      CommandDescription(
        name: .perform, arguments: [ArgumentDescription("FOLDER", .folder)],
        summary: "perform the order in FOLDER (for programs)",
        paragraph:
          "Reads order.json there, integrates, and leaves the report, the logs and the exports there.",
        isHidden: true),
      CommandDescription(
        name: .fetch, arguments: [ArgumentDescription("FILE", .file)],
        summary: "bring a mirror up to date (for programs)",
        paragraph: "Reads in FILE which one, from where, and says on standard output how far it is.",
        isHidden: true),
      CommandDescription(
        name: .manual,
        arguments: [ArgumentDescription("1|5", .choice(ManualSection.allCases.map(\.rawValue)))],
        summary: "print a page of the manual, for man",
        paragraph: "bothy(1) says what help says, bothy(5) what a bot file may hold.", isHidden: true),
      CommandDescription(name: .version, summary: "print the version", isHidden: true),
    ]

  /// About what was integrated.
  private static let asking = [
    CommandDescription(
      name: .bots, options: [.json], summary: "every bot and its last result",
      examples: [("bothy bots", "what is known: a line for each bot, and its newest branches")]),
    CommandDescription(
      name: .show, arguments: [integration], options: [.json, .markdown, .environment, .verbose],
      summary: "one integration in words",
      paragraph:
        "BOT#N is integration N of that bot, BOT alone the newest whole one of its base branch (of a local "
        + "checkout, of any), which may still run. Ends with that integration's exit "
        + "status; with --environment, which a shell can read, with 0.",
      examples: [
        ("bothy show parser", "what the bot `parser` came to last, on its base branch"),
        ("bothy show parser#42 --json", "report.json of integration 42"),
        ("bothy show parser#42 --markdown", "a few lines to paste where people talk about it"),
        ("bothy show parser#42 --environment", "what its scripts were given, to try one by hand"),
      ]),
    CommandDescription(
      name: .history, arguments: [bot], options: [.csv, .json], summary: "its integrations as numbers",
      paragraph:
        "The newest thirty, a line each: failing tests, new issues, tests that came and went, lines not "
        + "executed more or fewer. --csv and --json print all that are kept, the oldest first, with the "
        + "figures that the charts of its page show: times in UTC, durations in seconds, nothing where a "
        + "figure is not known. "
        + "In CSV, quoted as RFC 4180 has it, text that a spreadsheet would take for a formula has an "
        + "apostrophe before it.",
      examples: [
        ("bothy history parser", "what changed from one to the next"),
        ("bothy history parser --csv > parser.csv", "for a spreadsheet"),
      ]),
    CommandDescription(
      name: .compare,
      arguments: [ArgumentDescription("BOT#A", .integration), ArgumentDescription("BOT#B", .integration)],
      options: [.json], summary: "what differs between two integrations",
      paragraph:
        "What is different in BOT#B: results, tests that came, went, are called otherwise, fail now or were "
        + "fixed, warnings and other issues, coverage by file, times, dependencies, settings, toolchain; in "
        + "either order, of any branches, and of two bots of one repository: by its name, or because one of "
        + "theirs has the commits of both. What is not compared is said. "
        + "The terminal tells the most important, --json all, and so does the page that is made of "
        + "two of one bot. BOT alone is its latest. Ends with 0 when both could be read, whatever differs, "
        + "with 5 when one of them is not there or left no report. Keys of --json: sentence, caveats, before "
        + "and now (integration, bot, result, reason, commit, branch, toolchain, configuration, clean, "
        + "limited, seconds), commits, "
        + "cause, tests, issues, coverage, durations, dependencies, settings, page; null where something "
        + "cannot be compared.",
      examples: [
        ("bothy compare parser#41 parser#42", "what changed from the one to the other"),
        ("bothy compare parser#41 parser", "the latest, compared with an earlier one"),
        ("bothy compare parser#41 parser#42 --json", "for programs"),
      ]),
    CommandDescription(
      name: .tests,
      arguments: [ArgumentDescription("BOT", .integration), ArgumentDescription("TEST", .pattern).optional],
      options: [.json], summary: "its tests, or the history of one",
      paragraph:
        "TEST is a test's whole name, as Bothy or as its package calls it, or a part that no other "
        + "has. Tells of its newest 50 integrations how often it failed and was flaky, in which "
        + "integrations, on which branches, what was said, how long it took, what it was called before.",
      examples: [
        ("bothy tests parser", "what became of each the last time, on its base branch"),
        ("bothy tests parser testVersion", "what became of one in each, 50 at most"),
        ("bothy tests parser testVersion --json", "the same for programs"),
      ]),
    CommandDescription(
      name: .issues, arguments: [bot], options: [.json], summary: "what is open, branch by branch",
      paragraph:
        "As the newest whole integration of each branch left it, the base branch first: what fails, is "
        + "flaky or does not build, and what is warned of, since when, and how it is silenced. What the base "
        + "branch has too is told there, and counted elsewhere; --json has it on each. Then "
        + "the tests that were flaky earlier, which no pass ends. What has no test is silenced by its id.",
      examples: [
        ("bothy issues parser", "what there is to mend"),
        ("bothy issues parser --json", "the same for programs"),
      ]),
    CommandDescription(
      name: .log, arguments: [integration], options: [.follow],
      summary: "what the tools printed during an integration",
      examples: [("bothy log parser -f", "the log of the latest, live")]),
    CommandDescription(
      name: .open, arguments: [integration.optional], summary: "its page in a browser, or its address",
      paragraph:
        "Opens the page with $BROWSER or what the desktop has, and prints where it is; without a display it "
        + "only prints that. BOT alone is the newest whole one of its base branch (of a local checkout, of "
        + "any), which may still run; "
        + "without BOT it is the page of all bots.",
      examples: [("bothy open parser#42", "that one")]),
    CommandDescription(
      name: .mail, arguments: [integration], options: [.dryRun],
      summary: "who was told of an integration, and what was answered",
      paragraph:
        "Mails and webhooks with each attempt to send them: what does not get through is sent again. With "
        + "--dry-run nothing is sent: it prints the mails and posts that the bot file's triggers make of "
        + "that integration, to whom, and why; of a limited one, which is told to nobody, those of a whole "
        + "one.",
      examples: [
        ("bothy mail parser#42", "what became of its messages"),
        ("bothy mail parser#42 --dry-run", "to try a trigger"),
      ]),
    CommandDescription(
      name: .silence, arguments: [bot, ArgumentDescription("ISSUE", .words, isOptional: true)],
      options: [.until, .reason], summary: "hear no more of an issue: it is shown, and has no say",
      paragraph:
        "ISSUE is the name of a test, or an issue's id, as its page and, of an issue without a test, "
        + "`bothy show` tell it. From the "
        + "next integration on it is shown and counted as silenced, and neither makes the result red nor "
        + "is told to anybody. What happens to the test in another way, a crash where it failed, is heard. "
        + "Errors of building cannot be silenced. Without ISSUE it lists what is silenced. A bot file can "
        + "say the same with `silence:`, and `silence: all-now` on the first day in old code.",
      examples: [
        ("bothy silence parser testB --reason upstream", "until it is resolved"),
        ("bothy silence parser", "what is silenced, why, and until when"),
      ]),
    CommandDescription(
      name: .unsilence, arguments: [bot, ArgumentDescription("ISSUE", .words)],
      summary: "hear of an issue again",
      examples: [("bothy unsilence parser testB", "from the next integration on")]),
    CommandDescription(
      name: .pin, arguments: [integration], summary: "keep an integration for good",
      paragraph:
        "What is pinned is never removed, however many integrations come after it and whatever `keep` in "
        + "the bot file says. BOT alone is the newest whole one of its base branch (of a local checkout, of "
        + "any).",
      examples: [("bothy pin parser#42", "the one that was released")]),
    CommandDescription(
      name: .unpin, arguments: [integration], summary: "keep an integration no longer than others",
      paragraph: "BOT alone is the one of it that is pinned.",
      examples: [("bothy unpin parser#42", "`keep` in the bot file counts for it again")]),
  ]

  /// About files that people write, and the pages made of them.
  private static let writing = [
    CommandDescription(
      name: .create, arguments: [ArgumentDescription("PATH", .folder, isOptional: true)],
      options: [.package], summary: "write a bot file for a repository, every key explained",
      paragraph:
        "Looks at the repository at PATH (default: here), finds its branch, its package and its name, "
        + "and writes a bot file into the folder of --bots. A file that is there is never overwritten.",
      examples: [
        ("bothy create ~/parser", "writes bots/parser.yaml"),
        ("bothy create . --package Core", "the package in the folder Core"),
      ]),
    CommandDescription(
      name: .check, summary: "find every mistake in bot files and templates",
      paragraph: "Prints all problems at once as file:line:column: message, then a sentence. Templates are "
        + "checked as they are used: the folder of --templates laid over the shipped ones, every name "
        + "against the values that its page is given. Warnings are about what a bot file names and is not "
        + "there: a branch, a secret, mail.yaml; or of a hosted repository that is retired. Ends "
        + "with 0 when there is no problem, else with 2.",
      examples: [
        ("bothy check", "bots/ and the shipped templates"),
        ("bothy check --templates mine", "your templates too"),
      ]),
    CommandDescription(
      name: .render, arguments: [integration.optional], summary: "make pages again from what is stored",
      paragraph:
        "After a template was changed. Takes the report, the log and the coverage that were kept, and "
        + "the sources as they were integrated. Without BOT all bots, with BOT all its integrations, with "
        + "BOT#N that one. Pages are replaced whole; what cannot be rendered is told and stops nothing. Ends "
        + "with 0 when all pages were made, 2 when a template has a mistake, else 5.",
      examples: [
        ("bothy render --templates mine", "everything, with templates of yours"),
        ("bothy render parser#42", "one integration"),
      ]),
    CommandDescription(
      name: .template,
      arguments: [
        ArgumentDescription("FILE", .file), ArgumentDescription("DATA.json", .file, isOptional: true),
      ],
      options: [.lenient], summary: "render one template to standard output",
      paragraph:
        "FILE is a Mustache template. Its partials and parents are looked for beside it, then in the "
        + "folder of --templates, then among the shipped ones. DATA.json holds the values (`-`: standard "
        + "input; none: no values). Writes what was rendered and nothing else; mistakes are told as "
        + "file:line:column, and the exit status is 2.",
      examples: [
        ("bothy template page.html.mustache values.json", "try a template of yours"),
        ("bothy template page.html.mustache - --lenient", "values from a pipe"),
      ]),
    CommandDescription(
      name: .hook,
      arguments: [
        ArgumentDescription("install|uninstall", .choice(["install", "uninstall"])),
        ArgumentDescription("PATH", .folder, isOptional: true),
      ],
      options: [.package], summary: "integrate what is pushed, before it is pushed",
      paragraph:
        "Installs a pre-push hook of git's in the repository at PATH (default: here): it integrates the "
        + "tip of each branch that is pushed (the commits before it come with it), never the working tree, "
        + "and nothing is pushed when one is not green. "
        + "Tags are pushed without being integrated, which is said. A hook that is there is never "
        + "overwritten; uninstall removes only its own.",
      examples: [("bothy hook install", "in the repository here")]),
    CommandDescription(
      name: .demo, arguments: [ArgumentDescription("DIR", .folder, isOptional: true)],
      summary: "make a small package with a history and integrate it",
      paragraph: "Makes a Swift package with a few commits in DIR (default: bothy-demo), which must not be "
        + "there yet, and integrates it commit by commit: green, red, a crash, mended. Then tells where "
        + "the pages are.",
      examples: [("bothy demo", "a minute later there is a history to look at")]),
  ]

  static func option(_ name: OptionName) -> OptionDescription {
    guard let found = options.first(where: { $0.name == name }) else {
      preconditionFailure("the option \(name.rawValue) has no description")
    }
    return found
  }

  /// As it is behind that command, where it takes something else there.
  static func option(_ name: OptionName, behind command: CommandName?) -> OptionDescription {
    let found = option(name)
    if name == .bot, command == .host { return OptionDescription(name, "also write a bot file for it") }
    guard name == .bot, command == .user || command == .token else { return found }
    return OptionDescription(name, takes: ("BOT", .integration), found.summary)
  }

  static func command(_ name: CommandName) -> CommandDescription {
    guard let found = commands.first(where: { $0.name == name }) else {
      preconditionFailure("the command \(name.rawValue) has no description")
    }
    return found
  }

  /// What an option means behind one command, where that is something else than elsewhere.
  private static let meanings: [CommandName: [OptionName: String]] = [
    .integrate: [.commit: "not the newest commits but this one: sha, branch, tag, HEAD~2"],
    .watch: [.jobs: "at most N integrations at once (default: as many as cores and memory bear)"],
    .rerun: [.failed: "only the tests that failed or were flaky in it"],
    .run: [.json: "print report.json on standard output, and the words on standard error"],
    .show: [
      .json: "print report.json", .verbose: "also what in the sources did not run and was told before",
    ],
    .bots: [.json: "print all of it as JSON, with times in UTC"],
    .user: [.bot: "of this bot alone"],
    .token: [
      .bot: "of this bot alone; elsewhere what everybody may",
      .until: "through a day such as 2031-12-31 (default: until it is removed)",
    ],
    .audit: [.json: "print all of it as JSON, with times in UTC", .last: "the newest N (default: all)"],
    .compare: [.json: "print all that differs as JSON"],
    .host: [.bot: "also write a bot file for it", .json: "print all of it as JSON, with times in UTC"],
    .create: [.package: "the package's folder, where the repository holds several"],
  ]

  static func summary(of option: OptionName, behind command: CommandName?) -> String {
    command.flatMap { meanings[$0]?[option] } ?? self.option(option).summary
  }

  static var shown: [CommandDescription] { commands.filter { !$0.isHidden } }

  /// The options that may stand after a command; without a command, those that may stand before one.
  static func options(of command: CommandDescription?) -> [OptionDescription] {
    ((command?.options ?? [.version]) + everywhere).map { option($0, behind: command?.name) }
  }
}
