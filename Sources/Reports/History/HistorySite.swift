public import Foundation
public import Model
public import Templates

/// The pages above one integration, as values.
public struct HistorySite {
  private let templates: TemplateLibrary
  private let assetPaths: [String: String]
  /// What the pages need beside them: in the site's root, and in each bot's folder, so that this folder can
  /// be copied alone.
  public let assetFiles: [SitePage]

  public init(templates: TemplateLibrary, assets: [SiteInput.Asset]) {
    self.templates = templates
    let named = assets.map { (name: $0.name, path: Site.hashedPath($0), bytes: $0.bytes) }
    assetFiles = named.map { SitePage(path: $0.path, bytes: $0.bytes) }
    assetPaths = Dictionary(named.map { ($0.name, $0.path) }, uniquingKeysWith: { first, _ in first })
  }

  /// A bot as it stands on the pages of all bots.
  public func cardText(_ input: BotInput) throws -> [UInt8] {
    let bytes = try cardPage(input).bytes()
    return bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes
  }

  func cardPage(_ input: BotInput) -> SitePage { page("card", "card.html", input.cardValues()) }

  /// `index.html` of the whole site, and where there are many bots the pages with all of them: those on which
  /// one of `changed` stands, or all where that is not said.
  /// - Parameters:
  ///   - text: how one of them stands there; asked for those alone that are shown.
  ///   - input: of those that integrate one repository, what each said of a commit is told; with what it
  ///     said of these commits, however long ago.
  public func allBots(
    _ cards: [BotCard], changed: Set<BotID>? = nil, text: (BotID) throws -> [UInt8],
    input: (BotID, [CommitID]) throws -> BotInput?
  ) rethrows -> [SitePage] {
    let groups = CommitGrid.groups(cards.filter { !$0.isCheckout }.map { ($0.id, $0.commits) })
    let grids = try groups.prefix(Self.mostGrids).map { group in
      try CommitGrid(
        inputs: try group.prefix(CommitGrid.mostColumns + 1).compactMap { try input($0, []) },
        count: group.count
      ).reaching { try input($0.bot.id, $1) ?? $0 }
    }
    var all = AllBotsPage(cards, grids, assets: assetPaths)
    let due = all.pages.enumerated().filter { page in
      changed.map { changed in page.element.cards.contains { changed.contains($0.id) } } ?? true
    }
    for id in Set((all.first + due.flatMap(\.element.cards)).map(\.id)) { all.texts[id] = try text(id) }
    return [page("index.html", "bots.html", all.values())]
      + due.map { page($0.element.path, "bots.html", all.values(of: $0.offset)) }
  }

  /// Of all bots at once.
  public func allBots(_ inputs: [BotInput]) throws -> [SitePage] {
    let known = Dictionary(inputs.map { ($0.bot.id, $0) }) { first, _ in first }
    return try allBots(inputs.map { BotCard($0) }, text: { try known[$0].map(cardText) ?? [] }) { id, _ in
      known[id]
    }
  }

  /// How many pages there are besides the first.
  public static func pageCount(of bots: Int) -> Int {
    bots > AllBotsPage.mostCards ? (bots - 1) / AllBotsPage.pageSize + 1 : 0
  }

  private static let mostGrids = 10

  /// The pages of a bot that tell of its newest integration; paths are relative to the bot's folder.
  public func bot(_ input: BotInput, _ detail: BotDetail) -> [SitePage] {
    let targets = [(StableAddress.Kind.latest, input.newestEnded?.number), (.green, detail.green)]
    let stable = targets.flatMap { kind, target in
      let address = StableAddress(kind: kind, input: input, target: target, assets: assetPaths)
      return StableAddress.pages.map {
        page("\(kind.rawValue)/\($0)", "latest.html", address.values(page: $0))
      }
    }
    let badge = Badge(name: input.bot.name, newest: input.newestEnded)
    return stable + [
      page("badge.svg", "badge.svg", badge.values()),
      page(
        "branches.html", "branches.html",
        BranchesPage(input: input, detail: detail, assets: assetPaths).values()),
      page("index.html", "bot.html", BotPage(input: input, detail: detail, assets: assetPaths).values()),
    ]
  }

  /// `running.html` of a bot.
  public func running(_ input: BotInput, _ lives: [LiveIntegration], heard: Date) -> SitePage {
    let page = RunningPage(input: input, lives: lives, assets: assetPaths, heard: heard)
    return self.page("running.html", "running.html", page.values())
  }

  /// The page of a branch; its path is relative to the bot's folder.
  public func branch(_ branch: BranchLine, _ input: BotInput, _ detail: BotDetail) -> SitePage {
    page(
      BranchLine.page(of: branch.name), "branch.html",
      BranchPage(input: input, detail: detail, branch: branch, assets: assetPaths).values())
  }

  /// The page of a test; its path is relative to the bot's folder.
  public func test(_ input: TestPageInput) -> SitePage {
    let page = TestPage(input: input, assets: assetPaths)
    return SitePage(
      path: TestAddress.page(of: input.story.test.id), template: "test.html", of: templates
    ) { page.values() }
  }

  /// The page of an issue; its path is relative to the bot's folder.
  public func issue(_ input: IssuePageInput) -> SitePage {
    let page = IssuePage(input: input, assets: assetPaths)
    return SitePage(
      path: IssueAddress.page(of: input.story.issue.identity), template: "issue.html", of: templates
    ) { page.values() }
  }

  /// The page of two integrations; its path is relative to the bot's folder.
  public func compare(_ input: ComparePageInput) -> SitePage {
    let (before, now) = (input.difference.before.report, input.difference.now.report)
    let page = ComparePage(input: input, assets: assetPaths)
    return SitePage(
      path: CompareAddress(before.integration, now.integration).page, template: "compare.html",
      of: templates
    ) { page.values() }
  }

  /// The page of a block; `input.past` are the integrations of this block.
  public func block(
    _ block: HistoryBlock, _ input: BotInput, older: HistoryBlock?, newer: HistoryBlock?
  ) -> SitePage {
    page(
      block.page, "history.html",
      HistoryPage(input: input, block: block, older: older, newer: newer, assets: assetPaths).values())
  }

  private func page(_ path: String, _ template: String, _ values: [String: TemplateValue]) -> SitePage {
    SitePage(path: path, template: template, of: templates) { values }
  }
}
