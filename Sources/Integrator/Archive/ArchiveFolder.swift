import Files
import Foundation
import Model

/// Where archives are built. The package manager goes on with what it does not see to be another: what a
/// plugin generates of a file that it did not name, a macro's expansion, the bodies of another module. Of the
/// package's own nothing is gone on with; of others only while nothing says that they are others.
struct ArchiveFolder {
  let path: String

  private var mark: String { path + "/bothy-archived" }

  /// - Parameter settled: what decides which packages there are, and how they are built; nil: not known.
  func renew(for package: PackageDescription, settled: String?) throws {
    let isOfFolders = package.dependencies.contains { $0.path != nil }
    if let settled, !isOfFolders, contents(of: mark) == Array(settled.utf8) {
      try removeOwn(package)
    } else {
      try BuildFolder(path: path).throwAwayProducts()
      try? FileManager.default.removeItem(atPath: mark)
    }
    if let settled { try publish(Array(settled.utf8), as: mark) }
  }

  private func removeOwn(_ package: PackageDescription) throws {
    try PluginOutputs(buildFolder: path).forget()
    let own = Set(package.targets.flatMap { [$0.name, $0.c99name] } + package.products.map(\.name))
    for folder in try FileTree.entries(of: path).sorted() where folder.contains("-linux-") {
      let built = "\(path)/\(folder)/\(Configuration.release.rawValue)"
      for place in [built, built + "/Modules", built + "/Modules-tool"] where FileFacts(place) != nil {
        for name in try FileTree.entries(of: place) where Self.isMade(name, of: own) {
          try FileManager.default.removeItem(atPath: place + "/" + name)
        }
      }
    }
  }

  /// `App.build`, `App-tool.build`, `App.swiftmodule`, `app`, `App-tool`; and what was made of C headers.
  private static func isMade(_ name: String, of own: Set<String>) -> Bool {
    if name == "ModuleCache" || name.hasSuffix(".resources") { return true }
    let stem = name.prefix { $0 != "." }
    let plain = stem.hasSuffix("-tool") ? stem.dropLast("-tool".count) : stem
    return own.contains(String(stem)) || own.contains(String(plain))
  }
}
