import Model
import Templates

/// `bots/<id>/history/101-200.html`: integrations that no longer change.
struct HistoryPage {
  let input: BotInput
  let block: HistoryBlock
  /// Its neighbours that have a page.
  let older: HistoryBlock?
  let newer: HistoryBlock?
  let assets: [String: String]

  func values() -> [String: TemplateValue] {
    let frame = UpperFrame(
      up: "../", assets: assets, allBots: "../../../index.html", bot: ("../index.html", input.bot.name),
      place: block.label, moment: input.moment)
    var values = frame.values(title: "\(input.bot.name) \(block.label)")
    values["sentence"] = .text("Integrations \(block.label)")
    values["rows"] = .some(PastRow.rows(input.past, of: input, prefix: "../"))
    values["older"] = link(older)
    values["newer"] = link(newer)
    return values
  }

  private func link(_ block: HistoryBlock?) -> TemplateValue {
    guard let block else { return .null }
    return .object([
      "href": .text(String(block.page.dropFirst("history/".count))), "label": .text(block.label),
    ])
  }
}
