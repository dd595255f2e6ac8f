import Model
import Templates
import Words

/// `bots/<id>/branches.html`: a row a branch, beside its base.
struct BranchesPage {
  let input: BotInput
  let detail: BotDetail
  let assets: [String: String]

  func values() -> [String: TemplateValue] {
    var frame = UpperFrame(
      assets: assets, allBots: "../../index.html", bot: ("index.html", input.bot.name), place: "branches",
      moment: input.moment)
    frame.status = input.newestEnded?.result.map { Status.of($0) }
    var values = frame.values(title: "\(input.bot.name): \(sentence)")
    values["sentence"] = .text(sentence)
    values["base"] = input.bot.base.map { .line($0.rawValue, most: 120) } ?? .null
    values["rows"] = .some(detail.branches.map(row))
    return values
  }

  private var sentence: String {
    let ended = detail.branches.filter { $0.newest?.exitStatus != nil }
    guard !ended.isEmpty else { return "No branch was integrated to its end yet." }
    let standing = ended.filter { !$0.isMerged }
    return words(of: standing) + BranchLine.besideMerged(ended.count - standing.count) + "."
  }

  private func words(of branches: [BranchLine]) -> String {
    let bad = branches.count { $0.newest?.exitStatus != 0 }
    if branches.isEmpty { return "No branch is under way" }
    if branches.count == 1 { return "The only branch is \(bad == 0 ? "" : "not ")green" }
    let all = Figures.count(branches.count, "branch", "branches")
    if bad == 0 { return branches.count == 2 ? "Both branches are green" : "All \(all) are green" }
    return "\(Figures.grouped(bad)) of \(all) \(bad == 1 ? "is" : "are") not green"
  }

  /// "1 newly failing, 2 mended"; nil where neither is known.
  private static func changed(_ past: PastIntegration?) -> String? {
    let base = past?.base
    let failing = past?.isOfSilenced == true ? "newly failing, silenced" : "newly failing"
    let told = [(base?.newlyFailing ?? 0, failing), (base?.mended ?? 0, "mended")].filter { $0.0 > 0 }
    let words = told.map { "\(Figures.grouped($0.0)) \($0.1)" }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  private func row(_ branch: BranchLine) -> TemplateValue {
    let (newest, name) = (branch.newest, Shown.line(branch.name.rawValue, most: 200))
    let row = newest.map { PastRow($0, of: input, prefix: "") }
    let base = newest?.base
    let folder = row?.folder
    func cell(_ text: String?, _ page: String? = nil, title: String? = nil, isBad: Bool = false)
      -> TemplateValue
    {
      .object([
        "text": .text(text ?? "–"), "isQuiet": .bool(text == nil), "isBad": .bool(isBad),
        "href": .optional(text == nil ? nil : page.flatMap { page in folder.map { $0 + page } }),
        "title": .optional(text == nil ? nil : title),
      ])
    }
    let isOfSilenced = newest?.isOfSilenced ?? false
    let failing = newest.flatMap { HistoryFigures($0).failing }
    let strip = branch.past.prefix(BranchLine.stripLength).filter { !$0.isLimited }.reversed().map {
      PastRow($0, of: input, prefix: "").cell
    }
    var tests: String?
    if let added = base?.testsAdded, let gone = base?.testsGone { tests = ChangeText.pair(added, gone) }
    let since = base.map {
      "tests that came and went since \($0.integration)" + Self.place($0, input.bot.base)
    }
    let distance = branch.isBase ? nil : branch.distance
    let author: TemplateValue = newest?.author.map { .line($0, most: 120) } ?? .null
    return .object([
      "name": .text(name), "parts": .list(Self.parts(of: name).map(TemplateValue.text)),
      "href": .text(Markup.link(BranchLine.page(of: branch.name))), "isBase": .bool(branch.isBase),
      "newest": row?.value ?? .null, "strip": .some(strip), "author": author,
      "newlyFailing": .optional(Self.changed(newest)),
      "merged": branch.isMerged
        ? input.bot.base.map { .text(BranchLine.mergedWords($0)) } ?? .null : .null,
      "failing": cell(
        failing.map { Figures.grouped($0) + (isOfSilenced ? " silenced" : "") }, "tests.html#failed",
        title: isOfSilenced ? "failing tests, all silenced" : "failing tests",
        isBad: failing ?? 0 > 0 && !isOfSilenced),
      "tests": cell(tests, "tests.html", title: since),
      "lines": cell(
        base.flatMap(Self.lines), "coverage.html", title: base.flatMap(lineTitle),
        isBad: base?.linesMore ?? 0 > 0),
      "ahead": commits(distance?.ahead, of: branch, "commits that the base branch does not have"),
      "behind": commits(distance?.behind, of: branch, "commits of the base branch that it does not have"),
    ])
  }

  private func commits(_ count: Int?, of branch: BranchLine, _ title: String) -> TemplateValue {
    let page = count == nil ? nil : Markup.link(BranchLine.page(of: branch.name))
    return .object([
      "text": .text(count.map(Figures.grouped) ?? "–"), "href": .optional(page), "title": .text(title),
      "isBad": false, "isQuiet": .bool(count == nil),
    ])
  }

  /// "feature/parser/names" as "feature/", "parser/", "names": browsers break a name behind dashes alone.
  static func parts(of name: String) -> [String] {
    var parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    for index in parts.indices.dropLast() { parts[index] += "/" }
    return parts
  }

  /// Where it is compared with another branch than the rest.
  private static func place(_ figures: PastIntegration.BaseFigures, _ base: BranchName?) -> String {
    figures.branch.flatMap { $0 == base ? nil : " of \($0)" } ?? ""
  }

  private static func lines(_ base: PastIntegration.BaseFigures) -> String? {
    base.linesMore.map { ChangeText.lines($0, isUnequal: base.isUnequal) }
  }

  private func lineTitle(_ base: PastIntegration.BaseFigures) -> String? {
    guard let more = base.linesMore else { return nil }
    let count = "\(Figures.count(abs(more), "line")) \(more > 0 ? "more" : "fewer") not executed than"
    let told = more == 0 ? "as many lines not executed as" : count
    let unequal = base.isUnequal ? "; tests failed or did not run in one of the two" : ""
    return
      "\(told) \((base.branch ?? input.bot.base)?.rawValue ?? "its base") in \(base.integration)\(unequal)"
  }
}

/// Changes as people read them.
enum ChangeText {
  /// "+3", "−2", "0".
  static func text(_ change: Int) -> String {
    change == 0 ? "0" : (change > 0 ? "+" : "−") + Figures.grouped(abs(change))
  }

  /// After unequal runs no figure is sure, and 0 is none that is surer.
  static func lines(_ change: Int, isUnequal: Bool) -> String { text(change) + (isUnequal ? " ?" : "") }

  /// "+3 −1", "+2", "0".
  static func pair(_ more: Int, _ fewer: Int) -> String {
    let parts = [more > 0 ? text(more) : "", fewer > 0 ? text(-fewer) : ""].filter { !$0.isEmpty }
    return parts.isEmpty ? "0" : parts.joined(separator: " ")
  }
}
