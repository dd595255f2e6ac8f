public import Model
import Templates
import Words

/// A branch of a bot, and how it stands to the base branch.
public struct BranchLine: Sendable {
  public var name: BranchName
  public var isBase = false
  /// Its newest integrations, newest first.
  public var past: [PastIntegration]
  /// By how many commits its newest integration and that of the base branch differ; nil where not known.
  public var distance: (ahead: Int, behind: Int)?

  public init(_ name: BranchName, past: [PastIntegration]) { (self.name, self.past) = (name, past) }

  /// How many are read for its row, and for its own page.
  public static let stripLength = 10
  public static let rowCount = 100

  /// All that it has the base branch has too, and more, as it stands now: whatever became of it is over.
  public var isMerged = false

  /// How many more branches there are that are merged.
  static func besideMerged(_ count: Int) -> String {
    count == 0 ? "" : ", not counting \(Figures.grouped(count)) that \(count == 1 ? "is" : "are") merged"
  }

  static func mergedWords(_ base: BranchName) -> String {
    "merged: all of it is in \(Shown.line(base.rawValue, most: 120))"
  }

  var newest: PastIntegration? { past.first { $0.result != nil && !$0.isLimited } }

  /// Below the bot's folder: the same for as long as the branch is called so, and no other's.
  public static func page(of branch: BranchName) -> String {
    TestAddress.page(of: TestID(branch.rawValue), below: "branches")
  }
}

extension BotDetail {
  /// The branches as links to their pages; null where there are not two.
  func chips(prefix: String, current: BranchName?) -> TemplateValue {
    guard branches.count > 1 else { return .null }
    // The page of one branch stays as it is while others change.
    let shown = branches.filter { current == nil || $0.name == current }.prefix(Self.mostChips)
    let left = current == nil ? branches.count - Self.mostChips : 0
    return .object([
      "all": .text(prefix + "index.html#history"), "isAll": .bool(current == nil),
      "page": .text(prefix + "branches.html"),
      "list": .list(
        shown.map { branch in
          .object([
            "name": .line(branch.name.rawValue, most: 120),
            "href": .text(prefix + Markup.link(BranchLine.page(of: branch.name))),
            "status": branch.newest?.result.map { Status.of($0).value } ?? .null,
            "isCurrent": .bool(branch.name == current),
          ])
        }),
      "left": .more(left, "more branch", "more branches"),
    ])
  }

  private static let mostChips = 20
}
