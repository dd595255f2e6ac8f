import Model
import Templates
import Words

/// `bots/<id>/branches/….html`: the history and the trends of one branch.
struct BranchPage {
  /// `input.past` are those of the branch.
  let input: BotInput
  let detail: BotDetail
  let branch: BranchLine
  let assets: [String: String]

  private var newest: PastRow? { branch.newest.map { PastRow($0, of: input, prefix: "../") } }

  func values() -> [String: TemplateValue] {
    let name = branch.name.rawValue
    var frame = UpperFrame(
      up: "../", assets: assets, allBots: "../../../index.html", bot: ("../index.html", input.bot.name),
      place: Shown.line(name, most: 120), moment: input.moment)
    frame.status = branch.newest?.result.map { Status.of($0) }
    let sentence = newest?.sentence ?? "Nothing was integrated on \(name) to its end yet."
    var values = frame.values(title: "\(input.bot.name), \(name): \(sentence)")
    values["name"] = .line(name, most: 200)
    values["newest"] = newest?.value ?? .null
    values["sentence"] = .list(newest?.sentenceParts ?? [.link(sentence)])
    values["against"] = .optional(against)
    values["strip"] = .some(
      branch.past.prefix(BotInput.stripLength).filter { !$0.isLimited }.reversed().map {
        PastRow($0, of: input, prefix: "../").cell
      })
    values["chips"] = detail.chips(prefix: "../", current: branch.name)
    var only = input
    (only.past, only.ofBase) = (branch.past, branch.past)
    only.bot.base = branch.name
    values["trends"] = BotTrends(input: only, detail: detail, prefix: "../").value
    values["rows"] = .some(PastRow.rows(branch.past, of: input, prefix: "../"))
    return values
  }

  /// "Against main in #40: 2 tests newly failing; tests +3; 12 lines fewer not executed."
  private var against: String? {
    guard !branch.isBase, let newest = branch.newest,
      let base = newest.base?.branch ?? input.bot.base
    else { return nil }
    var parts: [String] = []
    if let figures = newest.base {
      if let new = figures.newlyFailing, new > 0 {
        parts.append(
          Figures.count(new, "test") + " newly failing" + (newest.isOfSilenced ? ", silenced" : ""))
      }
      if let mended = figures.mended, mended > 0 { parts.append(Figures.count(mended, "test") + " mended") }
      if let added = figures.testsAdded, let gone = figures.testsGone {
        parts.append(added + gone == 0 ? "no test came or went" : "tests \(ChangeText.pair(added, gone))")
      }
      if let more = figures.linesMore {
        let lines = "\(Figures.count(abs(more), "line")) \(more > 0 ? "more" : "fewer") not executed"
        parts.append(more == 0 ? "as many lines not executed" : lines)
        if figures.isUnequal { parts[parts.count - 1] += " (unequal runs)" }
      }
    }
    guard !parts.isEmpty else { return nil }
    let number = newest.base.map { " in \($0.integration)" } ?? ""
    return "Against \(Shown.line(base.rawValue, most: 120))\(number): \(parts.joined(separator: "; "))."
  }
}
