import Git
import Model

/// What is known of a commit that was not brought, or not yet.
enum UnbroughtCommit {
  /// As its repository has it, or, where that has it no more, the checkout of an earlier integration.
  static func of(_ order: Order) -> Commit? {
    guard case .commit(let id) = order.source else { return nil }
    let records = [order.repository, order.checkoutFolder].lazy.compactMap { place in
      try? Repository(at: Repository.find(from: place)).commit(id.rawValue)
    }
    return records.first.map { Commit($0, branch: order.branch, changes: false) }
  }
}
