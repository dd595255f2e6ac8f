import Files
import Foundation
import Model

/// A link that leads out of the repository by its own words: only the repository is checked out, so that it
/// leads nowhere here, and the package manager leaves it out with no more than a warning.
struct OutsideLink {
  let packageFolder: String
  let checkoutFolder: String
  /// Where the commit is worked on; nil where no commit was checked out.
  var workplace: String?

  init(_ workbench: Workbench) {
    self.init(packageFolder: workbench.packageFolder, checkoutFolder: workbench.order.checkoutFolder)
    if case .commit = workbench.order.source { workplace = workbench.order.repository }
  }

  init(packageFolder: String, checkoutFolder: String) {
    (self.packageFolder, self.checkoutFolder) = (packageFolder, checkoutFolder)
  }

  /// A link to where the commit is worked on leads to what stands there now, and not to what was committed;
  /// one to somewhere else on the machine is no part of the commit either, and all that there is.
  func told(of package: PackageDescription) -> (doubts: [String], notes: [String]) {
    let found = leadingOut(of: package)
    return (
      found.filter(\.isOwn).map { path, destination, _ in
        "\(path) is a link to \(destination), where the repository is worked on: what was built of it is "
          + "what stands there now, and not what was committed"
      },
      found.filter { !$0.isOwn }.map { path, destination, _ in
        "\(path) is a link to \(destination), outside of its repository: what was built of it is what this "
          + "machine has there."
      }
    )
  }

  private func leadingOut(
    of package: PackageDescription
  ) -> [(path: String, destination: String, isOwn: Bool)] {
    guard let workplace else { return [] }
    let own = workplace.hasSuffix("/") ? workplace : workplace + "/"
    let inside = checkoutFolder + "/"
    var known: Set<String> = []
    let paths = package.targets.flatMap { target in
      [target.path] + target.sources.map { target.path + "/" + $0 }
    }
    return paths.flatMap(Self.prefixes).compactMap { path in
      guard known.insert(path).inserted,
        let destination = try? FileManager.default.destinationOfSymbolicLink(
          atPath: packageFolder + "/" + path),
        destination.hasPrefix("/"), !destination.hasPrefix(inside)
      else { return nil }
      return (path, destination, destination.hasPrefix(own))
    }
  }

  /// `a`, `a/b`, `a/b/c`.
  private static func prefixes(_ path: String) -> [String] {
    var prefix = ""
    return path.split(separator: "/").filter { $0 != "." }.map { part in
      prefix += prefix.isEmpty ? String(part) : "/" + part
      return prefix
    }
  }

  /// Nobody knows what is behind them.
  func doubts(of diagnostics: [Diagnostic]) -> [String] {
    var known: Set<String> = []
    return diagnostics.compactMap(doubt).filter { known.insert($0).inserted }
  }

  private func doubt(_ diagnostic: Diagnostic) -> String? {
    guard let match = diagnostic.message.firstMatch(of: /ignoring broken symlink (\/.+)$/),
      let destination = try? FileManager.default.destinationOfSymbolicLink(atPath: String(match.1)),
      leadsOut(String(match.1), to: destination)
    else { return nil }
    let path = String(match.1).replacing(packageFolder + "/", with: "")
    return
      "\(path) is a link to \(destination), outside of its repository, of which alone Bothy makes a "
      + "checkout: what is there was neither built nor tested"
  }

  private func leadsOut(_ link: String, to destination: String) -> Bool {
    guard !destination.hasPrefix("/") else { return false }
    let top = URL(fileURLWithPath: checkoutFolder)
    return ![top.path, top.resolvingSymlinksInPath().path].contains { folder in
      guard link.hasPrefix(folder + "/") else { return false }
      var depth = link.dropFirst(folder.count + 1).split(separator: "/").count - 1
      return destination.split(separator: "/").allSatisfy { part in
        if part != "." { depth += part == ".." ? -1 : 1 }
        return depth >= 0
      }
    }
  }
}
