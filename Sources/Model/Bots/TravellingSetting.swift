import Words

/// A setting of a bot file that may travel with the code, in `.bothy.yaml` beside Package.swift. Its raw
/// value is what bot files call it. The variables of `environment` travel too, each by itself.
public enum TravellingSetting: String, CaseIterable, Sendable {
  case filter = "tests.filter"
  case skip = "tests.skip"
  case timeout = "tests.timeout"
  case `repeat` = "tests.repeat"
  case flaky = "tests.flaky"
  case processes = "tests.processes"
  case select = "tests.select"
  case measured = "coverage.enabled"
  case exclude = "coverage.exclude"
  case analyze
  case minutes = "limits.minutes"
  case silentMinutes = "limits.silent-minutes"
  case logMegabytes = "limits.log-megabytes"

  /// The keys at the left margin that `.bothy.yaml` may have.
  public static let groups = ["tests", "coverage", "analyze", "limits", "environment"]
  public static let file = ".bothy.yaml"

  static func variable(_ name: String) -> String { "environment.\(name)" }

  public func copy(from other: Bot, to bot: inout Bot) {
    switch self {
    case .filter: bot.tests.filters = other.tests.filters
    case .skip: bot.tests.skips = other.tests.skips
    case .timeout: bot.tests.timeoutSeconds = other.tests.timeoutSeconds
    case .repeat: bot.tests.repeat = other.tests.repeat
    case .flaky: bot.tests.flaky = other.tests.flaky
    case .processes: bot.tests.processes = other.tests.processes
    case .select: bot.tests.select = other.tests.select
    case .measured: bot.coverage.enabled = other.coverage.enabled
    case .exclude:
      bot.coverage.exclude = other.coverage.exclude
      bot.coverage.excludeReasons = other.coverage.excludeReasons
    case .analyze: bot.analyze = other.analyze
    case .minutes: bot.limits.minutes = other.limits.minutes
    case .silentMinutes: bot.limits.silentMinutes = other.limits.silentMinutes
    case .logMegabytes: bot.limits.logMegabytes = other.limits.logMegabytes
    }
  }

  func words(of bot: Bot) -> String {
    func list(_ words: [String]) -> String { words.joined(separator: ", ") }
    return switch self {
    case .filter: list(bot.tests.filters)
    case .skip: list(bot.tests.skips)
    case .timeout: Figures.duration(bot.tests.timeoutSeconds)
    case .repeat: "\(bot.tests.repeat)"
    case .flaky: bot.tests.flaky.rawValue
    case .processes: bot.tests.processes.words
    case .select: bot.tests.select.rawValue
    case .measured: bot.coverage.enabled ? "true" : "false"
    case .exclude: list(bot.coverage.exclude)
    case .analyze: list(bot.analyze.map(\.name))
    case .minutes: Figures.duration(bot.limits.minutes * 60)
    case .silentMinutes: Figures.duration(bot.limits.silentMinutes * 60)
    case .logMegabytes: "\(bot.limits.logMegabytes)"
    }
  }
}

/// Where a setting was set.
public enum SettingOrigin: String, Codable, Sendable, CaseIterable {
  case command = "command line"
  case botFile = "bot file"
  case package = ".bothy.yaml"
}

/// A setting of an integration, and where it came from.
public struct UsedSetting: Codable, Equatable, Sendable {
  /// The key in a bot file, such as `tests.timeout`.
  public var key: String
  /// Its value. The values of variables are not shown.
  public var value: String
  /// Where it was set.
  public var from: SettingOrigin

  public init(key: String, value: String, from: SettingOrigin) {
    (self.key, self.value, self.from) = (key, value, from)
  }
}

extension Bot {
  /// Notes who said what was written: the paths of keys, as `tests.timeout`.
  public mutating func mark(_ written: some Sequence<String>, as origin: SettingOrigin) {
    let written = Set(written)
    for setting in TravellingSetting.allCases where written.contains(setting.rawValue) {
      origins[setting.rawValue] = origin
    }
    guard written.contains("environment") else { return }
    for name in environment.keys { origins[TravellingSetting.variable(name)] = origin }
  }

  /// With what a package asks for, wherever neither the bot file nor the command line says anything.
  public func adopting(_ package: Bot) -> Bot {
    var bot = self
    func isOpen(_ key: String) -> Bool {
      package.origins[key] == .package && (origins[key] ?? .package) == .package
    }
    for setting in TravellingSetting.allCases where isOpen(setting.rawValue) {
      setting.copy(from: package, to: &bot)
      bot.origins[setting.rawValue] = .package
    }
    // A secret is the bot's, whatever the code says.
    for (name, value) in package.environment where !secrets.contains(name) {
      let key = TravellingSetting.variable(name)
      guard isOpen(key) else { continue }
      bot.environment[name] = value
      bot.origins[key] = .package
    }
    return bot
  }

  /// What is not as it is without a word, in the order of the bot file.
  public var usedSettings: [UsedSetting] {
    let settings = TravellingSetting.allCases.compactMap { setting in
      origins[setting.rawValue].map {
        UsedSetting(key: setting.rawValue, value: setting.words(of: self), from: $0)
      }
    }
    let variables = environment.keys.sorted().compactMap { name in
      let key = TravellingSetting.variable(name)
      return origins[key].map { UsedSetting(key: key, value: "set", from: $0) }
    }
    return settings + variables
  }
}
