/// Where a request is answered that may take its time: each kind has places of its own, so that none keeps
/// another out, and of one who asks there are fewer at once.
public struct HTTPPlace: Equatable, Sendable {
  public enum Kind: CaseIterable, Sendable {
    /// Something is told.
    case reading
    /// Somebody comes in, or goes.
    case entering
    /// Another server calls.
    case calling
    /// Something is done.
    case acting

    var most: Int {
      switch self {
      case .reading: 12
      case .entering, .calling: 4
      case .acting: 10
      }
    }

    var mostOfOne: Int {
      switch self {
      case .reading: 8
      case .entering: 2
      case .calling: 3
      case .acting: 6
      }
    }
  }

  public var kind: Kind
  /// Of whom it is counted what there is little of, also memory; nil: of nobody, for many may come the same
  /// way.
  public var sharer: String?

  public init(_ kind: Kind, sharer: String?) { (self.kind, self.sharer) = (kind, sharer) }

  /// Whether there is one more beside those that are taken.
  func isFree(beside taken: [HTTPPlace]) -> Bool {
    let same = taken.filter { $0.kind == kind }
    return same.count < kind.most && (sharer == nil || same.count { $0.sharer == sharer } < kind.mostOfOne)
  }
}
