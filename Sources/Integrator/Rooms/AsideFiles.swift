import Files
import Foundation

/// Files of the checkout that tests left, kept out of the way while these run alone: a test that finds what
/// another run of it left may execute something else than in a fresh checkout.
struct AsideFiles {
  private let checkout: String
  private let place: String
  private let moved: [String]

  /// - Parameter place: a folder that is not there, on the same disk.
  init(_ names: [String], of checkout: String, to place: String) {
    (self.checkout, self.place) = (checkout, place)
    moved = names.filter { Self.move("\(checkout)/\($0)", to: "\(place)/\($0)") }
  }

  /// Whatever came in their place meanwhile is gone.
  func bringBack() {
    for name in moved {
      try? FileManager.default.removeItem(atPath: "\(checkout)/\(name)")
      _ = Self.move("\(place)/\(name)", to: "\(checkout)/\(name)")
    }
    FileTree.remove(place)
  }

  private static func move(_ from: String, to target: String) -> Bool {
    let folder = (target as NSString).deletingLastPathComponent
    return (try? makeFolder(folder)) != nil
      && (try? FileManager.default.moveItem(atPath: from, toPath: target)) != nil
  }
}

extension Workbench {
  /// What tests left in the checkout, by its names there.
  var leftInCheckout: [String] {
    if let left = order.mapping?.wish.left { return left }
    guard let before = untouched.withLock({ $0 }) else { return [] }
    return CheckoutSight(order.checkoutFolder).added(since: before)
  }
}
