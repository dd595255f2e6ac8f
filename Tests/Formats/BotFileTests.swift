import Formats
import Foundation
import Model
import Testing

@Suite("Bot files")
struct BotFileTests {
  @Test("a file with a repository alone has every default")
  func defaults() throws {
    #expect(try botOf("repository: /srv/git/a.git\n") == Bot(name: "b", repository: "/srv/git/a.git"))
  }

  @Test("every key is read")
  func everything() throws {
    let bot = try botOf(everyKey)
    #expect(bot.name == "Argument Parser")
    #expect(bot.repository == "/srv/git/parser.git")
    #expect(bot.branches == ["main", "release/*"])
    #expect(bot.package == "." && bot.integrate == .every && bot.paths == ["Sources/**", "!docs/**"])
    #expect(bot.culprit == .never && bot.whoTestsWhat == .idle)
    #expect(bot.schedule.on == .periodic && bot.schedule.every == .week && bot.schedule.atMinute == 150)
    #expect(bot.schedule.weekday == .sunday && bot.schedule.timeZone == "Europe/Berlin")
    #expect(!bot.schedule.onlyIfChanged && !bot.schedule.onToolchainUpgrade)
    #expect(bot.actions == [.analyze, .test, .archive])
    #expect(bot.analyze == [.compiler, .clang, .format, .command("./lint.sh --all")])
    #expect(bot.archive.products == ["tool", "my other"])
    #expect(bot.configuration == .release && bot.cleaning == .daily)
    #expect(bot.toolchain == "/usr/local/swift/bin")
    #expect(bot.environment == ["KEY": "value", "N": "1.10", "T": "true", "E": "", "P": "null"])
    #expect(bot.secrets == ["DEPLOY_TOKEN"] && bot.buildArguments == ["-Xswiftc", "-DCI"])
    #expect(bot.tests.filters == [#"^\w+Tests\."#] && bot.tests.skips == ["Slow"])
    #expect(bot.tests.timeoutSeconds == 60)
    #expect(bot.tests.repeat == 3 && bot.tests.flaky == .pass && bot.tests.processes == .number(2))
    #expect(bot.tests.select == .affected)
    #expect(!bot.coverage.enabled && bot.coverage.exclude == ["Sources/Generated/**"])
    #expect(bot.artifacts == ["snapshots/**", "!**/*.tmp"])
    #expect(bot.limits.minutes == 6.5 && bot.limits.silentMinutes == 3 && bot.limits.logMegabytes == 2)
    #expect(bot.keep.integrations == 7 && bot.keep.days == 8 && bot.keep.archives == 0)
    #expect(
      bot.triggers == [
        Bot.Trigger(act: .before(script: "./scripts/prepare.sh"), timeoutSeconds: 120),
        Bot.Trigger(act: .after(script: "./scripts/publish.sh"), when: allButFlaky),
        Bot.Trigger(act: .email(to: ["team@example.org"], report: .daily, committers: true)),
        Bot.Trigger(act: .webhook(url: "http://127.0.0.1:9000/hook"), when: [.testFailures]),
      ])
  }

  @Test("an example with every key is read as it stands")
  func example() throws {
    var expected = Bot(name: "Argument Parser", repository: "/srv/git/parser.git")
    expected.branches = ["main", "release/*"]
    expected.base = "main"
    expected.link = "https://forge.example/parser/commit/{commit}"
    expected.paths = ["Sources/**", "!docs/**"]
    expected.integrate = .latest
    expected.schedule.every = .day
    expected.schedule.atMinute = 150
    expected.toolchain = "/usr/local/swift/bin"
    expected.environment = ["KEY": "value"]
    expected.secrets = ["DEPLOY_TOKEN"]
    expected.buildArguments = ["-Xswiftc", "-DCI"]
    expected.tests.filters = ["REGEX"]
    expected.tests.skips = ["REGEX"]
    expected.tests.timeoutSeconds = 60
    expected.tests.processes = .auto
    expected.coverage.exclude = ["Sources/Generated/**"]
    expected.artifacts = ["snapshot-failures/**"]
    expected.triggers = [
      Bot.Trigger(act: .before(script: "./scripts/prepare.sh"), timeoutSeconds: 120),
      Bot.Trigger(act: .after(script: "./scripts/publish.sh"), when: allButFlaky),
      Bot.Trigger(act: .email(to: ["team@example.org"], report: .newIssues, committers: false)),
      Bot.Trigger(act: .webhook(url: "http://127.0.0.1:9000/hook"), when: [.testFailures]),
    ]
    var bot = try botOf(Self.asItStands)
    #expect(Set(bot.origins.values) == [.botFile] && bot.origins["tests.timeout"] == .botFile)
    bot.origins = [:]
    #expect(bot == expected)
  }

  private let allButFlaky: [Bot.Trigger.Condition] = [
    .succeeded, .testFailures, .buildErrors, .buildWarnings, .analyzerWarnings,
  ]

  private let everyKey = #"""
    name: Argument Parser
    repository: /srv/git/parser.git
    branches: [main, "release/*"]
    package: ./
    integrate: every
    culprit: never
    who-tests-what: idle
    paths: ["Sources/**", "!docs/**"]
    schedule: {on: periodic, every: week, weekday: sunday, at: 02:30, timezone: Europe/Berlin,
      only-if-changed: no, on-toolchain-upgrade: False}
    actions: [analyze, test, archive]
    analyze: [compiler, clang, format, {run: ./lint.sh --all}]
    archive: {products: [tool, my other]}
    configuration: release
    cleaning: daily
    toolchain: /usr/local/swift/bin
    environment: {KEY: value, N: 1.10, T: true, E: , P: null}
    secrets: [DEPLOY_TOKEN]
    build:
      arguments: ["-Xswiftc", "-DCI"]
    tests:
      filter: ^\w+Tests\.
      skip: Slow
      timeout: 60
      repeat: 3
      flaky: pass
      processes: 2
      select: affected
    coverage:
      enabled: off
      exclude: ["Sources/Generated/**"]
    artifacts: ["snapshots/**", "!**/*.tmp"]
    triggers:
      - before: ./scripts/prepare.sh
        timeout: 2m
      - after: ./scripts/publish.sh
        when: [succeeded, test-failures, build-errors, build-warnings, analyzer-warnings]
      - email: {to: [team@example.org], report: daily, committers: true}
      - webhook: {url: "http://127.0.0.1:9000/hook", when: [test-failures]}
    limits: {minutes: 6.5, silent-minutes: 3, log-megabytes: 2}
    keep: {integrations: 7, days: 8, archives: 0, build-gigabytes: 0}
    """#

  @Test(
    "relative paths start where the bot file lies",
    arguments: [
      ("../git/a.git", "/srv/bots/../git/a.git"), ("./a", "/srv/bots/a"), (".", "/srv/bots"),
      ("'a b/ö'", "/srv/bots/a b/ö"), ("/x/y", "/x/y"),
    ])
  func paths(written: String, path: String) throws {
    #expect(try botOf("repository: \(written)\ntoolchain: \(written)").repository == path)
    #expect(try botOf("repository: \(written)\ntoolchain: \(written)").toolchain == path)
  }

  @Test("sections that were emptied by comments keep their defaults")
  func emptied() throws {
    let text =
      "repository: /a\nschedule:\n  # on: commit\ntriggers:\nbranches: []\nenvironment: ~\nkeep: {}\n"
    #expect(try botOf(text) == Bot(name: "b", repository: "/a"))
  }

  @Test("all problems are told at once, in the order of the file")
  func all() {
    let text = """
      name: 5
      schedul: {on: commit}
      branches: main
      branches: [x]
      tests:
        timeout: -3
        filter: "a("
      paths: ["*.swift", ../x, !docs/** ]
      limits: {minutes: 0, silence: 4}
      """
    #expect(
      botProblems(text) == [
        "1:1: `repository` is missing: it takes a path or an address",
        "1:7: `name` is `5`: without quotes that is a number: write \"5\"",
        "2:1: unknown key `schedul`: did you mean `schedule`?",
        "3:11: `branches` is `main`: it takes a list of names or globs, such as [main, \"release/*\"]",
        "4:1: `branches` stands here twice: first on line 3",
        "6:12: `timeout` is `-3`: it takes a duration such as 90s, 10m, 1h30m or 500ms, more than 0",
        "7:11: `filter` is `a(`: this is not a regular expression: expected ')'",
        "8:20: `paths` is `../x`: `..` leads out of the repository",
        "8:26: `!docs/**` is a tag, which is not supported: a text that starts with ! needs quotes, as in "
          + "\"!docs/**\"",
        "9:19: `minutes` is `0`: it takes a number above 0 without quotes, at most 100000",
        "9:22: unknown key `silence`: it belongs at the left margin",
      ])
  }

  @Test("scripts, webhooks and mails of each integration take every condition")
  func conditions() throws {
    let all = Bot.Trigger.Condition.allCases
    let words = all.map(\.rawValue).joined(separator: ", ")
    let bot = try botOf(
      """
      repository: /r
      triggers:
        - after: a
          when: [\(words)]
        - email: {to: [a@b.org], report: every, when: [\(words)]}
        - webhook: {url: "http://h/", when: [\(words)]}
      """)
    #expect(bot.triggers.map(\.when) == [all, all, all] && all.contains(.inconclusive))
    for key in BotFile.keys where key.path.hasSuffix("when") {
      #expect(all.allSatisfy { key.explanation.contains($0.rawValue) }, "\(key.explanation)")
    }
  }

  @Test("what cannot be read as YAML hides nothing that comes before it")
  func before() {
    let text = "name: 5\nlimits: {minutes: 0}\ntriggers:\n  - webhook: {when: x}\npaths: [a, !docs/**]\n"
    #expect(
      botProblems(text) == [
        "1:7: `name` is `5`: without quotes that is a number: write \"5\"",
        "2:19: `minutes` is `0`: it takes a number above 0 without quotes, at most 100000",
        "4:21: `when` is `x`: it takes a list of conditions, such as [succeeded, test-failures]",
        "5:12: a text cannot start with !: put it in quotes",
      ])
  }

  @Test("the shipped bot files are right, and the example has every key")
  func shipped() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    for name in ["example", "bothy"] {
      let file = root.appendingPathComponent("bots/\(name).yaml")
      let outcome = BotFile.read(
        Array(try Data(contentsOf: file)), id: BotID(name), file: file.path, folder: root.path + "/bots")
      guard case .bot = outcome else {
        Issue.record("\(outcome)")
        continue
      }
    }
    let example = try String(contentsOf: root.appendingPathComponent("bots/example.yaml"), encoding: .utf8)
    for key in BotFile.keys {
      let last = key.path.split(separator: ".").last ?? ""
      #expect(example.contains(try Regex("(^|\\n)[ #-]*\(last):")), "bots/example.yaml misses \(key.path)")
    }
  }
}
