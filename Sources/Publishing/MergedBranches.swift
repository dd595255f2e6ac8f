package import Model
package import State
package import Store

/// Which branches of a bot are all in its base branch, as that was integrated last.
package struct MergedBranches {
  private let state: StateFolder
  private let store: SQLiteStore
  private static let mostNewest = 5

  package init(state: StateFolder, store: SQLiteStore) { (self.state, self.store) = (state, store) }

  /// `beside`: the newest that ended of each other branch.
  package func of(
    _ bot: BotID, base: BranchName?, _ beside: [PastIntegration]
  ) throws -> Set<BranchName> {
    guard let base, !beside.isEmpty else { return [] }
    let newest = try store.past(bot: bot, branch: base, limit: Self.mostNewest, isWhole: true)
    let head = newest.first { $0.result != nil }?.commit
    return BranchPublishing.merged(
      beside, try store.tips(of: bot), into: head, clone: state.checkout(bot), KnownDistances())
  }
}
