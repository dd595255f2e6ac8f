import Explaining
import Model

/// Why it is not to be found out which test executes what in an integration.
enum NoMap: Equatable {
  case notAsked, withoutCoverage, limited, found
  /// Its bot asks for it by now.
  case notAskedThen
  /// Which integration was built there since; nil where it is not known.
  case builtSince(IntegrationNumber?)

  /// - Parameters:
  ///   - isFound: it is known.
  ///   - isLimited: as its report says, because only some tests were selected.
  ///   - newest: the newest integration of its bot.
  ///   - now: what its bot file says now; nil where it has none, or one with mistakes.
  init(
    _ order: Order, isFound: Bool, isLimited: Bool = false, newest: IntegrationNumber?, now: Bot? = nil
  ) {
    if isFound {
      self = .found
    } else if isLimited || order.limited != nil {
      self = .limited
    } else if order.settings.whoTestsWhat == .never {
      self = now.map { $0.whoTestsWhat != .never } ?? false ? .notAskedThen : .notAsked
    } else if !order.settings.coverage.enabled {
      self = .withoutCoverage
    } else {
      self = .builtSince(newest.flatMap { $0 > order.integration ? $0 : nil })
    }
  }

  func explanation(doing: String) -> Explanation {
    let (wrong, advice) =
      switch self {
      case .notAsked:
        (
          "its bot did not ask for it",
          "write `who-tests-what: idle` into its bot file, and integrate it once more"
        )
      case .notAskedThen:
        (
          "its bot did not ask for it then",
          "its bot file asks for it now, which counts from the next integration on: name that one"
        )
      case .withoutCoverage: ("coverage was switched off", "switch it on, and integrate it once more")
      case .limited:
        ("it was limited, and what some tests execute says nothing of all", "name a whole integration")
      case .found: ("it was found out already", "the pages of its tests and sources tell it")
      case .builtSince(let number):
        (
          "its bot went on to another integration" + (number.map { ", to \($0) at the latest" } ?? ""),
          "integrate its commit again, which builds what is not kept of it"
        )
      }
    return Explanation(doing: doing, wrong: wrong, advice: advice, status: 4)
  }
}
