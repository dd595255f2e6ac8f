/// The branch that the others of a bot are compared with, and that is the face of the bot.
public enum BaseBranch {
  /// The one that the settings name, else the one that HEAD names; where the bot does not integrate that one,
  /// the first that it does by name.
  public static func of(_ settings: Bot, head: BranchName?) -> BranchName? {
    if let named = settings.base { return BranchName(named) }
    guard let head, !settings.integrates(head) else { return head }
    return settings.branches.first { !Glob.isPattern($0) }.map { BranchName($0) }
  }

  /// What a repository says of its branches.
  public struct Refs: Equatable, Sendable {
    /// The one that HEAD names.
    public var head: BranchName?
    /// Those that are there.
    public var branches: Set<BranchName> = []
    /// The one that the HEAD of its remote names, where that is there.
    public var remote: BranchName?
    /// What git calls the first branch of a new repository here.
    public var initial: BranchName?
    /// Nobody works in it: its HEAD is what its owner put there.
    public var isBare = false

    public init() {}
  }

  /// Of a package that somebody works on, whose HEAD names whatever that is now: the branch that people mean
  /// there, and where none is known, the one that it was before.
  public static func ofWorkplace(_ settings: Bot, _ refs: Refs, before: BranchName?) -> BranchName? {
    let usual: [BranchName?] = [refs.initial, "main", "master", "trunk", "develop", before]
    let bare = refs.isBare ? refs.head.flatMap { refs.branches.contains($0) ? $0 : nil } : nil
    let meant = usual.compactMap(\.self).first(where: refs.branches.contains)
    return of(settings, head: bare ?? refs.remote ?? meant ?? refs.head)
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
