import Model
import Templates
import Words

extension BotInput {
  /// The other branches beside the face of the bot, a line each; null where there is none.
  func branches(prefix: String, most: Int) -> TemplateValue {
    guard !beside.isEmpty else { return .null }
    let left = beside.count - most
    return .object([
      "list": .list(beside.prefix(most).map { PastRow($0, of: self, prefix: prefix).value }),
      "left": left > 0 ? .text(Figures.count(left, "more branch", "more branches")) : .null,
    ])
  }
}
