import Words

/// A setting, called as bot files call it, that two integrations did not have alike. Only those that can
/// change what is built, run or measured.
public struct SettingDifference: Equatable, Sendable {
  public var name: String
  /// Empty where it says nothing.
  public var before: String
  public var now: String

  static func between(_ before: Bot, _ now: Bot) -> [Self] {
    zip(before.deciding, now.deciding).compactMap { old, new in
      old.value == new.value ? nil : Self(name: old.name, before: old.value, now: new.value)
    } + environment(before.environment, now.environment)
  }

  /// What is there in both, and somebody silenced in one of them alone: it had no say in that result.
  static func silences(_ before: Report, _ now: Report) -> Self? {
    func silenced(_ one: Report, besides other: Report) -> String {
      let heard = Set(other.issues.loud.filter(\.seen).map(\.identity))
      let hushed = one.issues.silenced.filter { $0.seen && heard.contains($0.identity) }
      return Set(hushed.map { $0.test?.rawValue ?? $0.message }).sorted().joined(separator: ", ")
    }
    let (then, here) = (silenced(before, besides: now), silenced(now, besides: before))
    return then == here ? nil : Self(name: "silence", before: then, now: here)
  }

  /// Its values may be nobody's business.
  private static func environment(_ before: [String: String], _ now: [String: String]) -> [Self] {
    Set(before.keys).union(now.keys).sorted().compactMap { name in
      guard before[name] != now[name] else { return nil }
      func told(_ value: String?) -> String { value == nil ? "" : "set" }
      return Self(
        name: "environment.\(name)", before: told(before[name]),
        now: before[name] != nil && now[name] != nil ? "set to something else" : told(now[name]))
    }
  }
}

extension Bot {
  /// In one order, each with a text that says all of it.
  fileprivate var deciding: [(name: String, value: String)] {
    func list(_ words: [String]) -> String { words.joined(separator: ", ") }
    return [
      ("package", package), ("actions", list(actions.map(\.rawValue))),
      ("configuration", configuration.rawValue), ("toolchain", toolchain ?? ""),
      ("build.arguments", ShellWord.line(buildArguments)), ("home", home.rawValue),
      ("secrets", list(secrets)), ("tests.filter", list(tests.filters)), ("tests.skip", list(tests.skips)),
      ("tests.timeout", Figures.duration(tests.timeoutSeconds)), ("tests.repeat", "\(tests.repeat)"),
      ("tests.flaky", tests.flaky.rawValue), ("tests.processes", tests.processes.words),
      ("tests.select", tests.select.rawValue),
      ("coverage.enabled", coverage.enabled ? "true" : "false"),
      ("coverage.exclude", list(coverage.exclude)),
      ("analyze", actions.contains(.analyze) ? list(analyze.map(\.name)) : ""),
      ("archive.products", actions.contains(.archive) ? list(archive.products) : ""),
      ("artifacts", list(artifacts)), ("before", list(scriptsBefore)),
      ("limits.minutes", Figures.duration(limits.minutes * 60)),
      ("limits.silent-minutes", Figures.duration(limits.silentMinutes * 60)),
    ]
  }

  private var scriptsBefore: [String] {
    triggers.compactMap { trigger in
      if case .before(let script) = trigger.act { script } else { nil }
    }
  }
}

extension SettingDifference {
  /// "configuration: release, debug in #41".
  public func words(_ former: String) -> String {
    func told(_ value: String) -> String { value.isEmpty ? "nothing" : value }
    return "\(name): \(told(now)), \(told(before)) in \(former)"
  }
}
