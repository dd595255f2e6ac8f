import Files
import Model
import Words

/// What lies in a checkout for people and for forges alone, or was left there by a program that was measured:
/// it is in no target and in no package below this one, no manifest names it, and none looks around.
struct IdleFiles {
  private let folders: [String]
  private let manifests: [[UInt8]]
  private let isNone: Bool

  /// `names`: of all files, from the top of the checkout.
  init(_ package: PackageDescription, at workbench: Workbench, among names: some Sequence<String>) {
    let (root, checkout) = (workbench.packageFolder, workbench.order.checkoutFolder)
    let inner = root == checkout ? "" : root.dropFirst(checkout.count + 1) + "/"
    let targets = package.targets.map { target in
      let path = PackageDescription.normal(target.path)
      return inner + (path.isEmpty ? "" : path + "/")
    }
    let packages = names.filter(OpenManifest.isManifest).map { name in
      String(name.dropLast(name.split(separator: "/").last?.count ?? 0))
    }
    folders = targets + packages.filter { $0 != inner } + Self.searched.map { inner + $0 + "/" }
    manifests = OpenManifest.manifests(in: root)
    isNone = workbench.hasOpenManifest || folders.contains("")
  }

  /// By its name from the top of the checkout.
  func has(_ name: String) -> Bool {
    guard !isNone, Self.isForPeople(name) || name.hasSuffix(".profraw"),
      !folders.contains(where: name.hasPrefix)
    else { return false }
    let last = Array((name.split(separator: "/").last ?? "").utf8)
    return !manifests.contains { $0.holds(last) }
  }

  /// Where the package manager looks for targets whose folder no manifest names.
  private static let searched = ["Sources", "Source", "src", "srcs", "Tests", "Plugins", "Snippets"]

  private static func isForPeople(_ name: String) -> Bool {
    name.hasPrefix(".github/") || name.lowercased().hasSuffix(".md")
  }
}
