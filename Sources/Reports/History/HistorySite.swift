import Model
public import Templates

/// The pages above one integration, as values.
public struct HistorySite {
  private let templates: TemplateLibrary
  private let assets: [SiteInput.Asset]
  private let assetPaths: [String: String]
  public init(templates: TemplateLibrary, assets: [SiteInput.Asset]) {
    self.templates = templates
    self.assets = assets
    assetPaths = Dictionary(
      assets.map { ($0.name, Site.hashedPath($0)) }, uniquingKeysWith: { first, _ in first })
  }

  /// What the pages need beside them: in the site's root, and in each bot's folder, so that this folder can
  /// be copied alone.
  public var assetFiles: [(path: String, bytes: [UInt8])] {
    assets.map { (Site.hashedPath($0), $0.bytes) }
  }

  /// `index.html` of the whole site.
  public func allBots(_ inputs: [BotInput]) throws -> [UInt8] {
    try allBotsView(inputs).rendered(by: templates)
  }

  /// The pages of a bot that tell of its newest integration; paths are relative to the bot's folder.
  public func bot(_ input: BotInput, _ detail: BotDetail) throws -> [(path: String, bytes: [UInt8])] {
    try botViews(input, detail).map { ($0.path, try $0.view.rendered(by: templates)) }
  }

  /// The page of a block; `input.past` are the integrations of this block.
  public func block(
    _ block: HistoryBlock, _ input: BotInput, older: HistoryBlock?, newer: HistoryBlock?
  ) throws -> [UInt8] {
    try blockView(block, input, older: older, newer: newer).rendered(by: templates)
  }

  func allBotsView(_ inputs: [BotInput]) -> Site.View {
    view("bots.html", AllBotsPage(inputs: inputs, assets: assetPaths).values())
  }

  func botViews(_ input: BotInput, _ detail: BotDetail) -> [(path: String, view: Site.View)] {
    var pages: [(path: String, view: Site.View)] = []
    for (kind, target) in [
      (StableAddress.Kind.latest, input.newestEnded?.number), (.green, detail.green),
    ] {
      let address = StableAddress(kind: kind, input: input, target: target, assets: assetPaths)
      for page in StableAddress.pages {
        pages.append(("\(kind.rawValue)/\(page)", view("latest.html", address.values(page: page))))
      }
    }
    let badge = Badge(name: input.bot.name, newest: input.newestEnded)
    pages.append(("badge.svg", view("badge.svg", badge.values())))
    let page = BotPage(input: input, detail: detail, assets: assetPaths)
    pages.append(("index.html", view("bot.html", page.values())))
    return pages
  }

  func blockView(
    _ block: HistoryBlock, _ input: BotInput, older: HistoryBlock?, newer: HistoryBlock?
  ) -> Site.View {
    view(
      "history.html",
      HistoryPage(input: input, block: block, older: older, newer: newer, assets: assetPaths).values())
  }

  private func view(_ template: String, _ values: [String: TemplateValue]) -> Site.View {
    Site.View(template: "pages/\(template).mustache") { values }
  }
}
