import Files
import Foundation
import Model

/// A link that leads out of the repository by its own words: only the repository is checked out, so that it
/// leads nowhere here, and the package manager leaves it out with no more than a warning.
struct OutsideLink {
  let packageFolder: String
  let checkoutFolder: String

  init(_ workbench: Workbench) {
    self.init(packageFolder: workbench.packageFolder, checkoutFolder: workbench.order.checkoutFolder)
  }

  init(packageFolder: String, checkoutFolder: String) {
    (self.packageFolder, self.checkoutFolder) = (packageFolder, checkoutFolder)
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
