import Model
import Templates
import Words

extension BotInput {
  /// The other branches beside the face of the bot, a line each; null where there is none.
  func branches(prefix: String, most: Int) -> TemplateValue {
    guard !beside.isEmpty else { return .null }
    let left = beside.count - most
    return .object([
      "list": .list(beside.prefix(most).map { line($0, prefix) }),
      "left": left > 0 ? .text(Figures.count(left, "more branch", "more branches")) : .null,
    ])
  }

  private func line(_ past: PastIntegration, _ prefix: String) -> TemplateValue {
    let row = PastRow(past, of: self, prefix: prefix).value
    guard case .object(var fields) = row else { return row }
    let isMerged = past.branch.map(merged.contains) ?? false
    fields["merged"] = isMerged ? bot.base.map { .text(BranchLine.mergedWords($0)) } ?? .null : .null
    return .object(fields)
  }
}
