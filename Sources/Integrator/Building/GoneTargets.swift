import Files
import Foundation
import Model

/// What was built of targets and products that are in no package any more. The package manager leaves it
/// where the compiler finds modules and tests find programs: nothing would say that it is gone.
struct GoneTargets {
  struct Found: Equatable {
    /// By their names.
    var modules: [String] = []
    /// Programs and libraries; absolute.
    var products: [String] = []

    var isEmpty: Bool { modules.isEmpty && products.isEmpty }
  }

  let buildFolder: String
  let configuration: Configuration

  /// What lies there and no command of the last plan makes.
  func find() -> Found {
    let made = BuildPlan.made(buildFolder: buildFolder, configuration)
    // Where none is below it, it is not known where they are.
    guard !made.isEmpty else { return Found() }
    var found = Found()
    for root in roots {
      for folder in moduleFolders(of: root) {
        found.modules += Self.names(in: "\(root)/\(folder)").filter { $0.hasSuffix(Self.suffix) }
          .filter { !made.contains("\(folder)/\($0)") }.map { String($0.dropLast(Self.suffix.count)) }
      }
      found.products += Self.names(in: root).filter { !made.contains($0) }.map { "\(root)/\($0)" }
        .filter(Self.isProduct)
    }
    found.modules = Set(found.modules).sorted()
    found.products.sort()
    return found
  }

  /// Those that a source imports, or asks whether it can, so that it may have been compiled with them.
  func imported(_ modules: [String]) -> [String] {
    let gone = Set(modules)
    // What was a source of theirs alone is compiled no more.
    let units = Configuration.allCases.flatMap(CompiledFiles(buildFolder: buildFolder).swiftUnits)
      .filter { !gone.contains($0.module) }
    let sources = Set(units.map(\.source)).filter { FileFacts($0) != nil }
    return ImportWords.named(modules, in: sources, [.importing, .asking])
  }

  func remove(_ found: Found) throws {
    let names = Set(found.modules)
    for root in roots {
      for folder in moduleFolders(of: root) {
        for file in Self.names(in: "\(root)/\(folder)")
        where names.contains((file as NSString).deletingPathExtension) {
          try FileManager.default.removeItem(atPath: "\(root)/\(folder)/\(file)")
        }
      }
    }
    for product in found.products { try FileManager.default.removeItem(atPath: product) }
  }

  private var roots: [String] { CompiledFiles(buildFolder: buildFolder).roots(configuration) }

  /// Those of tools, too.
  private func moduleFolders(of root: String) -> [String] {
    Self.names(in: root).filter { $0.hasPrefix("Modules") }
  }

  private static let suffix = ".swiftmodule"

  private static func isProduct(_ path: String) -> Bool {
    guard let facts = FileFacts(path), facts.isRegular else { return false }
    return facts.mode & 0o111 != 0 || path.hasSuffix(".so") || path.hasSuffix(".a")
  }

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }
}
