import Files
import Foundation
import Model

/// What lies beside the test program and in its bundles of resources, so that what tests leave there is not
/// there for those of the next commit: a fresh clone has none of it.
struct ProgramSight {
  private let buildFolder: String
  private let configuration: Configuration
  private let folder: String?
  /// By name; of those beside the program only that they are there.
  private let found: [String: [Int]]

  init(buildFolder: String, configuration: Configuration) {
    (self.buildFolder, self.configuration) = (buildFolder, configuration)
    folder = BuildOutputs.roots(buildFolder, configuration).first
    found = folder.map(Self.look) ?? [:]
  }

  private static func look(in folder: String) -> [String: [Int]] {
    let names = (try? FileTree.entries(of: folder)) ?? []
    var found: [String: [Int]] = [:]
    for name in names {
      found[name] = []
      guard suffixes.contains(where: name.hasSuffix) else { continue }
      for file in FileStanding.all(below: "\(folder)/\(name)", most: mostFiles) ?? [] {
        found["\(name)/\(file.name)"] = file.numbers
      }
    }
    return found
  }

  /// Takes away what came, and copies again what was changed in a bundle. Returns their names; what is made
  /// otherwise, or gone as a whole, the next build looks at itself.
  func restore() -> [String] {
    guard let folder else { return [] }
    let now = Self.look(in: folder)
    let others = Set(now.keys).union(found.keys).filter { now[$0] != found[$0] }
    guard !others.isEmpty else { return [] }
    let copies = BuildPlan.copies(BuildPlan.bytes(buildFolder: buildFolder, configuration))
    // One that was copied as a folder is one whole.
    let entries = Set(others.map { $0.split(separator: "/").prefix(2).joined(separator: "/") })
    return entries.sorted().filter { entry in
      let source = copies.first { $0.copy.hasSuffix("/" + entry) }?.source
      let wasThere = found.keys.contains { $0 == entry || $0.hasPrefix(entry + "/") }
      guard now[String(entry.prefix { $0 != "/" })] != nil, source != nil || !wasThere else { return false }
      let place = "\(folder)/\(entry)"
      try? FileManager.default.removeItem(atPath: place)
      if let source { try? FileManager.default.copyItem(atPath: source, toPath: place) }
      return true
    }
  }

  private static let suffixes = [".resources", ".bundle"]
  private static let mostFiles = 20_000
}
