import Explaining
import Model
import Testing

@testable import Terminal

@Suite("The command line about bots")
struct BotCommandLineTests {
  private func verb(_ words: String...) throws -> CommandLineVerb {
    try CommandLineParser.parse(words, environment: [:]).command
  }

  @Test("integrate, cancel, pause and resume are read")
  func read() throws {
    #expect(try verb("integrate", "parser") == .integrate("parser", commit: nil, wait: false, quiet: false))
    #expect(
      try verb("integrate", "parser", "--commit", "v1", "--wait")
        == .integrate("parser", commit: "v1", wait: true, quiet: false))
    #expect(
      try verb("integrate", "parser", "-q") == .integrate("parser", commit: nil, wait: false, quiet: true))
    #expect(try verb("cancel", "parser#4") == .cancel(IntegrationAddress(bot: "parser", number: 4)))
    #expect(try verb("cancel", "parser") == .cancel(IntegrationAddress(bot: "parser")))
    var rerun = RerunOptions()
    let fourth = IntegrationAddress(bot: "parser", number: 4)
    #expect(try verb("rerun", "parser#4") == .rerun(fourth, rerun))
    rerun.filters = ["testB", "^C"]
    #expect(try verb("rerun", "parser#4", "--filter", "testB", "--filter", "^C") == .rerun(fourth, rerun))
    rerun.filters = []
    rerun.why = "testA"
    #expect(try verb("rerun", "parser#4", "--why", "testA") == .rerun(fourth, rerun))
    #expect(try verb("pin", "parser#4") == .pin(IntegrationAddress(bot: "parser", number: 4)))
    #expect(try verb("unpin", "parser") == .unpin(IntegrationAddress(bot: "parser")))
    #expect(try verb("tests", "parser") == .tests("parser", test: nil, json: false))
    #expect(try verb("tests", "parser", "testA") == .tests("parser", test: "testA", json: false))
    #expect(try verb("pause", "parser") == .pause("parser"))
    #expect(try verb("pause", "--all") == .pause(nil))
    #expect(try verb("resume", "--all") == .resume(nil))
    #expect(try verb("doctor", "--systemd") == .unit)
  }

  @Test("silence and unsilence are read")
  func silence() throws {
    var options = SilenceOptions()
    #expect(try verb("silence", "parser") == .silence("parser", issue: nil, options))
    options.reason = "see 12"
    #expect(
      try verb("silence", "parser", "testA", "--reason", "see 12")
        == .silence("parser", issue: "testA", options))
    options.until = .day("2031-12-31")
    #expect(
      try verb("silence", "parser", "3fa9", "--reason", "see 12", "--until", "2031-12-31")
        == .silence("parser", issue: "3fa9", options))
    #expect(try verb("unsilence", "parser", "testA") == .unsilence("parser", issue: "testA"))
  }

  @Test(
    "what is not clear is refused",
    arguments: [
      (["integrate"], "it was not said which bot"), (["pause"], "it was not said which bot"),
      (["resume", "p", "--all"], "both a bot and `--all`"), (["pause", "p#3"], "is one integration"),
      (["integrate", "p#3"], "is one integration"), (["rerun", "p", "--why", "t", "--failed"], "exclude"),
      (["rerun", "p", "--failed", "--filter", "t"], "`--failed` and `--filter` exclude"),
      (["cancel", "../x"], "names no bot"), (["silence", "p", "i"], "it was not said why"),
      (["silence", "p", "i", "--reason", " "], "it was not said why"),
      (["silence", "p", "--reason", "r"], "it was not said which issue"),
      (["silence", "p", "i", "--reason", "r", "--until", "soon"], "`soon` is no end of a silence"),
      (["unsilence", "p"], "it was not said which issue"),
    ])
  func refused(_ words: [String], _ wrong: String) {
    let error = #expect(throws: Explanation.self) { try CommandLineParser.parse(words, environment: [:]) }
    #expect(error?.wrong.contains(wrong) == true, "\(String(describing: error))")
  }
}
