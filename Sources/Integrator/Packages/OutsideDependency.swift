import Files
import Foundation
import Model

/// A package that is depended on by a path which leads out of the repository: only the repository is checked
/// out, so that what lies beside it on somebody's disk is not there.
struct OutsideDependency {
  let packageFolder: String
  let checkoutFolder: String
  /// The text of Package.swift: an absolute path stands in it as it is.
  let manifest: String

  init(_ workbench: Workbench) {
    packageFolder = workbench.packageFolder
    checkoutFolder = workbench.order.checkoutFolder
    manifest = String(decoding: contents(of: packageFolder + "/Package.swift") ?? [], as: UTF8.self)
  }

  init(packageFolder: String, checkoutFolder: String, manifest: String) {
    (self.packageFolder, self.checkoutFolder, self.manifest) = (packageFolder, checkoutFolder, manifest)
  }

  /// What is wrong and what to do, where this is the cause.
  func sentence(for diagnostic: Diagnostic) -> String? {
    guard let match = diagnostic.message.firstMatch(of: /the package at '([^']+)' cannot be accessed/),
      let shown = shown(String(match.1))
    else { return nil }
    return
      "the package depends on \(shown), a path outside of its repository, of which alone Bothy makes a "
      + "checkout: take that package into the repository, as a folder or a submodule, or depend on it by "
      + "the address of a repository (`.package(url: …)`)"
  }

  /// The package manager takes a package by its folder's name, which is another one here than elsewhere.
  func namesake(among diagnostics: [Diagnostic]) -> String? {
    let name = (packageFolder as NSString).lastPathComponent
    guard packageFolder == checkoutFolder,
      diagnostics.contains(where: { $0.message.hasPrefix("cyclic dependency between packages ") }),
      [".git\"", "\"", "/\""].contains(where: { manifest.lowercased().contains("/\(name)\($0)") })
    else { return nil }
    return
      "the package depends on one that is called `\(name)`, as the folder is in which Bothy builds it, and "
      + "the package manager tells packages apart by the names of their folders: call the folder or the "
      + "repository of that package otherwise, or integrate this one from a folder below its repository's top"
  }

  /// As the manifest has it; nil for what would lie inside.
  private func shown(_ path: String) -> String? {
    for top in [checkoutFolder, Self.real(checkoutFolder)] where path == top || path.hasPrefix(top + "/") {
      return nil
    }
    if manifest.contains(path) { return path }
    let isReal = !path.hasPrefix((checkoutFolder as NSString).deletingLastPathComponent + "/")
    var base = (isReal ? Self.real(packageFolder) : packageFolder).split(separator: "/")[...]
    var rest = path.split(separator: "/")[...]
    while let first = base.first, first == rest.first { (base, rest) = (base.dropFirst(), rest.dropFirst()) }
    return (base.map { _ in ".." } + rest.map { String($0) }).joined(separator: "/")
  }

  private static func real(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}
