import Model

/// Each command and each option once; the parser, the help texts and the completions are derived from it.
enum CommandTable {
  static let everywhere: [OptionName] = [.bots, .state, .templates, .help]

  static let options: [OptionDescription] = [
    OptionDescription(
      .commit, nil, ValueDescription(placeholder: "REV", kind: .revision),
      "integrate this commit (sha, branch, tag, HEAD~2) instead of the files on disk"),
    OptionDescription(
      .bot, nil, ValueDescription(placeholder: "FILE", kind: .file), "use the settings of this bot file"),
    OptionDescription(
      .package, nil, ValueDescription(placeholder: "DIR", kind: .folder),
      "the package's folder inside the repository"),
    OptionDescription(
      .filter, nil, ValueDescription(placeholder: "REGEX", kind: .pattern),
      "only tests whose name matches; may be repeated"),
    OptionDescription(
      .skip, nil, ValueDescription(placeholder: "REGEX", kind: .pattern),
      "no test whose name matches; may be repeated"),
    OptionDescription(
      .configuration, "c",
      ValueDescription(
        placeholder: "debug|release", kind: .choice(Configuration.allCases.map(\.rawValue))),
      "how to build (default: debug)"),
    OptionDescription(.noCoverage, nil, nil, "do not measure which lines run"),
    OptionDescription(.clean, nil, nil, "throw away what was built before, then build"),
    OptionDescription(
      .jobs, "j", ValueDescription(placeholder: "N", kind: .number(1...1024)),
      "at most N things at once while building"),
    OptionDescription(
      .timeout, nil, ValueDescription(placeholder: "TIME", kind: .duration),
      "stop a test that takes longer: 90s, 10m, 1h30m (default: 5m)"),
    OptionDescription(
      .grace, nil, ValueDescription(placeholder: "TIME", kind: .duration),
      "how long what runs may go on when it is told to end (default: 10s)"),
    OptionDescription(
      .output, nil, ValueDescription(placeholder: "DIR", kind: .folder),
      "also leave the complete, self-contained report in DIR"),
    OptionDescription(
      .json, nil, nil, "print JSON on standard output (progress stays on standard error)"),
    OptionDescription(.open, nil, nil, "open the report when it is ready"),
    OptionDescription(.quiet, "q", nil, "say nothing but the last lines"),
    OptionDescription(.verbose, "v", nil, "show every step and every test"),
    OptionDescription(.follow, "f", nil, "go on as it grows, until the integration has ended"),
    OptionDescription(.wait, nil, nil, "wait for the integration, and end with its status"),
    OptionDescription(.all, nil, nil, "all bots"),
    OptionDescription(.systemd, nil, nil, "print a unit that runs the watcher as a service"),
    OptionDescription(.lenient, nil, nil, "a name that is known nowhere is empty, not an error"),
    OptionDescription(
      .bots, nil, ValueDescription(placeholder: "DIR", kind: .folder),
      "where the bot files are (default: $BOTHY_BOTS, else ./bots)"),
    OptionDescription(
      .state, nil, ValueDescription(placeholder: "DIR", kind: .folder),
      "where everything is kept (default: $BOTHY_STATE, else $XDG_STATE_HOME/bothy, else "
        + "~/.local/state/bothy)"
    ),
    OptionDescription(
      .templates, nil, ValueDescription(placeholder: "DIR", kind: .folder),
      "your templates, laid over the shipped ones (default: $BOTHY_TEMPLATES)"),
    OptionDescription(.help, "h", nil, "tell more about a command"),
    OptionDescription(.version, "V", nil, "print the version"),
  ]

  static let commands: [CommandDescription] = [
    run,
    CommandDescription(
      name: .watch, options: [.jobs, .grace],
      summary: "run every bot until told to stop",
      paragraphs: [
        "Integrates each commit of each watched branch once. A line for each event goes to standard error. "
          + "`--jobs` says how many integrations there may be at once (default: as many as fit cores and "
          + "memory). SIGTERM ends it in good order, SIGHUP makes it read the bot files at once."
      ],
      examples: [
        Example(line: "bothy watch", what: "the bots in ./bots"),
        Example(line: "bothy watch --state /var/lib/bothy", what: "as a service"),
      ]),
    integrate, cancel, pause, resume,
    CommandDescription(
      name: .bots, options: [.json],
      summary: "every bot and its last result",
      examples: [Example(line: "bothy bots", what: "what is known, a line for each bot")]),
    CommandDescription(
      name: .show, argument: ArgumentDescription(value: integration, isOptional: false), options: [.json],
      summary: "one integration in words",
      paragraphs: [
        "BOT#N is integration N of that bot, BOT alone its latest. Ends with that integration's exit status."
      ],
      examples: [
        Example(line: "bothy show parser", what: "the latest integration of the bot `parser`"),
        Example(line: "bothy show parser#42 --json", what: "report.json of integration 42"),
      ]),
    CommandDescription(
      name: .log, argument: ArgumentDescription(value: integration, isOptional: false), options: [.follow],
      summary: "what the tools printed during an integration",
      examples: [Example(line: "bothy log parser -f", what: "the log of the latest, live")]),
    pin, unpin, create, check, render,
    CommandDescription(
      name: .template,
      argument: ArgumentDescription(
        value: ValueDescription(placeholder: "FILE", kind: .file), isOptional: false),
      secondArgument: ArgumentDescription(
        value: ValueDescription(placeholder: "DATA.json", kind: .file), isOptional: true),
      options: [.lenient],
      summary: "render one template to standard output",
      paragraphs: [
        "FILE is a Mustache template. Its partials and parents are looked for beside it, then in the folder "
          + "of --templates, then among the shipped ones. DATA.json holds the values (`-`: standard input; "
          + "none: no values). Writes what was rendered and nothing else; mistakes are told as "
          + "file:line:column, and the exit status is 2."
      ],
      examples: [
        Example(line: "bothy template page.html.mustache values.json", what: "try a template of yours"),
        Example(line: "bothy template page.html.mustache - --lenient", what: "values from a pipe"),
      ]),
    demo,
    CommandDescription(
      name: .doctor, options: [.systemd],
      summary: "is this machine able to integrate?",
      paragraphs: [
        "Checks the toolchain, compiles and runs a small program with coverage, looks at folders, space and "
          + "the system, and tells the command that mends what is missing. Ends with 0 when the machine is "
          + "able, else with 5."
      ]),
    CommandDescription(
      name: .completions,
      argument: ArgumentDescription(
        value: ValueDescription(
          placeholder: "bash|zsh|fish", kind: .choice(Shell.allCases.map(\.rawValue))), isOptional: false),
      summary: "a script that completes bothy's command line",
      examples: [
        Example(line: "source <(bothy completions bash)", what: "in ~/.bashrc"),
        Example(line: "source <(bothy completions zsh)", what: "in ~/.zshrc, after compinit"),
        Example(line: "bothy completions fish | source", what: "in ~/.config/fish/config.fish"),
      ]),
    CommandDescription(
      name: .help,
      argument: ArgumentDescription(
        value: ValueDescription(placeholder: "COMMAND", kind: .topic), isOptional: true),
      summary: "this overview, or one command in full"),
    CommandDescription(
      name: .perform,
      argument: ArgumentDescription(
        value: ValueDescription(placeholder: "FOLDER", kind: .folder), isOptional: false),
      summary: "perform the order in FOLDER (for programs)",
      paragraphs: [
        "Reads order.json there, integrates, and leaves the report, the logs and the exports there."
      ],
      isHidden: true),
    CommandDescription(name: .version, summary: "print the version", isHidden: true),
  ]

  static let integration = ValueDescription(placeholder: "BOT[#N]", kind: .integration)

  private static let run = CommandDescription(
    name: .run,
    argument: ArgumentDescription(
      value: ValueDescription(placeholder: "PATH", kind: .folder), isOptional: true),
    options: [
      .commit, .bot, .package, .filter, .skip, .configuration, .noCoverage, .clean, .jobs, .timeout, .output,
      .json, .open, .quiet, .verbose,
    ],
    summary: "integrate the package at PATH once, as it stands on disk",
    paragraphs: [
      "Takes the working tree at PATH (default: here) with tracked changes and untracked files that are not "
        + "ignored, builds it elsewhere, runs its tests and tells the truth about it: what failed and where, "
        + "what is new, what did not run. Nothing is written into your checkout, and no bot file is needed."
    ],
    examples: [
      Example(line: "bothy run", what: "the package here"),
      Example(line: "bothy run ~/parser --commit HEAD~2", what: "as it was two commits ago"),
      Example(line: "bothy run --filter HelpTests --no-coverage", what: "some tests, quickly"),
      Example(line: "bothy run --json --quiet > report.json", what: "for programs"),
    ])

  static func option(_ name: OptionName) -> OptionDescription {
    guard let found = options.first(where: { $0.name == name }) else {
      preconditionFailure("the option \(name.rawValue) has no description")
    }
    return found
  }

  static func command(_ name: CommandName) -> CommandDescription {
    guard let found = commands.first(where: { $0.name == name }) else {
      preconditionFailure("the command \(name.rawValue) has no description")
    }
    return found
  }

  static var shown: [CommandDescription] { commands.filter { !$0.isHidden } }

  /// The options that may stand after a command; without a command, those that may stand before one.
  static func options(of command: CommandDescription?) -> [OptionDescription] {
    let own = command?.options ?? [.version]
    return (own + everywhere).map(option)
  }
}
