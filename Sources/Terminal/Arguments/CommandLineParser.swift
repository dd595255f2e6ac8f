import Model

/// Words in, an invocation or a usage error out.
public enum CommandLineParser {
  public static func parse(_ arguments: [String], environment: [String: String]) throws -> Invocation {
    let words = try ParsedWords(arguments)
    return Invocation(command: try verb(words), global: global(words, environment))
  }

  private static func global(_ words: ParsedWords, _ environment: [String: String]) -> GlobalOptions {
    func value(_ option: OptionName, _ variable: String) -> String? {
      words.last(option) ?? environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }
    return GlobalOptions(
      bots: value(.bots, "BOTHY_BOTS"), state: value(.state, "BOTHY_STATE"),
      templates: value(.templates, "BOTHY_TEMPLATES"))
  }

  private static func integrate(_ words: ParsedWords) throws -> CommandLineVerb {
    .integrate(
      try bot(words), commit: words.last(.commit), wait: words.has(.wait), quiet: words.has(.quiet))
  }

  private static func verb(_ words: ParsedWords) throws -> CommandLineVerb {
    if words.asksForHelp { return .help(topic: words.command?.name.rawValue) }
    guard let command = words.command else {
      if words.has(.version) { return .version }
      throw words.wrong(
        "no command was given", "`bothy run` integrates the package here, `bothy help` lists the commands")
    }
    switch command.name {
    case .run: return .run(try runOptions(words))
    case .replay: return .replay(try replayOptions(words))
    case .bots: return .bots(json: words.has(.json))
    case .show: return try show(words)
    case .tests:
      return .tests(try bot(words), test: words.arguments.dropFirst().first, json: words.has(.json))
    case .issues: return .issues(try bot(words), json: words.has(.json))
    case .history:
      if words.has(.csv), words.has(.json) {
        throw words.wrong("`--csv` and `--json` exclude each other", "leave one of them out")
      }
      return .history(try bot(words), csv: words.has(.csv), json: words.has(.json))
    case .compare: return try compare(words)
    case .log: return .log(try address(words), follow: words.has(.follow))
    case .open: return .open(words.argument == nil ? nil : try address(words))
    case .create: return .create(path: words.argument ?? ".", package: words.last(.package))
    case .check: return .check
    case .render: return .render(words.argument == nil ? nil : try address(words))
    case .demo: return .demo(folder: words.argument ?? "bothy-demo")
    case .template: return try template(words)
    case .doctor: return words.has(.systemd) ? .unit : .doctor
    case .help: return .help(topic: try topic(words))
    case .completions: return .completions(shell: try shell(words))
    case .integrate: return try integrate(words)
    case .rerun: return .rerun(try address(words), try rerunOptions(words))
    case .cancel: return .cancel(try address(words))
    case .pause: return .pause(try maybeBot(words))
    case .resume: return .resume(try maybeBot(words))
    case .mail: return .mail(try address(words), isDry: words.has(.dryRun))
    case .pin: return .pin(try address(words))
    case .unpin: return .unpin(try address(words))
    case .silence:
      return .silence(try bot(words), issue: words.arguments.dropFirst().first, try silenceOptions(words))
    case .unsilence: return .unsilence(try bot(words), issue: try silencedIssue(words))
    case .watch: return .watch(try watchOptions(words))
    case .remove: return .removal(try bot(words), asks: !words.has(.yes))
    case .backup: return .backup(file: try backupFile(words), replacing: words.has(.force))
    case .restore: return .restore(file: try backupFile(words), replacing: words.has(.force))
    case .manual: return try manual(words)
    case .serve: return .serve(address: try servedAddress(words))
    case .user, .token, .audit: return .people(try people(words))
    case .host: return .host(try host(words))
    case .perform: return .perform(folder: try order(words, "name the folder with order.json in it"))
    case .fetch: return .fetch(order: try order(words, "name the file that says what is fetched"))
    case .version: return .version
    }
  }

  private static func order(_ words: ParsedWords, _ advice: String) throws -> String {
    guard let place = words.argument else { throw words.wrong("it was not said which order", advice) }
    return place
  }

  private static func manual(_ words: ParsedWords) throws -> CommandLineVerb {
    guard words.arguments.count == 2 else {
      throw words.wrong("it takes a folder and a file", "write `bothy manual DIR docs/bot-file.md`")
    }
    return .manual(folder: words.arguments[0], botFile: words.arguments[1])
  }

  private static func template(_ words: ParsedWords) throws -> CommandLineVerb {
    guard let file = words.argument else {
      throw words.wrong("it was not said which template", "write `bothy template FILE [DATA.json]`")
    }
    let data = words.arguments.dropFirst().first
    return .template(file: file, data: data, lenient: words.has(.lenient))
  }

  private static func backupFile(_ words: ParsedWords) throws -> String {
    guard let file = words.argument else {
      throw words.wrong("it was not said which file", "name the file of the backup, such as bothy.tar.gz")
    }
    return file
  }

  private static func show(_ words: ParsedWords) throws -> CommandLineVerb {
    let isOther = words.has(.json) || words.has(.markdown)
    if words.has(.verbose), isOther || words.has(.environment) {
      throw words.wrong("`--verbose` is for words alone", "leave it out")
    }
    guard words.has(.environment) else {
      return .show(try address(words), as: words.has(.verbose) ? .full : try form(words))
    }
    if isOther {
      throw words.wrong(
        "`--environment` excludes `--json` and `--markdown`", "leave the others out")
    }
    return .environment(try address(words))
  }

  private static func compare(_ words: ParsedWords) throws -> CommandLineVerb {
    let first = try address(words)
    guard words.arguments.count > 1 else {
      throw words.wrong(
        "it was not said what to compare \(first) with",
        "write two integrations, as in `bothy compare \(first.bot)#41 \(first.bot)#42`")
    }
    return .compare(first, try address(words, words.arguments[1]), json: words.has(.json))
  }

  private static func runOptions(_ words: ParsedWords) throws -> RunOptions {
    var options = RunOptions()
    options.path = words.argument ?? options.path
    options.commit = words.last(.commit)
    options.botFile = words.last(.bot)
    options.package = words.last(.package)
    options.filters = try patterns(words, .filter)
    options.skips = try patterns(words, .skip)
    options.configuration = try configuration(words)
    options.coverage = !words.has(.noCoverage)
    options.clean = words.has(.clean)
    options.jobs = try jobs(words)
    options.processes = try processes(words)
    options.timeoutSeconds = try timeout(words)
    options.output = words.last(.output)
    options.form = try form(words)
    options.open = words.has(.open)
    options.onlyFailed = words.has(.failed)
    if options.onlyFailed, !options.filters.isEmpty || !options.skips.isEmpty {
      throw words.wrong("`--failed` names the tests itself", "leave out `--filter` and `--skip`")
    }
    options.quiet = words.has(.quiet)
    options.verbose = words.has(.verbose)
    options.requiresChanged = try requiresChanged(words, options)
    if options.quiet, options.verbose {
      throw words.wrong("`--quiet` and `--verbose` exclude each other", "leave one of them out")
    }
    options.watches = try words.asksToWatch()
    return options
  }

  private static func requiresChanged(_ words: ParsedWords, _ options: RunOptions) throws -> Bool {
    guard let text = words.last(.require) else { return false }
    guard text == "changed" else {
      throw words.wrong("`\(text)` is nothing that can be required", "write `--require changed`")
    }
    guard options.coverage, options.filters.isEmpty, options.skips.isEmpty, !options.onlyFailed else {
      throw words.wrong(
        "`--require changed` asks of all tests which lines they run",
        "leave out `--no-coverage`, `--filter`, `--skip` and `--failed`")
    }
    return true
  }

  private static func form(_ words: ParsedWords) throws -> ShownForm {
    if words.has(.json), words.has(.markdown) {
      throw words.wrong("`--json` and `--markdown` exclude each other", "leave one of them out")
    }
    return words.has(.json) ? .json : words.has(.markdown) ? .markdown : .words
  }

  private static func replayOptions(_ words: ParsedWords) throws -> ReplayOptions {
    var options = ReplayOptions()
    var arguments = words.arguments
    if let range = arguments.last.flatMap(range) {
      options.part = .between(range.0, range.1)
      arguments.removeLast()
    }
    guard arguments.count < 2 else {
      throw words.wrong("`\(arguments[1])` is no part of a history", "write two commits, such as v1.0..main")
    }
    if let path = arguments.first { options.path = path }
    let chosen = [words.has(.last), words.has(.since), options.part != .last(50)].count { $0 }
    guard chosen < 2 else {
      throw words.wrong("`--last`, `--since` and `A..B` exclude each other", "leave one of them out")
    }
    if let count = try number(words, .last) { options.part = .last(count) }
    if let day = words.last(.since) {
      guard case .day? = Silence.Until(day) else {
        throw words.wrong("`\(day)` is no day", "write `--since` and a day such as 2026-09-01")
      }
      options.part = .since(day)
    }
    options.every = try number(words, .every) ?? 1
    (options.botFile, options.package) = (words.last(.bot), words.last(.package))
    (options.configuration, options.jobs) = (try configuration(words), try jobs(words))
    options.timeoutSeconds = try timeout(words)
    return options
  }

  /// `v1.0..main`; without a second commit what is checked out. `a/../b` is a path.
  private static func range(_ word: String) -> (String, String)? {
    guard let dots = word.firstRange(of: "..") else { return nil }
    let (old, new) = (word[..<dots.lowerBound], word[dots.upperBound...])
    guard !old.isEmpty, old.last != "/", new.first != "/", new.first != "." else { return nil }
    return (String(old), new.isEmpty ? "HEAD" : String(new))
  }

  private static func rerunOptions(_ words: ParsedWords) throws -> RerunOptions {
    var options = RerunOptions()
    (options.onlyFailed, options.why) = (words.has(.failed), words.last(.why))
    options.whoTestsWhat = words.has(.whoTestsWhat)
    (options.quiet, options.verbose) = (words.has(.quiet), words.has(.verbose))
    if options.quiet, options.verbose {
      throw words.wrong("`--quiet` and `--verbose` exclude each other", "leave one of them out")
    }
    options.filters = try patterns(words, .filter)
    let chosen = [
      ("--failed", options.onlyFailed), ("--filter", !options.filters.isEmpty), ("--why", options.why != nil),
      ("--who-tests-what", options.whoTestsWhat),
    ]
    .filter(\.1).map(\.0)
    guard chosen.count < 2 else {
      throw words.wrong("`\(chosen[0])` and `\(chosen[1])` exclude each other", "leave one of them out")
    }
    return options
  }

  private static func silencedIssue(_ words: ParsedWords) throws -> String {
    guard let issue = words.arguments.dropFirst().first else {
      throw words.wrong("it was not said which issue", "`bothy silence BOT` lists those that are silenced")
    }
    return issue
  }

  private static func silenceOptions(_ words: ParsedWords) throws -> SilenceOptions {
    var options = SilenceOptions()
    options.reason = words.last(.reason)
    if let text = words.last(.until) {
      guard let until = Silence.Until(text) else {
        throw words.wrong(
          "`\(text)` is no end of a silence",
          "write `--until resolved`, `forever` or a day such as 2031-12-31")
      }
      options.until = until
    }
    guard words.arguments.count > 1 else {
      guard options == SilenceOptions() else {
        throw words.wrong(
          "it was not said which issue", "write its id, as its page tells it, or the name of its test")
      }
      return options
    }
    guard let reason = options.reason, !reason.allSatisfy(\.isWhitespace) else {
      throw words.wrong("it was not said why", "others will ask: write `--reason TEXT`")
    }
    return options
  }

  private static func watchOptions(_ words: ParsedWords) throws -> WatchOptions {
    var options = WatchOptions()
    options.jobs = try jobs(words)
    options.serves = words.has(.serve)
    if let text = words.last(.grace) {
      guard let seconds = DurationText.read(text), seconds >= 0, seconds <= 24 * 3600 else {
        throw words.wrong(
          "`\(text)` is no time to wait", "say how long, as in `--grace 30s` or `5m`, at most 24h")
      }
      options.graceSeconds = seconds
    }
    return options
  }
}
