import Explaining
import Model
import Testing

@testable import Terminal

private func parse(_ words: String..., environment: [String: String] = [:]) throws -> Invocation {
  try CommandLineParser.parse(words, environment: environment)
}

private func run(_ words: String...) throws -> RunOptions {
  guard case .run(let options) = try CommandLineParser.parse(["run"] + words, environment: [:]).command else {
    Testing.Issue.record("it is no run")
    return RunOptions()
  }
  return options
}

/// "wrong: advice" of the error that these words cause.
private func refusal(_ words: [String]) -> String {
  do {
    return "understood: \(try CommandLineParser.parse(words, environment: [:]).command)"
  } catch {
    let told = error as? Explanation
    return "\(told?.wrong ?? "\(error)"): \(told?.advice ?? "")"
  }
}

@Suite("A command line")
struct CommandLineTests {
  @Test("a bare run integrates the folder one stands in")
  func bareRun() throws {
    #expect(try parse("run") == Invocation(command: .run(RunOptions())))
    #expect(try run().path == ".")
    #expect(try run().coverage)
  }

  @Test("every option of run arrives, in both spellings")
  func everyOption() throws {
    var expected = RunOptions()
    expected.path = "../parser"
    expected.commit = "HEAD~2"
    expected.botFile = "b.yaml"
    expected.package = "sub"
    expected.filters = ["A", "B|C"]
    expected.skips = ["D"]
    expected.configuration = .release
    expected.coverage = false
    expected.clean = true
    expected.jobs = 3
    expected.timeoutSeconds = 600
    expected.output = "out"
    expected.form = .json
    expected.open = true
    expected.quiet = true
    let apart = try run(
      "--commit", "HEAD~2", "--bot", "b.yaml", "--package", "sub", "--filter", "A", "--filter", "B|C",
      "--skip",
      "D", "--configuration", "release", "--no-coverage", "--clean", "--jobs", "3", "--timeout", "10m",
      "--output",
      "out", "--json", "--open", "--quiet", "../parser")
    #expect(apart == expected)
    let together = try run(
      "../parser", "--commit=HEAD~2", "--bot=b.yaml", "--package=sub", "--filter=A", "--filter=B|C",
      "--skip=D",
      "-c", "release", "--no-coverage", "--clean", "-j3", "--timeout=10m", "--output=out", "--json", "--open",
      "-q")
    #expect(together == expected)
  }

  @Test(
    "short options stand alone, together, and with their value",
    arguments: [["-vj4"], ["-v", "-j", "4"], ["-j=4", "-v"], ["--jobs=4", "--verbose"]])
  func shortOptions(words: [String]) throws {
    guard case .run(let options) = try CommandLineParser.parse(["run"] + words, environment: [:]).command
    else {
      Testing.Issue.record("it is no run")
      return
    }
    #expect(options.jobs == 4)
    #expect(options.verbose)
  }

  @Test("after -- nothing is an option")
  func dashes() throws {
    #expect(try run("--json", "--", "--clean").path == "--clean")
    #expect(try run("--", "-v").verbose == false)
  }

  @Test("a value may begin with a dash unless it is an option itself")
  func dashedValues() throws {
    #expect(try run("--filter", "-x").filters == ["-x"])
    #expect(try run("--filter=--json").filters == ["--json"])
    #expect(refusal(["run", "--filter", "--json"]) == "`--filter` needs a value: write `--filter REGEX`")
  }

  @Test("said twice, the last one counts")
  func twice() throws {
    #expect(try run("--jobs", "1", "--jobs", "2").jobs == 2)
  }

  @Test("folders are given before or after the command, else by the environment")
  func globals() throws {
    let environment = ["BOTHY_STATE": "/e/state", "BOTHY_BOTS": "/e/bots", "BOTHY_TEMPLATES": ""]
    let invocation = try CommandLineParser.parse(
      ["--state", "/s", "run", "--templates=/t"], environment: environment)
    #expect(invocation.global == GlobalOptions(bots: "/e/bots", state: "/s", templates: "/t"))
    let none = try CommandLineParser.parse(["run"], environment: environment).global
    #expect(none == GlobalOptions(bots: "/e/bots", state: "/e/state", templates: nil))
  }

  @Test("the state directory is where the XDG rules put it")
  func stateFolder() throws {
    let nothing = GlobalOptions()
    #expect(try nothing.stateFolder(environment: ["XDG_STATE_HOME": "/x", "HOME": "/h"]) == "/x/bothy")
    #expect(
      try nothing.stateFolder(environment: ["XDG_STATE_HOME": "rel", "HOME": "/h"]) == "/h/.local/state/bothy"
    )
    #expect(throws: Explanation.self) { try nothing.stateFolder(environment: [:]) }
    #expect(try GlobalOptions(state: "s").stateFolder(environment: [:]) == "s")
  }

  @Test("an integration is named by its bot and its number")
  func addresses() throws {
    #expect(try parse("show", "parser").command == .show(IntegrationAddress(bot: "parser"), as: .words))
    #expect(
      try parse("show", "parser#42", "--json").command
        == .show(IntegrationAddress(bot: "parser", number: 42), as: .json))
    #expect(
      try parse("show", "parser", "--markdown").command
        == .show(IntegrationAddress(bot: "parser"), as: .markdown))
    #expect(
      try parse("show", "parser", "--verbose").command == .show(IntegrationAddress(bot: "parser"), as: .full))
    #expect(throws: Explanation.self) { try parse("show", "parser", "--json", "--markdown") }
    #expect(throws: Explanation.self) { try parse("show", "parser", "--json", "--verbose") }
    #expect(
      try parse("log", "local-a b.c#1", "-f").command
        == .log(IntegrationAddress(bot: "local-a b.c", number: 1), follow: true))
  }

  @Test(
    "what names no integration is refused",
    arguments: [
      "", "#1", "a#", "a#0", "a#-1", "a#x", "a#1.5", "../a", "..", "a/b", "a#99999999999999999999", "a\n",
    ])
  func wrongAddresses(text: String) {
    #expect(throws: Explanation.self) { try CommandLineParser.parse(["show", text], environment: [:]) }
  }

  @Test("help is given wherever it is asked for, even among mistakes")
  func help() throws {
    #expect(try parse("help").command == .help(topic: nil))
    #expect(try parse("help", "run").command == .help(topic: "run"))
    #expect(try parse("run", "--help", "--nonsense").command == .help(topic: "run"))
    #expect(try parse("-h").command == .help(topic: nil))
    #expect(try parse("--help", "show").command == .help(topic: "show"))
    #expect(try parse("run", "-vh").command == .help(topic: "run"))
  }

  @Test("the other commands")
  func otherCommands() throws {
    #expect(try parse("--version").command == .version)
    #expect(try parse("-V").command == .version)
    #expect(try parse("version").command == .version)
    #expect(try parse("doctor").command == .doctor)
    #expect(try parse("bots", "--json").command == .bots(json: true))
    #expect(try parse("completions", "zsh").command == .completions(shell: .zsh))
    #expect(
      try parse("template", "--lenient", "a.mustache", "-").command
        == .template(file: "a.mustache", data: "-", lenient: true))
    #expect(try parse("template", "a").command == .template(file: "a", data: nil, lenient: false))
    #expect(try parse("open").command == .open(nil))
    #expect(try parse("open", "p#2").command == .open(IntegrationAddress(bot: "p", number: 2)))
    #expect(try run("--failed").onlyFailed && run("--require", "changed").requiresChanged)
    #expect(try parse("perform", "/o/1").command == .perform(folder: "/o/1"))
  }

  @Test(
    "a mistake is answered with what was probably meant",
    arguments: [
      ("rnu", "`bothy run`?"), ("logs", "`bothy log`?"), ("test", "`bothy run`?"), ("Show", "`bothy show`?"),
      ("run --conf x", "`--configuration`?"), ("run --jbos 1", "`--jobs`?"),
      ("run --release", "`--configuration release`?"),
      ("run -c relaese", "`release`?"), ("run --enable-code-coverage", "`--no-coverage`?"),
      ("--json run", "`bothy run --json`"), ("log p --json", "`bothy show --json`"),
      ("./dir", "`bothy run ./dir`"),
      ("status", "`bothy bots`?"), ("stop", "`bothy cancel BOT` ends"), ("stop", "`bothy pause BOT`"),
      ("rm", "`bothy remove`?"), ("retry", "`bothy rerun`?"), ("run --faild", "`--failed`?"),
      ("open a b", "`bothy help open`"), ("run --grace 5s", "`bothy watch --grace`"),
      ("run --watch --json", "`--json`"), ("run --watch --commit HEAD", "`--commit`"),
      ("run --require all", "`--require changed`"), ("run --failed --filter x", "`--filter`"),
      ("run --require changed --no-coverage", "`--no-coverage`"),
      ("help shwo", "`bothy help show`?"), ("frobnicate", "`bothy help`"),
      ("run --frobnicate", "`bothy help run`"),
    ])
  func suggestions(words: String, meant: String) {
    #expect(refusal(words.split(separator: " ").map(String.init)).contains(meant))
  }

  @Test(
    "what is wrong is refused",
    arguments: [
      "run a b", "run --jobs", "run --jobs 0", "run --jobs 1025", "run --jobs x", "run --jobs +1",
      "run --jobs=",
      "run --timeout 0", "run --timeout 10x", "run --timeout -5s", "run --timeout 200h",
      "run --configuration both",
      "run -qv", "run --json=yes", "run -x", "run --filter (", "run --filter [a", "doctor now", "show",
      "completions",
      "completions tcsh", "template", "template a b c", "template a --json", "perform", "bots -j", "--state",
      "", "--", "run --commit",
    ])
  func refused(words: String) {
    let words = words.split(separator: " ").map(String.init)
    #expect(throws: Explanation.self) { try CommandLineParser.parse(words, environment: [:]) }
  }

  @Test("what is no number of jobs is refused in the name of its command", arguments: ["run", "watch"])
  func jobs(command: String) {
    let refused = #expect(throws: Explanation.self) {
      try CommandLineParser.parse([command, "--jobs", "0"], environment: [:])
    }
    #expect(refused?.doing == "bothy \(command)")
    #expect(refused?.wrong == "`0` is no number of jobs")
  }

  @Test("an empty word is not taken for a folder")
  func emptyWords() {
    #expect(throws: Explanation.self) { try CommandLineParser.parse(["run", ""], environment: [:]) }
    #expect(throws: Explanation.self) { try CommandLineParser.parse([""], environment: [:]) }
  }

  @Test(
    "durations are read as people write them",
    arguments: [
      ("90", 90.0), ("90s", 90), ("10m", 600), ("1h30m", 5400), ("1.5h", 5400), ("500ms", 0.5),
      ("2h0m5s", 7205),
    ])
  func durations(text: String, seconds: Double) {
    #expect(DurationText.read(text) == seconds)
  }

  @Test(
    "what is no duration is none",
    arguments: ["", "s", "1x", "1m1h", "1m5", "-1s", "1 m", ".5s", "1..5s", "inf", "1e3s"])
  func noDurations(text: String) {
    #expect(DurationText.read(text) == nil)
  }

  @Test("no word, however odd, brings the parser down")
  func oddWords() {
    let odd = [
      "", "-", "--", "---", "-=", "--=", "-j", "=", "#", "\u{0}", "é", "-é", "--é=1", "run", "show", "-hh",
      "日本",
    ]
    for first in odd {
      for second in odd {
        for third in odd { _ = refusal([first, second, third]) }
      }
    }
  }
}
