import Foundation
import Model
import Templates
import Words

/// The settings of a bot as names and values; what could be a secret is named, never shown.
struct BotSettings {
  let bot: KnownBot
  let settings: Bot?

  var values: [TemplateValue] {
    pairs.map { .object(["name": .text($0.0), "value": .line($0.1, most: 1000)]) }
  }

  /// Without the steps up that came from where the bot file lies.
  private static func shown(_ path: String) -> String {
    path.hasPrefix("/") ? URL(fileURLWithPath: path).standardized.path : path
  }

  private var mapping: String? {
    switch settings?.whoTestsWhat {
    case .every: "is found out after the tests"
    case .idle: bot.path == nil ? "is found out when there is nothing else to do" : nil
    case .never, nil: nil
    }
  }

  private var pairs: [(String, String)] {
    guard let settings else { return bot.path.map { [("Package", $0)] } ?? [] }
    var pairs: [(String, String)] = []
    func add(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { pairs.append((name, value)) }
    }
    add("Repository", Self.shown(settings.source))
    add("Package", settings.package == "." ? nil : settings.package)
    add("Base branch", settings.base ?? bot.base.map { "\($0)" })
    add("Commits", settings.link)
    if bot.path != nil {
      add("Integrates", "when `bothy run` says so")
    } else {
      add("Branches", settings.branches.isEmpty ? "the one that HEAD names" : list(settings.branches))
      add("Integrates", schedule(settings.schedule))
      add("Several new commits", settings.integrate == .every ? "every one" : "the latest")
      add(
        "Which commit broke a test",
        settings.culprit == .never ? "is not looked for" : "is looked for when there is nothing else to do")
      add("Only when changed", list(settings.paths))
    }
    add("Which test executes what", mapping)
    add("Tests", settings.tests.select == .affected ? "only those that execute what changed" : nil)
    add("Actions", list(settings.actions.map(\.rawValue)))
    add("Configuration", settings.configuration.rawValue)
    add("Cleaning", settings.cleaning.rawValue)
    add("Toolchain", settings.toolchain ?? "swift on the PATH")
    add("Build arguments", settings.buildArguments.joined(separator: " "))
    add("Environment", list(settings.environment.keys.sorted()))
    add("Home of tests", settings.home == .own ? "the integration's own" : "the user's")
    add("Secrets", list(settings.secrets))
    add("Only tests", list(settings.tests.filters))
    add("Without tests", list(settings.tests.skips))
    add("A test's limit", Figures.duration(settings.tests.timeoutSeconds))
    if settings.tests.processes != .number(1) { add("Test processes", settings.tests.processes.words) }
    add("Coverage", settings.coverage.enabled ? "measured" : "not measured")
    add(
      "Not covered",
      list(
        settings.coverage.exclude.map { glob in
          glob + (settings.coverage.excludeReasons[glob].map { " (\($0))" } ?? "")
        }))
    add("Kept of tests", list(settings.artifacts))
    for trigger in settings.triggers { add("Trigger", Self.words(trigger.act)) }
    for silence in settings.silence { add("Silenced", Self.words(silence)) }
    let limits = settings.limits
    add("Limits", "\(Self.number(limits.minutes)) min, \(Self.number(limits.silentMinutes)) min of silence")
    return pairs
  }

  private func list(_ words: [String]) -> String { words.joined(separator: ", ") }

  private func schedule(_ schedule: Bot.Schedule) -> String {
    switch schedule.on {
    case .commit: return "on each commit"
    case .manual: return "when told to"
    case .periodic:
      let time = schedule.atMinute.map { minute in
        " at \(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
      }
      let day = schedule.weekday.map { " on \($0.rawValue)" }
      let zone = schedule.timeZone.map { " (\($0))" } ?? " (by the machine's clock)"
      return "every \((schedule.every ?? .day).rawValue)" + (day ?? "") + (time.map { $0 + zone } ?? "")
    }
  }

  /// Never the address that a webhook calls: it may hold a token.
  private static func words(_ act: Bot.Trigger.Act) -> String {
    switch act {
    case .before(let script): "before: \(script)"
    case .after(let script): "after: \(script)"
    case .email(let to, let report, let committers, let warnings):
      "e-mail to \((to + (committers ? ["the committers"] : [])).joined(separator: ", ")): \(report.rawValue)"
        + (warnings ? ", with warnings" : "")
    case .webhook: "a webhook"
    }
  }

  private static func words(_ silence: Silence) -> String {
    switch silence.subject {
    case .allNow: "all that was there at first"
    case .test(let test, let outcome):
      "\(test) \(outcome.word), \(silence.until.words): \(silence.reason)"
    case .issue(let identity): "issue \(identity), \(silence.until.words): \(silence.reason)"
    }
  }

  private static func number(_ value: Double) -> String {
    value.rounded() == value && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
  }
}
