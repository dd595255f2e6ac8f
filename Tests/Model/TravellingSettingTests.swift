import Testing

@testable import Model

/// Settings that travel with the code, and who has the last word.
@Suite("Settings that travel")
struct TravellingSettingTests {
  private func bot(_ origin: SettingOrigin, _ keys: [String], _ change: (inout Bot) -> Void) -> Bot {
    var bot = Bot(name: "", repository: "")
    change(&bot)
    bot.mark(keys, as: origin)
    return bot
  }

  @Test(
    "each setting is the bot file's where it says something, else the package's",
    arguments: TravellingSetting.allCases)
  func each(setting: TravellingSetting) {
    let package = bot(.package, [setting.rawValue]) { setting.copy(from: Self.other, to: &$0) }
    let plain = Bot(name: "", repository: "")
    #expect(setting.words(of: plain.adopting(package)) == setting.words(of: Self.other))
    #expect(setting.words(of: plain) != setting.words(of: Self.other), "\(setting) cannot be told apart")
    #expect(plain.adopting(package).usedSettings.map(\.from) == [.package])
    for origin in [SettingOrigin.botFile, .command] {
      let firm = bot(origin, [setting.rawValue]) { _ in }
      #expect(firm.adopting(package) == firm)
    }
  }

  @Test("of the environment each variable by itself, and never a secret")
  func environment() {
    let package = bot(.package, ["environment"]) { $0.environment = ["A": "1", "B": "2", "TOKEN": "x"] }
    var own = bot(.botFile, ["environment"]) { $0.environment = ["A": "9"] }
    own.secrets = ["TOKEN"]
    let both = own.adopting(package)
    #expect(both.environment == ["A": "9", "B": "2"])
    #expect(
      both.usedSettings == [
        UsedSetting(key: "environment.A", value: "set", from: .botFile),
        UsedSetting(key: "environment.B", value: "set", from: .package),
      ])
  }

  @Test("what a later commit asks for takes the place of what a former one did")
  func again() {
    let former = bot(.package, ["tests.timeout"]) { $0.tests.timeoutSeconds = 5 }
    let later = bot(.package, ["tests.timeout"]) { $0.tests.timeoutSeconds = 7 }
    let plain = Bot(name: "", repository: "")
    #expect(plain.adopting(former).adopting(later).tests.timeoutSeconds == 7)
  }

  private static let other: Bot = {
    var bot = Bot(name: "", repository: "")
    (bot.tests.filters, bot.tests.skips, bot.tests.timeoutSeconds) = (["A"], ["B"], 7)
    (bot.tests.repeat, bot.tests.flaky, bot.tests.processes) = (0, .pass, .auto)
    bot.tests.select = .affected
    (bot.coverage.enabled, bot.coverage.exclude) = (false, ["Sources/Made/**"])
    bot.analyze = [.format]
    (bot.limits.minutes, bot.limits.silentMinutes, bot.limits.logMegabytes) = (3, 2, 1)
    return bot
  }()
}
