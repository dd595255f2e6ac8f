import Model
public import Templates

/// The pages above one integration, as values.
public struct HistorySite {
  private let templates: TemplateLibrary
  private let assets: [SiteInput.Asset]
  private let assetPaths: [String: String]
  /// Takes what a template would be given, in the place of rendering it.
  var taking: ((_ template: String, [String: TemplateValue]) -> Void)?

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
    try render("bots.html", AllBotsPage(inputs: inputs, assets: assetPaths).values())
  }

  /// The pages of a bot that tell of its newest integration; paths are relative to the bot's folder.
  public func bot(_ input: BotInput, _ detail: BotDetail) throws -> [(path: String, bytes: [UInt8])] {
    var pages: [(path: String, bytes: [UInt8])] = []
    for (kind, target) in [
      (StableAddress.Kind.latest, input.newestEnded?.number), (.green, detail.green),
    ] {
      let address = StableAddress(kind: kind, input: input, target: target, assets: assetPaths)
      for page in StableAddress.pages {
        pages.append(("\(kind.rawValue)/\(page)", try render("latest.html", address.values(page: page))))
      }
    }
    let badge = Badge(name: input.bot.name, newest: input.newestEnded)
    pages.append(("badge.svg", try render("badge.svg", badge.values())))
    let page = BotPage(input: input, detail: detail, assets: assetPaths)
    pages.append(("index.html", try render("bot.html", page.values())))
    return pages
  }

  /// The page of a block; `input.past` are the integrations of this block.
  public func block(
    _ block: HistoryBlock, _ input: BotInput, older: HistoryBlock?, newer: HistoryBlock?
  ) throws -> [UInt8] {
    try render(
      "history.html",
      HistoryPage(input: input, block: block, older: older, newer: newer, assets: assetPaths).values())
  }

  private func render(_ template: String, _ values: [String: TemplateValue]) throws -> [UInt8] {
    if let taking {
      taking("pages/\(template).mustache", values)
      return []
    }
    var bytes: [UInt8] = []
    try templates.template("pages/\(template).mustache").render(.object(values), into: &bytes)
    return bytes
  }
}
