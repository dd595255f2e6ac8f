import Files
import Model

/// When the sources were written last that are built where they lie, outside of the checkout: what somebody
/// writes while it is built may be in it or not, and the package manager takes it for built.
struct OutsideStanding: Equatable {
  private let files: [String: String]

  init(_ workbench: Workbench) {
    self.init(
      buildFolder: workbench.order.buildFolder, checkoutFolder: workbench.order.checkoutFolder)
  }

  init(buildFolder: String, checkoutFolder: String) {
    let packages = OutsidePackages(buildFolder: buildFolder, checkoutFolder: checkoutFolder)
    let linked = LinkedOutside(checkoutFolder: checkoutFolder).targets.flatMap { target in
      [target.path] + (target.inside ?? []).map { "\(target.path)/\($0)" }
    }
    files = Dictionary(
      (packages.files.filter(OutsidePackages.isSource) + linked).map { path in
        (path, FileFacts(path)?.stamp ?? "")
      }
    ) { first, _ in first }
  }

  /// Nil where nothing was changed since.
  func doubt(since before: OutsideStanding) -> String? {
    let paths = Set(files.keys).union(before.files.keys).filter { files[$0] != before.files[$0] }.sorted()
    guard let first = paths.first else { return nil }
    let others = paths.count == 1 ? "" : " and others"
    return "\(first)\(others), which \(paths.count == 1 ? "is" : "are") built in place, changed while it was "
      + "built and read: what was tested is not known, and all is built anew the next time"
  }
}

extension Facts {
  /// Told once: later nothing is known that could differ.
  mutating func doubt(of now: OutsideStanding, at workbench: Workbench) {
    guard let before = outside, let doubt = now.doubt(since: before) else { return }
    outside = nil
    evidence.doubts.append(doubt)
    UnseenInputs.forget(buildFolder: workbench.order.buildFolder)
  }
}
