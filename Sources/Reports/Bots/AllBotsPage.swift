import Model
import Templates
import Words

/// `index.html`, and where there are many bots the pages of all of them: a row a bot.
struct AllBotsPage {
  /// Those that `bothy run` integrated come last.
  let cards: [BotCard]
  let grids: [CommitGrid]
  let assets: [String: String]
  /// How those stand there that are shown.
  var texts: [BotID: [UInt8]] = [:]

  private let bots: [BotCard]
  private let checkouts: [BotCard]
  /// Those that somebody has to look at.
  private let loud: [BotCard]

  /// More are shared out over pages of their own; then the first shows those that are not quiet.
  static let mostCards = 50
  static let pageSize = 100
  private static let mostCheckouts = 10

  init(_ cards: [BotCard], _ grids: [CommitGrid], assets: [String: String]) {
    bots = cards.filter { !$0.isCheckout }
    checkouts = bots.count == cards.count ? [] : cards.filter(\.isCheckout)
    loud = bots.filter { !$0.isQuiet }
    (self.cards, self.grids, self.assets) = (bots + checkouts, grids, assets)
  }

  /// Where all of them stand, when the first page does not show all.
  var pages: [(path: String, cards: ArraySlice<BotCard>)] {
    guard cards.count > Self.mostCards else { return [] }
    return stride(from: 0, to: cards.count, by: Self.pageSize).enumerated().map { index, first in
      ("bots-\(index + 1).html", cards[first..<min(first + Self.pageSize, cards.count)])
    }
  }

  /// Those of the first page.
  var first: [BotCard] {
    guard cards.count > Self.mostCards else { return cards }
    let newest = checkouts.sorted { ($0.moment ?? .distantPast) > ($1.moment ?? .distantPast) }
    let shown = Set(newest.prefix(Self.mostCheckouts).map(\.id))
    return loud.prefix(Self.mostCards) + checkouts.filter { shown.contains($0.id) }
  }

  func values() -> [String: TemplateValue] {
    var values = values(first, title: "Bots: \(sentence)", sentence: sentence)
    values["now"] = now.map { .text($0) } ?? .null
    values["grids"] = .some(grids.map(\.value))
    values["isEmpty"] = .bool(cards.isEmpty)
    let shown = first.count { !$0.isCheckout }
    let unshown = loud.count - shown
    let quiet = bots.count - loud.count
    let left = [
      (unshown, "\(Figures.grouped(unshown)) more \(unshown == 1 ? "is" : "are") not quiet"),
      (quiet, "\(Figures.grouped(quiet)) \(quiet == 1 ? "is" : "are") green and quiet"),
    ].filter { $0.0 > 0 }.map(\.1)
    let isAll = pages.isEmpty || left.isEmpty
    values["rest"] = isAll ? .null : .text(left.joined(separator: ", ").capitalizedFirst + ".")
    return values
  }

  /// One of those with all of them.
  func values(of page: Int) -> [String: TemplateValue] {
    let cards = pages[page].cards
    let range = "\(Figures.grouped(cards.startIndex + 1)) to \(Figures.grouped(cards.endIndex))"
    let title = "Bots \(range) of \(Figures.grouped(self.cards.count))"
    var values = values(Array(cards), title: title, sentence: title, page: page)
    for name in ["now", "grids", "rest"] { values[name] = .null }
    values["isEmpty"] = .bool(false)
    return values
  }

  private func values(
    _ cards: [BotCard], title: String, sentence: String, page: Int? = nil
  ) -> [String: TemplateValue] {
    var frame = UpperFrame(assets: assets, moment: cards.compactMap(\.moment).max())
    if page != nil { frame.allBots = "index.html" }
    var values = frame.values(title: title)
    func list(_ cards: [BotCard]) -> TemplateValue {
      .some(cards.map { .object(["card": .raw(texts[$0.id] ?? [])]) })
    }
    values["sentence"] = .text(sentence)
    values["bots"] = list(cards.filter { !$0.isCheckout })
    values["checkouts"] = list(cards.filter(\.isCheckout))
    values["pages"] = .some(
      pages.enumerated().map { index, other in
        let names = [other.cards.first, other.cards.last].compactMap { $0?.id.rawValue }
        return .object([
          "href": index == page ? .null : .text(other.path),
          "name": .line(names.joined(separator: " … "), most: 100),
        ])
      })
    return values
  }

  /// Of the bots; of the local checkouts where there is no bot.
  private var sentence: String {
    let told = bots.isEmpty ? checkouts : bots
    let noun = bots.isEmpty ? "local checkout" : "bot"
    let all = Figures.count(told.count, noun)
    let ended = told.compactMap(\.exitStatus)
    let bad = ended.count { $0 != 0 }
    if told.isEmpty { return "No bot integrated anything yet." }
    if ended.isEmpty { return "\(all), and no whole integration has ended yet." }
    if bad > 0 {
      let left = told.count - ended.count
      let rest = left == 0 ? "" : ", \(Figures.grouped(left)) \(left == 1 ? "has" : "have") no result yet"
      if told.count == 1 { return "The only \(noun) is not green." }
      return "\(Figures.grouped(bad)) of \(all) \(bad == 1 ? "is" : "are") not green\(rest)."
    }
    // Which is the face of each bot; others beside it may be red.
    let branches = told.reduce(0) { $0 + $1.others }
    let red = told.reduce(0) { $0 + $1.redOthers }
    let beside =
      red == 0
      ? ""
      : "; \(Figures.grouped(red)) of \(Figures.count(branches, "other branch", "other branches")) "
        + (red == 1 ? "is not" : "are not") + BranchLine.besideMerged(told.reduce(0) { $0 + $1.merged })
    if red > 0, ended.count == told.count {
      let place =
        told.count == 1 ? told[0].base.map { " on \(Shown.line($0, most: 120))" } : nil
      return told.count == 1
        ? "The only \(noun) is green\(place ?? "")\(beside)." : "All \(all) are green\(beside)."
    }
    if ended.count < told.count {
      return "\(Figures.grouped(ended.count)) of \(all) \(ended.count == 1 ? "is" : "are") green."
    }
    return told.count == 1 ? "The only \(noun) is green." : "All \(all) are green."
  }

  /// How many run, wait, are paused, or are kept from their work; nil when all is quiet.
  private var now: String? {
    let running = cards.reduce(0) { $0 + $1.running }
    let waiting = cards.reduce(0) { $0 + $1.waiting }
    let paused = cards.count(where: \.isPaused)
    let files = cards.count(where: \.hasMistakes)
    let unread = cards.count(where: \.isUnreadable)
    let told = [
      (running, "\(Figures.count(running, "integration")) \(running == 1 ? "runs" : "run")"),
      (waiting, "\(Figures.grouped(waiting)) \(waiting == 1 ? "waits" : "wait")"),
      (paused, "\(Figures.count(paused, "bot")) paused"),
      (files, "\(Figures.count(files, "bot file")) with mistakes"),
      (unread, "\(Figures.count(unread, "repository", "repositories")) that cannot be read"),
    ].filter { $0.0 > 0 }.map(\.1)
    return told.isEmpty ? nil : told.joined(separator: ", ") + "."
  }
}
