import Model

extension CommandTable {
  private static let bot = ArgumentDescription("BOT", .integration)
  private static let integration = ArgumentDescription("BOT[#N]", .integration)
  private static let latest = "BOT alone means the latest integration of its base branch."

  static let commands = everyDay + watching + history + serving + setup + forPrograms

  private static let everyDay = [
    CommandDescription(
      name: .run, part: .everyDay, arguments: [ArgumentDescription("PATH", .folder).optional],
      options: [
        .commit, .bot, .package, .filter, .skip, .configuration, .noCoverage, .clean, .jobs, .processes,
        .timeout, .failed, .watch, .require, .output, .json, .markdown, .open, .quiet, .verbose,
      ],
      summary: "integrate the package at PATH as it is on disk",
      paragraph: "PATH is the folder of the package (default: here). Bothy copies its tracked files, and "
        + "untracked files that git does not ignore. It builds elsewhere and never writes into your "
        + "checkout. Neither a bot file nor git is needed.",
      examples: [
        ("bothy run", "the package here"),
        ("bothy run --failed", "the tests that failed last time"),
        ("bothy run ~/parser --commit HEAD~2", "an older commit"),
      ]),
    CommandDescription(
      name: .show, part: .everyDay, arguments: [integration],
      options: [.json, .markdown, .environment, .verbose], summary: "show one integration",
      paragraph: "\(latest) Exits with the status of that integration; --environment exits with 0.",
      examples: [
        ("bothy show parser", "the latest integration of `parser`"),
        ("bothy show parser#42 --json", "report.json of integration 42"),
        ("bothy show parser#42 --environment", "the variables to try a script by hand"),
      ]),
    CommandDescription(
      name: .tests, part: .everyDay,
      arguments: [ArgumentDescription("BOT", .integration), ArgumentDescription("TEST", .pattern).optional],
      options: [.json], summary: "list tests, or show the history of one",
      paragraph: "TEST is the full name of a test or a unique part of it. "
        + "Its history covers the newest 50 integrations.",
      examples: [
        ("bothy tests parser", "every test and its last outcome"),
        ("bothy tests parser testVersion", "the history of one test"),
      ]),
    CommandDescription(
      name: .issues, part: .everyDay, arguments: [bot], options: [.json],
      summary: "list open issues by branch",
      paragraph: "Lists what the newest integration of each branch left open, the base branch first.",
      examples: [("bothy issues parser", "what is to be fixed")]),
    CommandDescription(
      name: .log, part: .everyDay, arguments: [integration], options: [.follow],
      summary: "print the log of an integration", paragraph: latest,
      examples: [("bothy log parser -f", "the latest log, live")]),
    CommandDescription(
      name: .open, part: .everyDay, arguments: [integration.optional], summary: "open a page in a browser",
      paragraph: "Prints the address of the page where there is no display. \(latest) "
        + "Without BOT, opens the page of all bots.",
      examples: [("bothy open parser#42", "the page of integration 42")]),
    CommandDescription(
      name: .rerun, part: .everyDay, arguments: [integration],
      options: [.failed, .filter, .why, .whoTestsWhat, .quiet, .verbose],
      summary: "integrate the same commit again",
      paragraph: "Uses the settings it originally ran with. With --why, Bothy runs TEST alone and after "
        + "fewer and fewer other tests, until it knows which of them make it fail. It exits with 4 when "
        + "that could not be found.",
      examples: [
        ("bothy rerun parser#42", "the same commit"),
        ("bothy rerun parser#42 --failed", "the tests that failed in it"),
        ("bothy rerun parser#42 --why testVersion", "why testVersion failed in it"),
      ]),
  ]

  private static let watching = [
    CommandDescription(
      name: .watch, part: .watching, options: [.jobs, .grace, .serve],
      summary: "integrate new commits until stopped",
      paragraph: "Prints one line per event on standard error. SIGTERM stops it in good order. SIGHUP makes "
        + "it read the bot files again.",
      examples: [
        ("bothy watch", "the bots in ./bots"),
        ("bothy watch --state /var/lib/bothy", "as a service"),
        ("bothy watch --serve", "with live pages at http://127.0.0.1:8421/"),
      ]),
    CommandDescription(
      name: .bots, part: .watching, options: [.json], summary: "list every bot and its last result",
      examples: [("bothy bots", "a line for each bot and its newest branches")]),
    CommandDescription(
      name: .integrate, part: .watching, arguments: [bot], options: [.commit, .wait, .quiet],
      summary: "integrate a bot now",
      paragraph: "Puts the newest commit of each branch, or that of --commit, before everything that waits. "
        + "A paused bot starts when it is resumed. Without a running watcher, this command does the work.",
      examples: [
        ("bothy integrate parser --wait", "the newest commits, and their result"),
        ("bothy integrate parser --commit v1.2", "the commit of a tag"),
      ]),
    CommandDescription(
      name: .cancel, part: .watching, arguments: [integration], summary: "cancel integrations of a bot",
      paragraph: "BOT#N cancels that integration. BOT alone cancels everything that runs or waits.",
      examples: [("bothy cancel parser#42", "that integration")]),
    CommandDescription(
      name: .pause, part: .watching, arguments: [bot.optional], options: [.all],
      summary: "start no new integrations until resumed",
      paragraph: "A running integration continues. New commits and requests wait until `bothy resume`.",
      examples: [("bothy pause parser", "that bot"), ("bothy pause --all", "all bots")]),
    CommandDescription(
      name: .resume, part: .watching, undoes: .pause, arguments: [bot.optional], options: [.all],
      summary: "resume a paused bot", examples: [("bothy resume parser", "that bot")]),
    CommandDescription(
      name: .silence, part: .watching, arguments: [bot, ArgumentDescription("ISSUE", .words).optional],
      options: [.until, .reason], summary: "silence an issue: still shown, no longer fails the integration",
      paragraph: "ISSUE is the name of a test or the id of an issue. Another outcome of that test still "
        + "counts. A flaky test can only be silenced `forever` or until a day, a build error not at all. "
        + "Without ISSUE, lists what is silenced.",
      examples: [
        ("bothy silence parser testB --reason upstream", "until it is resolved"),
        ("bothy silence parser", "what is silenced, why and until when"),
      ]),
    CommandDescription(
      name: .unsilence, part: .watching, undoes: .silence,
      arguments: [bot, ArgumentDescription("ISSUE", .words)], summary: "stop silencing an issue",
      examples: [("bothy unsilence parser testB", "from the next integration on")]),
    CommandDescription(
      name: .mail, part: .watching, arguments: [integration], options: [.dryRun],
      summary: "show who was notified of an integration",
      paragraph: "Lists mails and webhooks with every attempt to send them. "
        + "Bothy retries failed messages for a day.",
      examples: [
        ("bothy mail parser#42", "its messages"),
        ("bothy mail parser#42 --dry-run", "what its triggers would send, to try them"),
      ]),
  ]

  private static let history = [
    CommandDescription(
      name: .history, part: .history, arguments: [bot], options: [.csv, .json],
      summary: "list the integrations of a bot in numbers",
      paragraph: "Prints the newest 30. With --csv or --json it prints all, the oldest first, with times in "
        + "UTC and durations in seconds.",
      examples: [
        ("bothy history parser", "what changed from one to the next"),
        ("bothy history parser --csv > parser.csv", "for a spreadsheet"),
      ]),
    CommandDescription(
      name: .compare, part: .history,
      arguments: [ArgumentDescription("BOT#A", .integration), ArgumentDescription("BOT#B", .integration)],
      options: [.json], summary: "show what differs between two integrations",
      paragraph: "Compares results, tests, issues, coverage, durations, dependencies, settings and "
        + "toolchain. The two may be of different branches, or of two bots of one repository. "
        + "Exits with 0 when both could be read.",
      examples: [
        ("bothy compare parser#41 parser#42", "what changed in 42"),
        ("bothy compare parser#41 parser", "what changed since 41"),
      ]),
    CommandDescription(
      name: .replay, part: .history,
      arguments: [
        ArgumentDescription("PATH", .folder).optional, ArgumentDescription("A..B", .revision).optional,
      ],
      options: [.last, .since, .every, .bot, .package, .configuration, .jobs, .timeout],
      summary: "integrate older commits of a repository",
      paragraph: "Starts with the oldest commit of the branch at PATH (default: here). Commits that "
        + "are integrated already are skipped, so an interrupted replay can continue. Nobody is notified. "
        + "Exits with 0 when all were integrated, whatever their result.",
      examples: [
        ("bothy replay", "the last 50 commits of the package here"),
        ("bothy replay ~/parser --last 300 --every 10", "every tenth of 300 commits"),
        ("bothy replay ~/parser v1.0..main", "the commits after a release"),
      ]),
    CommandDescription(
      name: .pin, part: .history, arguments: [integration], summary: "keep an integration for good",
      paragraph: "Bothy never removes a pinned integration, whatever `keep` in the bot file says. \(latest)",
      examples: [("bothy pin parser#42", "the one that was released")]),
    CommandDescription(
      name: .unpin, part: .history, undoes: .pin, arguments: [integration],
      summary: "keep an integration no longer than others",
      paragraph: "BOT alone means its pinned integration.",
      examples: [("bothy unpin parser#42", "`keep` applies to it again")]),
  ]

  private static let serving = [
    CommandDescription(
      name: .serve, part: .serving, options: [.address], summary: "serve live pages over HTTP",
      paragraph: "The file serve.yaml in the state directory sets the address, TLS, a trusted proxy, and "
        + "what visitors see who are not signed in. Bothy reads it again when it changes.",
      examples: [
        ("bothy serve", "the pages at http://127.0.0.1:8421/"),
        ("bothy serve --address 127.0.0.1:0", "on any free port"),
      ]),
    CommandDescription(
      name: .user, part: .serving,
      arguments: [
        ArgumentDescription("ACT", .choice(UserAct.words)), ArgumentDescription("NAME", .words).optional,
      ],
      options: [.role, .bot], summary: "manage the people who may sign in",
      paragraph: "A reader sees pages. An operator also integrates, cancels, pauses and pins. An "
        + "administrator may do everything. With --bot, the role overrides the role for all bots. The "
        + "password comes from the terminal or from standard input.",
      examples: [
        ("bothy user add anna --role operator", "asks for her password"),
        ("bothy user role anna --role reader --bot zoo", "another role for one bot"),
        ("bothy user list", "everyone who may sign in"),
      ]),
    CommandDescription(
      name: .token, part: .serving,
      arguments: [
        ArgumentDescription("ACT", .choice(TokenAct.words)), ArgumentDescription("NAME", .words).optional,
      ],
      options: [.role, .bot, .until], summary: "manage the access tokens of programs",
      paragraph: "`create` prints the token once. A program sends it with each request as "
        + "`Authorization: Bearer TOKEN`. The options --role and --bot limit what it may do.",
      examples: [
        ("bothy token create ci --role operator", "for a program that integrates"),
        ("bothy token create me --until 2031-12-31", "read only, until that day"),
        ("bothy token remove ci", "it no longer works"),
      ]),
    CommandDescription(
      name: .audit, part: .serving, options: [.json, .last], summary: "list who did what over HTTP",
      paragraph: "Includes refused requests, sign-ins, and changes of users and tokens. The newest is last. "
        + "Bothy keeps two files of 8 MB.",
      examples: [("bothy audit --last 20", "the last twenty entries")]),
    CommandDescription(
      name: .host, part: .serving,
      arguments: [
        ArgumentDescription("ACT", .choice(HostAct.words)).optional,
        ArgumentDescription("NAME", .words).optional, ArgumentDescription("BRANCH", .words).optional,
      ],
      options: [.bot, .json], summary: "manage git repositories that are hosted here",
      paragraph: "`bothy serve` serves them as /git/NAME.git: readers clone, operators push. Nobody can "
        + "force or delete a protected branch. `retire` ends pushes; `restore` undoes that. "
        + "`key USER FILE` prints the line of authorized_keys for a public key.",
      examples: [
        ("bothy host create parser --bot", "a repository and a bot for it"),
        ("bothy host protect parser 'release/*'", "protect these branches too"),
        ("bothy host key anna anna.pub", "a line for ~/.ssh/authorized_keys"),
      ]),
  ]

  private static let setup = [
    CommandDescription(
      name: .create, part: .setup, arguments: [ArgumentDescription("PATH", .folder).optional],
      options: [.package], summary: "write a bot file for a repository",
      paragraph: "Finds the branch, the package and the name of the repository at PATH (default: here). The "
        + "file explains every key. An existing file is never overwritten.",
      examples: [
        ("bothy create ~/parser", "writes bots/parser.yaml"),
        ("bothy create . --package Core", "the package in the folder Core"),
      ]),
    CommandDescription(
      name: .check, part: .setup, summary: "find mistakes in bot files and templates",
      paragraph: "Prints every mistake as file:line:column: message. Exits with 0 when there is none, else "
        + "with 2. A warning names something that is missing, such as a branch or a secret.",
      examples: [
        ("bothy check", "the bot files and the shipped templates"),
        ("bothy check --templates mine", "your templates too"),
      ]),
    CommandDescription(
      name: .remove, part: .setup, arguments: [bot], options: [.yes],
      summary: "delete a bot and everything kept of it",
      paragraph: "Deletes its integrations, pages, issues, build products, secrets and bot file, but not the "
        + "repository. Asks first. A backup is kept for a day, and the last line says how to restore it.",
      examples: [
        ("bothy remove parser", "after a question"), ("bothy remove local-parser --yes", "for scripts"),
      ]),
    CommandDescription(
      name: .doctor, part: .setup, options: [.systemd], summary: "check whether this machine can integrate",
      paragraph: "Compiles and runs a small program with coverage, and looks at tools, folders and space. "
        + "Prints a command that fixes each problem. Exits with 0 when all is well, else with 5."),
    CommandDescription(
      name: .demo, part: .setup, arguments: [ArgumentDescription("DIR", .folder).optional],
      summary: "make a sample package and integrate it",
      paragraph: "Writes a Swift package with a few commits into DIR (default: bothy-demo) and integrates "
        + "each of them.",
      examples: [("bothy demo", "a history to look at, within a minute")]),
    CommandDescription(
      name: .render, part: .setup, arguments: [integration.optional],
      summary: "make pages again after a template changed",
      paragraph: "Uses the stored reports, logs and sources. Without BOT, renders all bots; with BOT alone, "
        + "all its integrations. Exits with 2 when a template has a mistake.",
      examples: [
        ("bothy render --templates mine", "everything, with your templates"),
        ("bothy render parser#42", "one integration"),
      ]),
    CommandDescription(
      name: .template, part: .setup,
      arguments: [ArgumentDescription("FILE", .file), ArgumentDescription("DATA.json", .file).optional],
      options: [.lenient], summary: "render one template to standard output",
      paragraph: "FILE is a Mustache template. DATA.json holds its values; `-` means standard input. "
        + "Partials are looked up beside FILE, then in your templates, then in the shipped ones. "
        + "Exits with 2 when there is a mistake.",
      examples: [
        ("bothy template page.html.mustache values.json", "try a template"),
        ("bothy template page.html.mustache - --lenient", "values from a pipe"),
      ]),
    CommandDescription(
      name: .backup, part: .setup, arguments: [ArgumentDescription("FILE", .file)], options: [.force],
      summary: "back up bot files and state into one file",
      paragraph: "The file holds bot files, history, reports, archives, users, hosted repositories and "
        + "secrets, so only you can read it. Pages, clones and build products are left out. A watcher may "
        + "run. FILE `-` means standard output.",
      examples: [
        ("bothy backup all.tar.gz", "of this machine"),
        ("bothy backup - | ssh other 'cat > all.tar.gz'", "kept on another machine"),
      ]),
    CommandDescription(
      name: .restore, part: .setup, undoes: .backup, arguments: [ArgumentDescription("FILE", .file)],
      options: [.force], summary: "restore a backup",
      paragraph: "Reads the whole file before it changes anything. Refuses a state directory that is in use "
        + "or, without --force, one that is not empty. A file that `bothy remove` left restores that bot "
        + "beside the others. FILE `-` means standard input.",
      examples: [
        ("bothy restore all.tar.gz", "on another machine or after a loss"),
        ("bothy restore all.tar.gz --state /srv/bothy", "into another directory"),
      ]),
    CommandDescription(
      name: .completions, part: .setup,
      arguments: [ArgumentDescription("SHELL", .choice(Shell.allCases.map(\.rawValue)))],
      summary: "print completions for bash, zsh or fish",
      examples: [
        ("source <(bothy completions bash)", "in ~/.bashrc"),
        ("source <(bothy completions zsh)", "in ~/.zshrc, after compinit"),
        ("bothy completions fish | source", "in ~/.config/fish/config.fish"),
      ]),
    CommandDescription(
      name: .help, part: .setup, arguments: [ArgumentDescription("COMMAND", .topic).optional],
      summary: "describe all commands, or one in full"),
  ]

  /// These are not listed anywhere.
  private static let forPrograms = [
    CommandDescription(
      name: .perform, part: nil, arguments: [ArgumentDescription("FOLDER", .folder)],
      summary: "perform the order in FOLDER"),
    CommandDescription(
      name: .fetch, part: nil, arguments: [ArgumentDescription("FILE", .file)],
      summary: "fetch the mirror that FILE names"),
    CommandDescription(
      name: .manual, part: nil,
      arguments: [ArgumentDescription("DIR", .folder), ArgumentDescription("BOT-FILE.md", .file)],
      summary: "write the manual pages into DIR"),
    CommandDescription(name: .version, part: nil, summary: "print the version"),
  ]
}
