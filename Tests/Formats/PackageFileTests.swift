import Model
import Testing

@testable import Formats

/// `.bothy.yaml`, which stands beside the code.
@Suite("What a package asks for itself")
struct PackageFileTests {
  private func asked(_ text: String) throws -> Bot {
    guard case .settings(let bot) = PackageFile.read(Array(text.utf8), file: ".bothy.yaml") else {
      throw Wrong()
    }
    return bot
  }

  private func problems(_ text: String) -> [String] {
    guard case .problems(let problems) = PackageFile.read(Array(text.utf8), file: ".bothy.yaml") else {
      return []
    }
    return problems.map { "\($0)" }
  }

  private struct Wrong: Error {}

  @Test("what it says is read as in a bot file, and what it does not say is left open")
  func read() throws {
    let bot = try asked(
      """
      tests: {timeout: 5s, skip: SlowTests}
      coverage: {exclude: [{files: "Sources/Made/**", reason: made by protoc}]}
      analyze: [compiler, {run: ./lint.sh}]
      limits: {minutes: 90}
      environment: {TZ: UTC}
      """)
    #expect(bot.tests.timeoutSeconds == 5 && bot.tests.skips == ["SlowTests"])
    #expect(bot.coverage.excludeReasons == ["Sources/Made/**": "made by protoc"])
    #expect(bot.analyze == [.compiler, .command("./lint.sh")])
    #expect(
      Set(bot.origins.keys) == [
        "tests.timeout", "tests.skip", "coverage.exclude", "analyze", "limits.minutes", "environment.TZ",
      ])
    #expect(bot.origins.values.allSatisfy { $0 == .package })
  }

  @Test("one that says nothing asks for nothing", arguments: ["", "# nothing yet\n", "tests:\n"])
  func nothing(text: String) throws { #expect(try asked(text).origins.isEmpty) }

  @Test("secrets, triggers and addresses are the bot's, and it is told so")
  func notHere() {
    let rest = "it belongs into the bot file; a package may say tests, coverage, analyze, limits, environment"
    #expect(
      problems("secrets: [TOKEN]\ntriggers: []\nlink: x\ntest: {}\ntests: {timout: 5s}\n") == [
        ".bothy.yaml:1:1: unknown key `secrets`: \(rest)",
        ".bothy.yaml:2:1: unknown key `triggers`: \(rest)",
        ".bothy.yaml:3:1: unknown key `link`: \(rest)",
        ".bothy.yaml:4:1: unknown key `test`: did you mean `tests`?",
        ".bothy.yaml:5:9: unknown key `timout`: did you mean `timeout`?",
      ])
    #expect(
      problems("- a\n") == [
        ".bothy.yaml:1:1: such a file holds the keys analyze, environment, tests, coverage, limits, and "
          + "their values"
      ])
    #expect(problems("environment: {BOTHY_X: 1}\n").count == 1)
  }

  @Test("a bot file notes which of these settings it says itself")
  func botFile() throws {
    let text = "repository: /a\ntests: {timeout: 5s}\nenvironment: {TZ: UTC}\ntriggers: [{after: x}]\n"
    guard case .bot(let bot) = BotFile.read(Array(text.utf8), id: "a", file: "a.yaml", folder: "/") else {
      throw Wrong()
    }
    #expect(bot.origins == ["tests.timeout": .botFile, "environment.TZ": .botFile])
  }
}
