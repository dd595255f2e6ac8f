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
          example: "[test]", "What is done besides building: any of analyze, test and archive."),
        .key(
          "analyze", \.analyze,
          Form.analyzer.list("a list of analyzers", such: "[compiler, clang, {run: ./scripts/lint.sh}]"),
          example: "[compiler, clang, format, {run: ./scripts/lint.sh}]",
          "What the action analyze runs. compiler: warnings of the build. clang: the static analyzer, for "
            + "C targets. format: swift format lint. run: a shell command whose lines `file:line[:column]: "
            + "warning: text` count. Default: compiler, clang."),
        archive,
        .key(
          "configuration", \.configuration, .choice, example: "debug",
          "The build configuration. Default: debug."),
        .key(
          "cleaning", \.cleaning, .choice, example: "daily",
          "When build products are deleted before building. Default: daily."),
        .key(
          "toolchain", \.toolchain, .path("a folder", from: folder), example: "/usr/local/swift/bin",
          "The folder of the swift to use. Default: the one on PATH."),
        .key(
          "environment", \.environment, .environment, example: "{KEY: value}",
          "Variables for the build, the tests and the scripts."),
        .key(
          "secrets", \.secrets, Form.variableName.list("a list of names", such: "[DEPLOY_TOKEN]"),
          example: "[DEPLOY_TOKEN]",
          "Names of secret variables. Their values come from <state>/secrets/<id>.env and are masked "
            + "everywhere."),
        .key(
          "home", \.home, .choice, example: "own",
          "Which HOME, XDG folders and TMPDIR tests get. own: empty ones that are deleted afterwards. "
            + "user: those of the user. Default: own."),
        .group("build", \.self, .build, "How to build."),
        .group("tests", \.tests, .tests, "Which tests run, and how."),
        .group("coverage", \.coverage, .coverage, "What is measured."),
        .key(
          "artifacts", \.artifacts, .artifacts, example: #"["snapshot-failures/**"]"#,
          "Files that tests leave in the package folder and that Bothy keeps and shows. Files in "
            + "$BOTHY_ARTIFACTS are always kept."),
        .key(
          "triggers", \.triggers, Form.trigger.list("a list of triggers", such: "`- after: ./script.sh`"),
          example: "", "What happens before or after an integration."),
        silence,
        .group("limits", \.limits, .limits, "When Bothy stops an integration."),
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
        "integrate", \.integrate, .choice, example: "every",
        "What to do with several new commits at once. every: integrate each one; at most 50 wait. latest: "
          + "only the newest. What is skipped is listed."),
      .key(
        "culprit", \.culprit, .choice, example: "idle",
        "idle: when a test fails since several commits, Bothy searches the commit that broke it while it "
          + "is idle. Default: idle."),
      .key(
        "who-tests-what", \.whoTestsWhat, .choice, example: "idle",
        "When Bothy runs each test alone to find out which lines it executes. idle: while there is nothing "
          + "else to do. every: in each integration. never. Default: never."),
      .key(
        "paths", \.paths,
        Form.globOrExclusion.list("a list of globs", such: #"["Sources/**", "!docs/**"]"#),
        example: #"["Sources/**", "!docs/**"]"#,
        "Integrate only when one of these files changed. Default: any file."),
    ]
  }

  /// What is integrated.
  private static func subject(folder: String) -> [Field<Bot>] {
    [
      .key("name", \.name, .line("a text"), example: "Argument Parser", "Shown to people. Default: the id."),
      .key(
        "repository", \.place, .repositoryPlace(from: folder), example: "/srv/git/parser.git",
        "A local repository, bare or not, relative to the bot file; or https://HOST/PATH, "
          + "ssh://USER@HOST/PATH, USER@HOST:PATH."
      ).required,
      .group(
        "access", \.accessKeys, .access(from: folder),
        "How to access a remote repository. Host keys come from ~/.ssh/known_hosts and "
          + "<state>/known_hosts."),
      .key(
        "hook", \.hook, .variableName, example: "HOOK_SECRET",
        "The secret with which GitHub, Gitea or GitLab may call /hooks/<id> after a push."),
      .key(
        "branches", \.branches, Form.branch.list("a list of names or globs", such: #"[main, "release/*"]"#),
        example: #"[main, "release/*"]"#,
        "Names or globs: `*` matches one part of a name, `**` every branch. Default: the branch that HEAD "
          + "names."),
      .key(
        "package", \.package, .folderInside, example: ".",
        "The folder of Package.swift in the repository. Default: its top."),
      .key(
        "base", \.base, .branchName, example: "main",
        "The branch that the others are compared with. Default: the branch that HEAD names."),
      .key(
        "link", \.link, .commitLink, example: "\"https://forge.example/parser/commit/{commit}\"",
        "The address of a commit, with {commit} in it."),
    ]
  }

  private static var archive: Field<Bot> {
    .group("archive", \.archive, .archive, "What the action archive packs when all tests passed.")
  }

  private static var keep: Field<Bot> {
    .group(
      "keep", \.keep, .keep,
      "How much history is kept. Pinned integrations and the last green one are always kept.")
  }

  private static var silence: Field<Bot> {
    .key(
      "silence", \.silence, .silences, example: "all-now",
      "Issues that are shown but do not fail an integration. all-now: every issue of the next integration.")
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
        "Extra arguments of swift build. Arguments that build something else, or elsewhere, are refused.")
    ])
  }
}

extension Section<Bot.ArchiveSettings> {
  fileprivate static var archive: Self {
    Section(fields: [
      .key(
        "products", \.products, Form.line("the name of a product").list("a list of products", such: "[tool]"),
        example: "[tool]",
        "Executable products to build for release and pack. Default: all of them.")
    ])
  }
}

extension Section<Bot.Schedule> {
  fileprivate static var schedule: Self {
    Section(
      fields: [
        .key(
          "on", \.on, .choice, example: "commit",
          "commit: each new commit. periodic: see every. manual: only when asked. Default: commit."),
        .key("every", \.every, .choice, example: "day", "How often, for `on: periodic`."),
        .key(
          "at", \.atMinute, .timeOfDay, example: "\"02:30\"",
          "Time of day, for `every: day` and `every: week`. Default: 00:00."),
        .key(
          "weekday", \.weekday, .choice, example: "monday", "The day, for `every: week`. Default: monday."),
        .key(
          "timezone", \.timeZone, .timeZone, example: "Europe/Berlin",
          "The time zone of `at`. Default: the machine's."),
        .key(
          "only-if-changed", \.onlyIfChanged, .flag, example: "true",
          "Skip a periodic integration when nothing changed. Default: true."),
        .key(
          "on-toolchain-upgrade", \.onToolchainUpgrade, .flag, example: "true",
          "Integrate the same commit again, clean, when swift changed. Default: true."),
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
        "Run only tests with a name that matches this regular expression."),
      .key(
        "skip", \.skips, Form.regularExpression.map { [$0] }, example: "SlowTests",
        "Leave out tests with a name that matches this regular expression."),
      .key("timeout", \.timeoutSeconds, .duration, example: "60s", "Time limit of one test. Default: 5m."),
      .key(
        "repeat", \.repeat, .count(0...100), example: "2",
        "How often a failed test is retried alone in the same build. Default: 2."),
      .key(
        "flaky", \.flaky, .choice, example: "fail",
        "Whether a test that failed and then passed fails the integration. Default: fail."),
      .key(
        "processes", \.processes, .processes, example: "auto",
        "Number of processes that share XCTest tests. auto: one for each core, where it pays. Failures are "
          + "checked by a serial run. Default: 1."),
      .key(
        "select", \.select, .choice, example: "all",
        "affected: run only tests that execute changed lines, as a limited integration, and all tests once "
          + "a day. Needs who-tests-what. Default: all."),
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
        #"Files that do not count, listed in the report. With a reason: - {files: "Sources/Generated/**", "#
          + #"reason: "made by protoc"}"#),
    ])
  }
}

extension Section<Bot.Limits> {
  fileprivate static var limits: Self {
    Section(fields: [
      .key(
        "minutes", \.minutes, .number(upTo: 100_000), example: "60",
        "Time limit of an integration. Default: 60."),
      .key(
        "silent-minutes", \.silentMinutes, .number(upTo: 100_000), example: "15",
        "Time without output of the build or the tests. Default: 15."),
      .key(
        "log-megabytes", \.logMegabytes, .count(1...100_000), example: "64", "Size of the log. Default: 64."),
    ])
  }
}

extension Section<Bot.Keep> {
  fileprivate static var keep: Self {
    Section(fields: [
      .key(
        "integrations", \.integrations, .count(1...1_000_000), example: "200",
        "Number of integrations. Default: 200."),
      .key("days", \.days, .count(1...100_000), example: "365", "Age of integrations. Default: 365."),
      .key(
        "archives", \.archives, .count(0...1_000_000), example: "20",
        "Number of archived products. Default: 20."),
      .key(
        "build-gigabytes", \.buildGigabytes, .count(0...1_000_000), example: "10",
        "Disk space for build folders, one for each branch. 0: one folder for all branches. Default: 10."),
    ])
  }
}
