import Synchronization

/// How much of what comes with requests is in memory, over all of them: what anybody may send leaves room to
/// who is known by their head, and one who sends leaves room to others.
final class ContentBudget: Sendable {
  private enum Part: Hashable {
    case all
    case kind(HTTPPlace.Kind)
    case one(String)
  }

  private let most: Int
  private let mostOfOne: Int
  private let taken = Mutex<[Part: Int]>([:])

  init(most: Int, mostOfOne: Int) { (self.most, self.mostOfOne) = (most, mostOfOne) }

  var count: Int { taken.withLock { $0[.all] ?? 0 } }

  /// What counts, and how much it may be.
  private func bounds(_ place: HTTPPlace) -> [(part: Part, most: Int)] {
    var bounds = [(Part.all, most)]
    switch place.kind {
    case .entering, .calling: bounds.append((.kind(place.kind), most / 4))
    case .reading, .acting: break
    }
    if let sharer = place.sharer { bounds.append((.one(sharer), mostOfOne)) }
    return bounds
  }

  fileprivate func take(_ count: Int, at place: HTTPPlace) -> Bool {
    let bounds = bounds(place)
    return taken.withLock { taken in
      guard bounds.allSatisfy({ taken[$0.part, default: 0] + count <= $0.most }) else { return false }
      for bound in bounds { taken[bound.part, default: 0] += count }
      return true
    }
  }

  fileprivate func giveBack(_ count: Int, at place: HTTPPlace) {
    let bounds = bounds(place)
    taken.withLock { taken in
      for (part, _) in bounds {
        let left = taken[part, default: 0] - count
        taken[part] = left > 0 ? left : nil
      }
    }
  }
}

/// What one request has of it, until it goes.
final class ContentShare: Sendable {
  private let budget: ContentBudget
  private let place: HTTPPlace
  private let taken = Mutex(0)

  init(_ budget: ContentBudget, at place: HTTPPlace) { (self.budget, self.place) = (budget, place) }

  /// False where there is no room for so much more.
  func take(_ count: Int) -> Bool {
    guard budget.take(count, at: place) else { return false }
    taken.withLock { $0 += count }
    return true
  }

  deinit { budget.giveBack(taken.withLock { $0 }, at: place) }
}
