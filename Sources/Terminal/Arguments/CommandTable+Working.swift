extension CommandTable {
  /// What integrates, and what says to the watcher what to do.
  static let working = [
    CommandDescription(
      name: .run, arguments: [ArgumentDescription("PATH", .folder, isOptional: true)],
      options: [
        .commit, .bot, .package, .filter, .skip, .configuration, .noCoverage, .clean, .jobs, .processes,
        .timeout, .failed, .watch, .require, .output, .json, .markdown, .open, .quiet, .verbose,
      ],
      summary: "integrate the package at PATH once, as it stands on disk",
      paragraph:
        "Takes the working tree at PATH (default: here) with tracked changes and untracked files that "
        + "are not ignored, builds it elsewhere, runs its tests and tells the truth about it: what failed "
        + "and where, what is new, what did not run. Nothing is written into your checkout, no bot file is "
        + "needed, and no git either. The last lines, the result, go to standard output. --failed takes the "
        + "tests that failed or were flaky when they ran last on the branch that is checked out, and ends "
        + "with 0 at once when none did and the last integration was green. "
        + "--require changed compares with the last whole integration of another commit that "
        + "was measured, else what is not committed with the commit, and ends a green one with 1 when "
        + "changed lines did not run, with 4 when that cannot be told. --processes runs tests side by side "
        + "from the second time on, as long as all go well: what fails there runs again one after the "
        + "other, as `swift test` runs it, and only that counts. "
        + "--watch goes on after each save with a round of its own, which is in no history: the tests that "
        + "execute what changed first, then the rest. On a terminal it has one screen and keys: a runs all, "
        + "f what failed, o opens the report, q ends it with the status of the last verdict, Ctrl-C with "
        + "130. It excludes \(ParsedWords.notWatchedNames).",
      examples: [
        ("bothy run", "the package here"),
        ("bothy run ~/parser --commit HEAD~2", "as it was two commits ago"),
        ("bothy run --filter HelpTests", "some tests"),
        ("bothy run --failed", "those that failed the last time"),
        ("bothy run --watch", "again on each save, until q or Ctrl-C"),
        ("bothy run --json --quiet > report.json", "for programs"),
      ]),
    CommandDescription(
      name: .replay,
      arguments: [
        ArgumentDescription("PATH", .folder, isOptional: true),
        ArgumentDescription("A..B", .revision, isOptional: true),
      ],
      options: [.last, .since, .every, .bot, .package, .configuration, .jobs, .timeout],
      summary: "integrate a repository's history, oldest first",
      paragraph:
        "Integrates the commits that led to what is checked out at PATH (default: here), or to B without "
        + "those that led to A, along first parents and one after the other, so that trends, slow tests and "
        + "the first failing commit of everything are there on the first day. Interrupt it whenever you "
        + "like: the same command goes on where it was. What is known in this order already is skipped; "
        + "what was integrated before commits that it comes after is integrated again behind them. Commits "
        + "without a package are left out. All become integrations of local-NAME, as with `bothy run`, also "
        + "with --bot, which takes that file's settings alone: what older commits came to is no news to "
        + "those whom a bot tells, and its newest integration is what people see of it. `bothy compare` "
        + "takes one of each. Ends with 0 when all were integrated, whatever they came to.",
      examples: [
        ("bothy replay", "the last 50 commits of the package here"),
        ("bothy replay ~/parser --last 300 --every 10", "a long history roughly"),
        ("bothy replay ~/parser v1.0..main", "what came after a release"),
      ]),
    CommandDescription(
      name: .watch, options: [.jobs, .grace, .serve], summary: "run every bot until told to stop",
      paragraph: "Integrates what is new on each watched branch: its newest commit and, with "
        + "`integrate: every`, those before it. A line for each event goes to standard error. `--jobs` says "
        + "how many integrations there may be at once (default: as many as fit cores and memory). SIGTERM "
        + "ends it in good order, SIGHUP makes it read the bot files at once.",
      examples: [
        ("bothy watch", "the bots in ./bots"), ("bothy watch --state /var/lib/bothy", "as a service"),
        ("bothy watch --serve", "and its pages, live, at http://127.0.0.1:8421/"),
      ]),
    CommandDescription(
      name: .serve, options: [.address], summary: "the site and what runs, live, over HTTP",
      paragraph: "Serves the pages as they are made, and tells browsers what happens, so that they move "
        + "without being loaded again; and programs: /api/bots, /api/bots/BOT, /api/bots/BOT/N "
        + "(report.json), /api/events (server-sent), /cctray.xml, /metrics (Prometheus), "
        + "/bots/BOT/feed.atom, /bots/BOT/badge.svg. POST /api/bots/BOT/integrate, cancel, pause and so on "
        + "does what those commands do, for who may (`bothy user`, `bothy token`). Who has signed in has "
        + "buttons. It goes on when the watcher falls. `serve.yaml` in the state directory says where it "
        + "listens (`address`), with which certificate (`tls: {certificate: FILE, key: FILE}`), what people "
        + "may who say no name (`anonymous: reader | nothing`; default: read, as long as only this machine "
        + "reaches it), and which server in front is believed who somebody is (`proxy: {addresses: [..], "
        + "header: X-Remote-User}`). It is read again when it changes. SIGTERM ends it, with 0.",
      examples: [
        ("bothy serve", "the pages at http://127.0.0.1:8421/"),
        ("bothy serve --address 127.0.0.1:0", "at any port that is free"),
      ]),
    CommandDescription(
      name: .integrate, arguments: [bot], options: [.commit, .wait, .quiet], summary: "integrate a bot now",
      paragraph:
        "Puts it first in the queue of the watcher: the newest commit of each watched branch, or what "
        + "--commit names. With --wait it shows what happens and ends with the status of the integration: "
        + "of each branch that of its newest commit, and of several the first that is not 0. "
        + "A paused bot begins with it when it is resumed. When no watcher runs, it integrates here and now.",
      examples: [
        ("bothy integrate parser --wait", "the newest commit of each branch, and wait for the results"),
        ("bothy integrate parser --commit v1.2", "what a tag names"),
      ]),
    CommandDescription(
      name: .rerun, arguments: [integration],
      options: [.failed, .filter, .why, .whoTestsWhat, .quiet, .verbose],
      summary: "the same commit again, or why a test of it failed",
      paragraph:
        "Integrates the commit of BOT#N again, with the settings that it ran with: where its bot file asks "
        + "for more by now, it is a limited one. With --why nothing is "
        + "integrated: the commit is built, and TEST, which failed in it, is run alone and after fewer and "
        + "fewer of the others, until it is known which of them it takes. TEST is a test's whole name or a "
        + "part that no other has. What was found is told and stays in the report of BOT#N. With "
        + "--who-tests-what each of its tests runs alone, of what was built for it, where its bot file says "
        + "`who-tests-what: idle` and nothing else was built there since: a watcher does so by itself when "
        + "it is idle. Ends with 0 when it was found out, else with 4.",
      examples: [
        ("bothy rerun parser#42", "the same commit once more"),
        ("bothy rerun parser#42 --failed", "what failed in it"),
        ("bothy rerun parser#42 --why testVersion", "after which other tests testVersion fails"),
      ]),
    CommandDescription(
      name: .cancel, arguments: [integration], summary: "end integrations of a bot",
      paragraph: "BOT#N is that integration, BOT alone whatever runs and waits. What was canceled by hand "
        + "is not begun again by itself.",
      examples: [("bothy cancel parser#42", "that one")]),
    CommandDescription(
      name: .pause, arguments: [bot.optional], options: [.all],
      summary: "begin no more integrations of a bot",
      paragraph: "What runs goes on. Commits are still seen, and wait until `bothy resume`; so does what is "
        + "asked for by `bothy integrate`.",
      examples: [("bothy pause parser", "that bot"), ("bothy pause --all", "all of them")]),
    CommandDescription(
      name: .resume, arguments: [bot.optional], options: [.all],
      summary: "go on with a bot that was paused", examples: [("bothy resume parser", "that bot")]),
  ]
}
