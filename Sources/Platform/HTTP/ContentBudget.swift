import Synchronization

/// How much of what comes with requests is in memory, over all of them.
final class ContentBudget: Sendable {
  private struct Taken {
    var all = 0
    var of: [String: Int] = [:]
  }

  private let most: Int
  private let mostOfOne: Int
  private let taken = Mutex(Taken())

  init(most: Int, mostOfOne: Int) { (self.most, self.mostOfOne) = (most, mostOfOne) }

  var count: Int { taken.withLock { $0.all } }

  fileprivate func take(_ count: Int, of sharer: String?) -> Bool {
    taken.withLock { taken in
      guard taken.all + count <= most else { return false }
      if let sharer {
        let own = taken.of[sharer, default: 0] + count
        guard own <= mostOfOne else { return false }
        taken.of[sharer] = own
      }
      taken.all += count
      return true
    }
  }

  fileprivate func giveBack(_ count: Int, of sharer: String?) {
    taken.withLock { taken in
      taken.all -= count
      guard let sharer, let own = taken.of[sharer] else { return }
      taken.of[sharer] = own > count ? own - count : nil
    }
  }
}

/// What one request has of it, until it goes.
final class ContentShare: Sendable {
  private let budget: ContentBudget
  private let sharer: String?
  private let taken = Mutex(0)

  init(_ budget: ContentBudget, sharer: String?) { (self.budget, self.sharer) = (budget, sharer) }

  /// False where there is no room for so much more.
  func take(_ count: Int) -> Bool {
    guard budget.take(count, of: sharer) else { return false }
    taken.withLock { $0 += count }
    return true
  }

  deinit { budget.giveBack(taken.withLock { $0 }, of: sharer) }
}
