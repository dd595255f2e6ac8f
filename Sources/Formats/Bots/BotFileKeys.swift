import Model
import YAML

extension Section<Bot> {
  /// Every key of a bot file, once: this table reads it, checks it and explains it.
  static func bot(folder: String) -> Self {
    Section(
      fields: subject(folder: folder) + arrivals + [
        .group("schedule", \.schedule, .schedule, "When to integrate."),
        .key(
          "actions", \.actions,
          Form<Bot.Action>.choice.list("a list of actions", such: "[analyze, test, archive]"),
          example: "[test]", "What is done besides building: any of analyze, test, archive."),
        .key(
          "analyze", \.analyze,
          Form.analyzer.list("a list of analyzers", such: "[compiler, clang, {run: ./scripts/lint.sh}]"),
          example: "[compiler, clang, format, {run: ./scripts/lint.sh}]",
          "What the action analyze does. compiler: the build's warnings. clang: its static analyzer, for C "
            + "targets. format: swift format lint, with the package's configuration. run: a shell command in "
            + "the checkout; its lines `file:line[:column]: warning: text` count. Default: compiler, clang."),
        archive,
        .key(
          "configuration", \.configuration, .choice, example: "debug", "How Swift builds. Default: debug."),
        .key(
          "cleaning", \.cleaning, .choice, example: "never",
          "How often the build products are thrown away before building. Default: never."),
        .key(
          "toolchain", \.toolchain, .path("a folder", from: folder), example: "/usr/local/swift/bin",
          "The folder of the swift to use. Default: the one on PATH."),
        .key(
          "environment", \.environment, .environment, example: "{KEY: value}",
          "For the build, the tests and the scripts."),
        .key(
          "secrets", \.secrets, Form.variableName.list("a list of names", such: "[DEPLOY_TOKEN]"),
          example: "[DEPLOY_TOKEN]",
          "Names only: the values come from <state>/secrets/<id>.env and never appear in a log, page or mail."
        ),
        .key(
          "home", \.home, .choice, example: "own",
          "Whose HOME, XDG folders and TMPDIR tests have. own: those of the integration, empty and gone "
            + "afterwards, with CI=true and BOTHY=1. user: as `swift test` has it. Default: own."),
        .group("build", \.self, .build, "How to build."),
        .group("tests", \.tests, .tests, "Which tests, and how long they may take."),
        .group("coverage", \.coverage, .coverage, "What is measured."),
        .key(
          "artifacts", \.artifacts, .artifacts, example: #"["snapshot-failures/**"]"#,
          "Which files that tests leave in the package's folder are kept, and shown at the test that left "
            + "them. What tests put into the folder $BOTHY_ARTIFACTS is kept without it."),
        .key(
          "triggers", \.triggers, Form.trigger.list("a list of triggers", such: "`- after: ./script.sh`"),
          example: "", "What is done before or after an integration."),
        silence,
        .group("limits", \.limits, .limits, "When an integration is stopped."),
        keep,
      ],
      check: checkSecrets)
  }

  /// What a package asks for itself, as it is written in a bot file.
  static var package: Self {
    let whole = bot(folder: "/")
    return Section(
      fields: whole.fields.filter { TravellingSetting.groups.contains($0.name) },
      elsewhere: { key in
        guard whole.fields.contains(where: { $0.name == key }) else { return nil }
        return "it belongs into the bot file; a package may say "
          + TravellingSetting.groups.joined(separator: ", ")
      })
  }

  /// What is done with new commits.
  private static var arrivals: [Field<Bot>] {
    [
      .key(
        "integrate", \.integrate, .choice, example: "latest",
        "With several new commits at once: only the latest (the others are listed), or every one, of many "
          + "the newest 100."),
      .key(
        "culprit", \.culprit, .choice, example: "idle",
        "When tests fail since several commits, idle: those between are integrated by halves, while there "
          + "is nothing else to do, to find which of them did it. never: they are not. Default: idle."),
      .key(
        "who-tests-what", \.whoTestsWhat, .choice, example: "idle",
        "When it is found out which test executes what, each test alone in a process of its own, those of "
          + "which something changed. idle: by the watcher, after an integration was reported, while there "
          + "is nothing else to do. every: after the tests of each integration. never: not at all. "
          + "Default: never."),
      .key(
        "paths", \.paths,
        Form.globOrExclusion.list("a list of globs", such: #"["Sources/**", "!docs/**"]"#),
        example: #"["Sources/**", "!docs/**"]"#,
        "Integrate only when one of these changed. Default: everything counts."),
    ]
  }

  /// What is integrated.
  private static func subject(folder: String) -> [Field<Bot>] {
    [
      .key(
        "name", \.name, .line("a text"), example: "Argument Parser", "Shown to people. Default: the id."),
      .key(
        "repository", \.place, .repositoryPlace(from: folder), example: "/srv/git/parser.git",
        "A repository of this machine, bare or not (a relative path starts where the bot file lies), or one "
          + "of another: https://HOST/PATH, ssh://USER@HOST/PATH, USER@HOST:PATH."
      ).required,
      .group(
        "access", \.accessKeys, .access(from: folder),
        "How a repository of another machine is come to. Host keys are those of ~/.ssh/known_hosts and "
          + "<state>/known_hosts."),
      .key(
        "hook", \.hook, .variableName, example: "HOOK_SECRET",
        "The name of the secret by which GitHub, Gitea or GitLab are known that call /hooks/<id> of the "
          + "pages that are served, to have the repository looked at at once."),
      .key(
        "branches", \.branches, Form.branch.list("a list of names or globs", such: #"[main, "release/*"]"#),
        example: #"[main, "release/*"]"#,
        "Names or globs: `*` means one part of a name, `feature/*` one below feature, `**` every branch. "
          + "Default: the branch that HEAD names."),
      .key(
        "package", \.package, .folderInside, example: ".",
        "Where Package.swift stands in the repository. Default: at its top."),
      .key(
        "base", \.base, .branchName, example: "main",
        "The branch that the others are compared with, and that is the face of the bot. Default: the branch "
          + "that HEAD names."),
      .key(
        "link", \.link, .commitLink, example: "\"https://forge.example/parser/commit/{commit}\"",
        "Where a commit can be looked at, for the pages: an address with {commit} in it."),
    ]
  }

  private static var archive: Field<Bot> {
    .group("archive", \.archive, .archive, "What the action archive packs, after all tests passed.")
  }

  private static var keep: Field<Bot> {
    .group("keep", \.keep, .keep, "How much history is kept; the last green one and pinned ones always are.")
  }

  private static var silence: Field<Bot> {
    .key(
      "silence", \.silence, .silences, example: "all-now",
      "What nobody wants to hear of any more: shown and counted, and without a say in the result. all-now: "
        + "whatever the next integration finds; only what comes later counts.")
  }

  private static func checkSecrets(_ bot: Bot, _ written: Written, _: Place, _ findings: inout Findings) {
    guard let place = written.place("secrets") else { return }
    for name in bot.secrets where bot.environment[name] != nil {
      findings.add("\(quoted(name)) is in `environment` too: keep it in one of the two", at: place)
    }
  }

  fileprivate static var build: Self {
    Section(fields: [
      .key(
        "arguments", \.buildArguments, .buildArguments, example: #"["-Xswiftc", "-DCI"]"#,
        "Extra arguments for swift build. Refused is what would build something else, or elsewhere.")
    ])
  }
}

extension Section<Bot.ArchiveSettings> {
  fileprivate static var archive: Self {
    Section(fields: [
      .key(
        "products", \.products, Form.line("the name of a product").list("a list of products", such: "[tool]"),
        example: "[tool]",
        "Which executable products are built for release and packed. Default: all of them.")
    ])
  }
}

extension Section<Bot.Schedule> {
  fileprivate static var schedule: Self {
    Section(
      fields: [
        .key(
          "on", \.on, .choice, example: "commit",
          "commit: whenever one arrives. periodic: see every. manual: only when asked. Default: commit."),
        .key("every", \.every, .choice, example: "day", "Periodic: how often."),
        .key(
          "at", \.atMinute, .timeOfDay, example: "\"02:30\"",
          "Periodic, day or week: the time of day. Default: 00:00."),
        .key("weekday", \.weekday, .choice, example: "monday", "Periodic, week: the day. Default: monday."),
        .key(
          "timezone", \.timeZone, .timeZone, example: "Europe/Berlin",
          "Whose clock `at` means. Default: the machine's."),
        .key(
          "only-if-changed", \.onlyIfChanged, .flag, example: "true",
          "Periodic: skip, and say so, when nothing changed. Default: true."),
        .key(
          "on-toolchain-upgrade", \.onToolchainUpgrade, .flag, example: "true",
          "Integrate the same commit again, clean, when swift itself changed. Default: true."),
      ],
      check: { schedule, written, place, findings in
        guard written.isSound("on"), written.isSound("every") else { return }
        guard schedule.on == .periodic else {
          // Who says `on: commit` or `on: manual` keeps the times for later; who does not expects them.
          for key in ["every", "at", "weekday"] where written.place("on") == nil {
            guard let place = written.place(key) else { continue }
            findings.add("`\(key)` needs `on: periodic` beside it", at: place)
          }
          return
        }
        if schedule.every == nil {
          findings.add("`on: periodic` needs `every`: hour, day or week", at: written.place("on") ?? place)
        }
        if schedule.every == .hour, let place = written.place("at") {
          findings.add("`at` is a time of day: it makes no sense with `every: hour`", at: place)
        }
        if let every = schedule.every, every != .week, let place = written.place("weekday") {
          findings.add("`weekday` makes sense only with `every: week`", at: place)
        }
      })
  }
}

extension Section<Bot.TestSettings> {
  fileprivate static var tests: Self {
    Section(fields: [
      .key(
        "filter", \.filters, Form.regularExpression.map { [$0] }, example: "ParserTests",
        "Only the tests whose name matches this regular expression."),
      .key(
        "skip", \.skips, Form.regularExpression.map { [$0] }, example: "SlowTests",
        "Not the tests whose name matches this regular expression."),
      .key("timeout", \.timeoutSeconds, .duration, example: "60s", "For one test. Default: 5m."),
      .key(
        "repeat", \.repeat, .count(0...100), example: "2",
        "How often a test that failed is repeated alone in the same build; 0: never. Default: 2."),
      .key(
        "flaky", \.flaky, .choice, example: "fail",
        "What a test does to the result that failed and passed alone: fail or pass. Default: fail."),
      .key(
        "processes", \.processes, .processes, example: "auto",
        "How many processes share the tests of XCTest, side by side; auto: as many as keep the cores "
          + "busy, where it pays. What fails there is run again one after the other, as `swift test` "
          + "does. Default: 1."),
      .key(
        "select", \.select, .choice, example: "all",
        "all: every test runs. affected: those that execute what changed, those that failed lately and new "
          + "ones, as a limited integration, which is told to nobody and heads no page; all at the first "
          + "after midnight, where it cannot be told what changed, and where nothing did. It needs "
          + "`who-tests-what: idle` or `every`. Default: all."),
    ])
  }
}

extension Section<Bot.CoverageSettings> {
  fileprivate static var coverage: Self {
    Section(fields: [
      .key("enabled", \.enabled, .flag, example: "true", "Whether coverage is measured. Default: true."),
      .key(
        "exclude", \.exclusions, Form.exclusion.list("a list of globs", such: #"["Sources/Generated/**"]"#),
        example: #"["Sources/Generated/**"]"#,
        "Not counted; listed in the report with their line counts, never silently dropped. With a reason: "
          + #"- {files: "Sources/Generated/**", reason: "made by protoc"}"#),
    ])
  }
}

extension Section<Bot.Limits> {
  fileprivate static var limits: Self {
    Section(fields: [
      .key(
        "minutes", \.minutes, .number(upTo: 100_000), example: "60", "For the whole integration. Default: 60."
      ),
      .key(
        "silent-minutes", \.silentMinutes, .number(upTo: 100_000), example: "15",
        "Without a word from the build or the tests. Default: 15."),
      .key(
        "log-megabytes", \.logMegabytes, .count(1...100_000), example: "64", "Of the log. Default: 64."),
    ])
  }
}

extension Section<Bot.Keep> {
  fileprivate static var keep: Self {
    Section(fields: [
      .key("integrations", \.integrations, .count(1...1_000_000), example: "200", "How many. Default: 200."),
      .key("days", \.days, .count(1...100_000), example: "365", "For how long. Default: 365."),
      .key(
        "archives", \.archives, .count(0...1_000_000), example: "20",
        "How many archived products. Default: 20."),
      .key(
        "build-gigabytes", \.buildGigabytes, .count(0...1_000_000), example: "10",
        "How much of the disk what is built may take, each branch having a folder of its own; what was used "
          + "least recently goes first, and all but one where the disk gets full. 0: one folder for all "
          + "branches. Default: 10."),
    ])
  }
}
