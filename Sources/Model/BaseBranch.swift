/// The branch that the others of a bot are compared with, and that is the face of the bot.
public enum BaseBranch {
  /// The one that the settings name, else the one that HEAD names; where the bot does not integrate that one,
  /// the first that it does by name.
  public static func of(_ settings: Bot, head: BranchName?) -> BranchName? {
    if let named = settings.base { return BranchName(named) }
    guard let head, !settings.integrates(head) else { return head }
    return settings.branches.first { !Glob.isPattern($0) }.map { BranchName($0) }
  }

  /// Nil where the bot does not integrate it: its newest integration is then its face, whatever the branch.
  public static func face(_ settings: Bot, base: BranchName?) -> BranchName? {
    base.flatMap { settings.branches.isEmpty || settings.integrates($0) ? $0 : nil }
  }
}

extension Bot {
  /// Without any pattern that is the branch that HEAD names, whichever that is.
  fileprivate func integrates(_ branch: BranchName) -> Bool {
    branches.isEmpty || Glob.isSelected(branch.rawValue, by: branches.map { Glob($0) })
  }
}
