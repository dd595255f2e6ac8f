import Model
import Templates

/// `latest/` and `latest-green/`: addresses that stay. Their pages lead on to the integration's own, so that
/// what is bookmarked or sent from there goes on meaning the same integration.
struct StableAddress {
  enum Kind: String, CaseIterable {
    case latest
    case green = "latest-green"
  }

  let kind: Kind
  let input: BotInput
  /// nil when there is none.
  let target: IntegrationNumber?
  let assets: [String: String]

  static let pages = PageFrame.Section.allCases.map(\.page)

  func values(page: String) -> [String: TemplateValue] {
    let frame = UpperFrame(
      up: "../", assets: assets, allBots: "../../../index.html", bot: ("../index.html", input.bot.name),
      place: kind == .latest ? "latest" : "latest green")
    var values = frame.values(title: "\(input.bot.name): \(words)")
    values["words"] = .text(words)
    values["href"] = .optional(
      target.map { input.withPages.contains($0) ? "../\($0.value)/\(page)" : "../index.html#i\($0.value)" })
    return values
  }

  private var words: String {
    switch (kind, target) {
    case (.latest, let target?): "the latest integration is \(target)"
    case (.latest, nil): "no whole integration has ended yet"
    case (.green, let target?): "the latest green integration is \(target)"
    case (.green, nil): "no integration was green yet"
    }
  }
}
