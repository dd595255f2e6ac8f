import Model
import Testing

@testable import Formats

/// What people get wrong, and what they are told. The texts stand below `repository: /a`, so that they start
/// on line 2.
@Suite("Mistakes in bot files")
struct BotFileProblemTests {
  private func told(_ text: String) -> [String] { botProblems("repository: /a\n" + text) }

  @Test("a file that holds no keys is told so", arguments: ["[]", "hello", "- a\n", "42"])
  func noKeys(text: String) {
    #expect(botProblems(text) == ["1:1: a bot file holds keys and their values, such as `repository: PATH`"])
  }

  @Test(
    "what is silenced needs a subject and a reason",
    arguments: [
      (
        "silence: later",
        "2:10: `silence` is `later`: it takes all-now, or a list such as `- {test: NAME, reason: TEXT}`"
      ),
      (
        "silence: [{test: a}]",
        "2:11: `reason` is missing: it takes a text"
      ),
      (
        "silence: [{reason: r}]",
        "2:11: it is not said what is silenced: write `test` or `issue`"
      ),
      (
        "silence: [{reason: r, test: a, issue: 3fa9c2d1}]",
        "2:32: `issue` and `test` exclude each other: leave one of them out"
      ),
      (
        "silence: [{reason: r, issue: 3FA}]",
        "2:30: `issue` is `3FA`: it takes an issue's id, at least the first eight letters of it, as its page "
          + "tells it"
      ),
      (
        "silence: [{reason: r, test: a, until: 2031-02-30}]",
        "2:39: `until` is `2031-02-30`: it takes resolved, forever or a day such as 2031-12-31"
      ),
      (
        "silence: [{reason: r, test: a, outcome: passed}]",
        "2:41: `outcome` is `passed`: it takes failed, crashed, timed-out or flaky"
      ),
      (
        "silence: [{reason: r, issue: 3fa9c2d1, outcome: crashed}]",
        "2:40: `outcome` goes with `test`: an issue is one of one outcome"
      ),
      (
        "silence: [{reason: r, test: a, outcome: flaky, until: resolved}]",
        "2:48: `until: resolved` never comes for a flaky test, which no pass shows to be mended: write "
          + "forever, or a day"
      ),
    ])
  func silences(text: String, problem: String) { #expect(told(text + "\n") == [problem]) }

  @Test("an empty file is told what it needs", arguments: ["", "\n\n", "# nothing\n"])
  func empty(text: String) {
    #expect(botProblems(text) == ["1:1: the file is empty: it needs at least `repository:`"])
  }

  @Test(
    "a repository is a path of this machine, or an address without a password",
    arguments: [
      ("", "1:12: `repository` has no value: it takes a path"),
      (" 5", "1:13: `repository` is `5`: without quotes that is a number: write \"5\""),
      (" [a]", "1:13: `repository` is a list: it takes a path"),
      (" ''", "1:13: `repository` is ``: it takes a path"),
      (" ~/a", "1:13: `repository` is `~/a`: `~` is not expanded: write the whole path"),
      (" \"a\\0b\"", "1:13: `repository` is `a\u{FFFD}b`: a NUL character cannot stand here"),
      (" \"a\\nb\"", "1:13: `repository` is `a\u{FFFD}b`: it takes one line without control characters"),
      (
        " https://me:s3cret@example.org/a",
        "1:13: `repository`: a password in an address is seen by everybody: take it out, and name a secret "
          + "with `access`"
      ),
      (
        " http://example.org/a",
        "1:13: `repository`: what http:// brings can be read and changed on its way: use https:// or ssh://"
      ),
    ])
  func repository(value: String, complaint: String) {
    #expect(botProblems("repository:" + value) == [complaint])
  }

  @Test(
    "an unknown key is told the nearest one, or where it belongs",
    arguments: [
      ("schedul: {}", "unknown key `schedul`: did you mean `schedule`?"),
      ("env: {}", "unknown key `env`: did you mean `environment`?"),
      ("Branches: []", "unknown key `Branches`: did you mean `branches`?"),
      ("every: day", "unknown key `every`: it belongs below `schedule`"),
      ("timeout: 5", "unknown key `timeout`: it belongs below `tests` or below `triggers`"),
      ("build: {repository: x}", "unknown key `repository`: it belongs at the left margin"),
      ("build: {wibble: x}", "unknown key `wibble`: what may stand here: arguments"),
      ("schedule: {true: commit}", "unknown key `true`: did you mean `on`?"),
      ("schedule: {only_if_changed: no}", "unknown key `only_if_changed`: did you mean `only-if-changed`?"),
      ("build: {\"a\\e[31m\": 1}", "unknown key `a\u{FFFD}[31m`: what may stand here: arguments"),
    ])
  func unknownKeys(text: String, complaint: String) {
    #expect(told(text).map { $0.drop { $0 != " " }.dropFirst() } == [complaint[...]])
  }

  @Test("arguments that build something else are refused where they stand, all at once")
  func buildArguments() {
    #expect(
      told("build:\n  arguments: [-v, --package-path=/x, -Xswiftc, -c,\n    -c, release]") == [
        "3:19: `arguments` cannot hold `--package-path`: what is built is the package of the bot: its "
          + "folder in the repository is written `package: FOLDER`",
        "4:5: `arguments` cannot hold `-c`: write `configuration: debug` or `configuration: release` at the "
          + "left margin",
      ])
  }

  @Test(
    "a schedule that makes no sense is told why",
    arguments: [
      ("{on: true}", ["16: `on` is `true`: it takes commit, periodic or manual"]),
      ("{on: comit}", ["16: `on` is `comit`: did you mean `commit`?"]),
      ("{on: periodic}", ["12: `on: periodic` needs `every`: hour, day or week"]),
      (
        "{every: day, at: 02:30}",
        ["12: `every` needs `on: periodic` beside it", "24: `at` needs `on: periodic` beside it"]
      ),
      ("{on: periodic, every: dayly}", ["33: `every` is `dayly`: it takes hour, day or week"]),
      (
        "{on: periodic, every: day, at: '2:30', weekday: Monday}",
        [
          "42: `at` is `2:30`: it takes a time of day such as \"02:30\", from 00:00 to 23:59",
          "50: `weekday` makes sense only with `every: week`",
          "59: `weekday` is `Monday`: did you mean `monday`?",
        ]
      ),
      (
        "{on: periodic, every: day, at: 24:00}",
        ["42: `at` is `24:00`: it takes a time of day such as \"02:30\", from 00:00 to 23:59"]
      ),
      (
        "{on: periodic, every: hour, at: 02:30}",
        ["39: `at` is a time of day: it makes no sense with `every: hour`"]
      ),
      ("{timezone: Berlin}", ["22: `timezone` is `Berlin`: did you mean `Europe/Berlin`?"]),
      ("{timezone: Nowhere}", ["22: `timezone` is `Nowhere`: it takes a name such as Europe/Berlin or UTC"]),
      (
        "{only-if-changed: 'true'}",
        ["29: `only-if-changed` is `true`: it takes true or false, without quotes"]
      ),
      (
        "nightly",
        [
          "11: `schedule` is `nightly`: it takes the keys on, every, at, weekday, timezone, only-if-changed, "
            + "on-toolchain-upgrade"
        ]
      ),
    ])
  func schedule(text: String, complaints: [String]) {
    #expect(told("schedule: " + text) == complaints.map { "2:" + $0 })
  }

  @Test(
    "a value that cannot be is told what the key takes",
    arguments: [
      ("name: true", ["7: `name` is `true`: without quotes that is a truth value: write \"true\""]),
      ("name: 0x1F", ["7: `name` is `0x1F`: without quotes that is a number: write \"0x1F\""]),
      ("name: ~", ["7: `name` has no value: it takes a text"]),
      ("branches: [1.0]", ["12: `branches` is `1.0`: without quotes that is a number: write \"1.0\""]),
      ("branches: [refs/heads/x]", ["12: `branches` is `refs/heads/x`: write the branch alone: `x`"]),
      ("branches: ['a b']", ["12: `branches` is `a b`: no branch can have such a name"]),
      ("branches: ['a[b']", ["12: `branches` is `a[b`: its [ is never closed by ]"]),
      (
        "package: /a",
        ["10: `package` is `/a`: it starts at the top of the repository: write it without the first /"]
      ),
      ("package: a/../b", ["10: `package` is `a/../b`: `..` leads out of the repository"]),
      ("integrate: all", ["12: `integrate` is `all`: it takes latest or every"]),
      ("paths: ['!']", ["9: `paths` is `!`: after ! comes what to leave out"]),
      ("paths: ['x\\']", ["9: `paths` is `x\\`: nothing comes after the last \\"]),
      (
        "artifacts: snapshots",
        ["12: `artifacts` is `snapshots`: it takes a list of globs, such as [\"snapshot-failures/**\"]"]
      ),
      ("artifacts: [../out]", ["13: `artifacts` is `../out`: `..` leads out of the repository"]),
      (
        "artifacts: [{a: b}, 'x[']",
        [
          "13: `artifacts` is a group of keys: it takes a glob",
          "21: `artifacts` is `x[`: its [ is never closed by ]",
        ]
      ),
      (
        "artifacts: ['!**/*.tmp']",
        [
          "12: `artifacts` is a list: it only leaves out: name what is to be kept, such as "
            + "\"snapshot-failures/**\""
        ]
      ),
      ("actions: [tests]", ["11: `actions` is `tests`: did you mean `test`?"]),
      (
        "actions: test",
        ["10: `actions` is `test`: it takes a list of actions, such as [analyze, test, archive]"]
      ),
      (
        "analyze: [clank]",
        ["11: `analyze` is `clank`: it takes compiler, clang, format, or `{run: COMMAND}`"]
      ),
      (
        "analyze: [{runs: x}]",
        ["11: `run` is missing: it takes a shell command", "12: unknown key `runs`: did you mean `run`?"]
      ),
      ("cleaning: yes", ["11: `cleaning` is `yes`: it takes never, always, daily or weekly"]),
      (
        "environment: {A B: 1, BOTHY_X: 3, C: [1]}",
        [
          "15: `A B` cannot be a name here: it takes a name of letters, digits and _",
          "23: `BOTHY_X` cannot be a name here: Bothy sets the names that start with BOTHY_ and XCS_ itself",
          "38: `environment.C` is a list: it takes a text",
        ]
      ),
      ("secrets: [a-b]", ["11: `secrets` is `a-b`: it takes a name of letters, digits and _"]),
      (
        "secrets: [T]\nenvironment: {T: 1}",
        ["1: `T` is in `environment` too: keep it in one of the two"]
      ),
      (
        "tests: {skip: '*'}",
        [
          "15: `skip` is `*`: this is not a regular expression: quantifier '*' must appear after expression"
        ]
      ),
      ("tests: {filter: [a]}", ["17: `filter` is a list: it takes a regular expression"]),
      (
        "tests: {timeout: 5 minutes}",
        ["18: `timeout` is `5 minutes`: it takes a duration such as 90s, 10m, 1h30m or 500ms, more than 0"]
      ),
      ("coverage: false", ["11: `coverage` is `false`: it takes the keys enabled, exclude"]),
      ("coverage: {enabled: maybe}", ["21: `enabled` is `maybe`: it takes true or false, without quotes"]),
      (
        "limits: {log-megabytes: 1.5}",
        ["25: `log-megabytes` is `1.5`: it takes a whole number without quotes, from 1 to 100000"]
      ),
      (
        "limits: {minutes: 1e9}",
        ["19: `minutes` is `1e9`: it takes a number above 0 without quotes, at most 100000"]
      ),
      (
        "keep: {days: -1, integrations: 99999999999999999999}",
        [
          "14: `days` is `-1`: it takes a whole number without quotes, from 1 to 100000",
          "32: `integrations` is `99999999999999999999`: it takes a whole number without quotes, "
            + "from 1 to 1000000",
        ]
      ),
    ])
  func values(text: String, complaints: [String]) {
    #expect(told(text) == complaints.map { "2:" + $0 })
  }

  @Test(
    "a trigger that cannot work is told why",
    arguments: [
      ("timeout: 2m", ["3:5: a trigger needs one of before, after, email, webhook"]),
      (
        "before: a\n    after: b",
        ["4:5: `after` beside `before`: each trigger is an item of its own, starting with `- `"]
      ),
      ("before: a\n    when: [succeeded]", ["4:5: `when` belongs to `after`, `email` and `webhook`"]),
      (
        "email: {to: [a@b.org]}\n    when: [succeeded]",
        ["4:5: `when` belongs to `after`, `email` and `webhook`: a mail's stands inside its braces"]
      ),
      (
        "email: {to: [a@b.org], when: [inconclusive]}",
        ["3:28: `when` goes with `report: every` only"]
      ),
      (
        "email: {to: [a@b.org], report: every, when: [inconclusiv]}",
        ["3:50: `when` is `inconclusiv`: did you mean `inconclusive`?"]
      ),
      ("after: a\n    when: []", ["4:5: `when` is empty: name a condition, or leave it out for always"]),
      ("email: {to: [me]}", ["3:18: `to` is `me`: it takes an address such as team@example.org"]),
      (
        "email: {report: daily}",
        ["3:12: nobody gets this mail: give `to` some addresses, or set `committers: true`"]
      ),
      ("webhook: {when: [succeeded]}", ["3:14: `url` is missing: it takes an http or https address"]),
      (
        "webhook: {url: localhost:9000}\n    when: [succeeded]",
        [
          "3:20: `url` is `localhost:9000`: it takes an address such as https://example.org/hook",
          "4:5: `when` belongs to `after`, `email` and `webhook`: a webhook's stands inside its braces",
        ]
      ),
      ("after:", ["3:11: `after` has no value: it takes a shell script"]),
    ])
  func triggers(text: String, complaints: [String]) {
    #expect(told("triggers:\n  - " + text) == complaints)
  }

  @Test("a flood of problems is cut, quickly", .timeLimit(.minutes(5)))
  func flood() {
    let problems = told((0..<60_000).map { "k\($0): v" }.joined(separator: "\n"))
    #expect(problems.count == 201)
    #expect(problems.last?.hasSuffix("from here on more is wrong than is worth telling") == true)
  }

  @Test(
    "long and deep values are told, not fallen over",
    arguments: [
      "tests: {filter: '" + String(repeating: "(", count: 900_000) + "'}",
      "tests: {filter: '" + String(repeating: "(", count: 999) + "'}",
      "paths: ['" + String(repeating: "[a]", count: 300_000) + "[']",
      String(repeating: "k", count: 900) + ": 1",
    ])
  func long(text: String) {
    let problems = told(text)
    #expect(problems.count == 1)
    #expect(problems.allSatisfy { $0.count < 400 })
  }

  @Test("a byte changed anywhere in a right file is read without a crash")
  func mutations() {
    let text = "repository: /a\nbranches: [a, \"b\"]\nschedule: {on: commit}\ntests:\n  timeout: 60s\n"
    for index in text.utf8.indices {
      for byte: UInt8 in [0, 9, 10, 33, 38, 42, 45, 58, 91, 123, 124, 200, 255] {
        var bytes = Array(text.utf8)
        bytes[text.utf8.distance(from: text.utf8.startIndex, to: index)] = byte
        _ = BotFile.read(bytes, id: "b", file: "b.yaml", folder: "/")
      }
    }
  }
}
