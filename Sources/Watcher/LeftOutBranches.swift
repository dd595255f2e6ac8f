import Model
import Words

/// Branches of a repository that its bot does not watch, told to who may expect it.
enum LeftOutBranches {
  private static let most = 5

  /// Nil where there are none.
  static func words(_ names: Set<BranchName>) -> String? {
    guard !names.isEmpty else { return nil }
    let shown = names.map(\.rawValue).sorted().prefix(most).joined(separator: ", ")
    let left = names.count - most
    let more = left > 0 ? " and \(Figures.count(left, "more", "more"))" : ""
    let verb = names.count == 1 ? "is" : "are"
    return
      "\(Figures.count(names.count, "branch", "branches")) \(verb) not watched, as no pattern of `branches` "
      + "means \(names.count == 1 ? "it" : "them"): \(shown)\(more)"
  }
}
