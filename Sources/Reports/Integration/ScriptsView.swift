import Model
import Templates
import Words

/// What became of the bot's scripts.
struct ScriptsView {
  let scripts: [ScriptRun]
  let places: LogPlaces

  private static let most = 20

  var value: TemplateValue {
    guard !scripts.isEmpty else { return .null }
    return .object([
      "count": .count(scripts.count), "list": .list(scripts.prefix(Self.most).map(row)),
      "left": .more(scripts.count - Self.most, "more script"),
    ])
  }

  private func row(_ script: ScriptRun) -> TemplateValue {
    .object([
      "status": Status.of(script.status).value, "kind": .text(script.kind.rawValue),
      "script": .line(script.script, most: 200),
      "seconds": script.seconds.map { .text(Figures.duration($0)) } ?? .null,
      "why": script.why.map { .line($0, most: 400) } ?? .null,
      "log": .optional(places.line(of: script).map { "log.html#L\($0)" }),
    ])
  }
}
