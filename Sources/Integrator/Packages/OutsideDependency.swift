import Foundation
import Model

/// A package that is depended on by a path which leads out of the repository: only the repository is checked
/// out, so that what lies beside it on somebody's disk is not there.
struct OutsideDependency {
  let packageFolder: String
  let checkoutFolder: String
  /// The text of Package.swift: an absolute path stands in it as it is.
  let manifest: String

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
