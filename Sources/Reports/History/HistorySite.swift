public import Foundation
import Model
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

  /// `index.html` of the whole site.
  public func allBots(_ inputs: [BotInput]) -> SitePage {
    page("index.html", "bots.html", AllBotsPage(inputs: inputs, assets: assetPaths).values())
  }

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
