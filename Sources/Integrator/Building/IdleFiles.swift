import Files
import Model
import Words

/// What lies in a checkout for people and for forges alone: it is in no target, no manifest names it, and
/// none looks around.
struct IdleFiles {
  private let folders: [String]
  private let manifests: [[UInt8]]
  private let isNone: Bool

  init(_ package: PackageDescription, at workbench: Workbench) {
    let (root, checkout) = (workbench.packageFolder, workbench.order.checkoutFolder)
    let inner = root == checkout ? "" : root.dropFirst(checkout.count + 1) + "/"
    folders = package.targets.map { target in
      let path = PackageDescription.normal(target.path)
      return inner + (path.isEmpty ? "" : path + "/")
    }
    manifests = OpenManifest.manifests(in: root)
    isNone = workbench.hasOpenManifest || folders.contains("")
  }

  /// By its name from the top of the checkout.
  func has(_ name: String) -> Bool {
    guard !isNone, name.hasPrefix(".github/") || name.lowercased().hasSuffix(".md"),
      !folders.contains(where: name.hasPrefix)
    else { return false }
    let last = Array((name.split(separator: "/").last ?? "").utf8)
    return !manifests.contains { $0.holds(last) }
  }
}
