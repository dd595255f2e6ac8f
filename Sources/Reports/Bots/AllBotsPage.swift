import Model
import Templates
import Words

/// `index.html`: a row a bot.
struct AllBotsPage {
  let inputs: [BotInput]
  let assets: [String: String]

  func values() -> [String: TemplateValue] {
    let frame = UpperFrame(assets: assets, moment: inputs.compactMap(\.moment).max())
    var values = frame.values(title: "Bots: \(sentence)")
    values["sentence"] = .text(sentence)
    values["now"] = now.map { .text($0) } ?? .null
    values["bots"] = .some(bots.map(row))
    values["checkouts"] = .some(checkouts.map(row))
    values["grids"] = .some(CommitGrid.all(bots).map(\.value))
    values["isEmpty"] = .bool(inputs.isEmpty)
    return values
  }

  /// What `bothy run` integrated is no bot that anybody watches.
  private var checkouts: [BotInput] { inputs.filter { $0.bot.path != nil } }
  private var bots: [BotInput] { inputs.filter { $0.bot.path == nil } }

  /// Of the bots; of the local checkouts where there is no bot.
  private var sentence: String {
    let inputs = bots.isEmpty ? checkouts : bots
    let noun = bots.isEmpty ? "local checkout" : "bot"
    let all = Figures.count(inputs.count, noun)
    let ended = inputs.compactMap { $0.newestEnded?.exitStatus }
    let bad = ended.count { $0 != 0 }
    if inputs.isEmpty { return "No bot integrated anything yet." }
    if ended.isEmpty { return "\(all), and no whole integration has ended yet." }
    if bad > 0 {
      let left = inputs.count - ended.count
      let rest = left == 0 ? "" : ", \(Figures.grouped(left)) \(left == 1 ? "has" : "have") no result yet"
      return "\(Figures.grouped(bad)) of \(all) \(bad == 1 ? "is" : "are") not green\(rest)."
    }
    // Which is the face of each bot; others beside it may be red.
    let branches = inputs.flatMap(\.beside)
    let red = branches.count { !$0.isGreen }
    let beside =
      red == 0
      ? ""
      : "; \(Figures.grouped(red)) of \(Figures.count(branches.count, "other branch", "other branches")) "
        + (red == 1 ? "is not" : "are not")
    if red > 0, ended.count == inputs.count {
      let place =
        inputs.count == 1 ? inputs[0].bot.base.map { " on \(Shown.line($0.rawValue, most: 120))" } : nil
      return inputs.count == 1
        ? "The only \(noun) is green\(place ?? "")\(beside)." : "All \(all) are green\(beside)."
    }
    if ended.count < inputs.count { return "\(Figures.grouped(ended.count)) of \(all) are green." }
    return inputs.count == 1 ? "The only \(noun) is green." : "All \(all) are green."
  }

  /// How many run, wait, are paused, or are kept from their work; nil when all is quiet.
  private var now: String? {
    func count(_ isSo: (BotNow) -> Bool) -> Int { inputs.count { isSo($0.activity) } }
    let running = inputs.reduce(0) { $0 + $1.activity.running.count }
    let waiting = inputs.reduce(0) { $0 + $1.activity.waiting.count }
    let paused = count { $0.pause != nil }
    let files = count { !$0.problems.isEmpty }
    let unread = count { $0.trouble != nil }
    let told = [
      (running, "\(Figures.count(running, "integration")) \(running == 1 ? "runs" : "run")"),
      (waiting, "\(Figures.grouped(waiting)) \(waiting == 1 ? "waits" : "wait")"),
      (paused, "\(Figures.count(paused, "bot")) paused"),
      (files, "\(Figures.count(files, "bot file")) with mistakes"),
      (unread, "\(Figures.count(unread, "repository", "repositories")) that cannot be read"),
    ].filter { $0.0 > 0 }.map(\.1)
    return told.isEmpty ? nil : told.joined(separator: ", ") + "."
  }

  private func row(_ input: BotInput) -> TemplateValue {
    let folder = "bots/\(Markup.link(input.bot.id.rawValue))/"
    let newest = input.newestEnded.map { PastRow($0, of: input, prefix: folder) }
    return .object([
      "href": .text(folder + "index.html"), "name": .line(input.bot.name, most: 200),
      "id": input.bot.id.rawValue == input.bot.name ? .null : .line(input.bot.id.rawValue, most: 200),
      "newest": newest?.value ?? .null, "nothing": .line(input.nothing, most: 200),
      "branches": input.branches(prefix: folder, most: 4), "activity": input.activityValue(folder),
      "strip": input.strip(prefix: folder),
      "lines": lines(input, folder),
    ])
  }

  private func lines(_ input: BotInput, _ folder: String) -> TemplateValue {
    let shown = input.face.prefix(BotInput.stripLength).filter { $0.result != nil }.reversed()
    guard let last = shown.last(where: { $0.lines != nil }), let now = last.lines else { return .null }
    let counts = shown.map { $0.lines?.notExecuted }
    let known = shown.filter { $0.lines != nil }
    let ends = [known.first, known.last].compactMap { past in
      past?.lines.map { "\(Figures.grouped($0.notExecuted)) in \(past?.number ?? 0)" }
    }
    return .object([
      "count": .count(now.notExecuted), "executable": .count(now.executable),
      "number": last.number == input.newestEnded?.number ? .null : .text("\(last.number)"),
      "href": .optional(PastRow(last, of: input, prefix: folder).folder.map { $0 + "coverage.html" }),
      "spark": Sparkline.value(counts, label: "Lines not executed: \(ends.joined(separator: ", "))"),
    ])
  }
}
