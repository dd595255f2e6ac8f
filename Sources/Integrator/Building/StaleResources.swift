import Files
import Foundation
import Model

/// What was a resource once and is none any more: the package manager leaves it where the tests look for it.
struct StaleResources {
  let buildFolder: String
  let configuration: Configuration

  /// What was removed, as it is named from the folder of what was built.
  func remove() throws -> [String] {
    let made = BuildPlan.made(buildFolder: buildFolder, configuration)
    // Where none is below it, it is not known where they are.
    guard !made.isEmpty else { return [] }
    var removed: [String] = []
    for root in BuildOutputs.roots(buildFolder, configuration) {
      for bundle in Self.names(in: root) where bundle.hasSuffix(Self.suffix) {
        try remove(bundle, in: root, from: made, &removed)
      }
    }
    return removed.sorted()
  }

  /// The package manager does not look who may execute a file that it copied. Copies that differ in that go,
  /// so that they are made again.
  func forgetOtherModes() throws {
    for (source, copy) in BuildPlan.copies(BuildPlan.bytes(buildFolder: buildFolder, configuration)) {
      guard let facts = FileFacts(source) else { continue }
      let files = facts.isRegular ? [""] : FileTree.names(below: source).map { "/" + $0 }
      let isOther = files.contains { file in
        guard let here = FileFacts(source + file), let there = FileFacts(copy + file) else { return false }
        return here.isRegular && there.isRegular && (here.mode ^ there.mode) & 0o111 != 0
      }
      if isOther { try FileManager.default.removeItem(atPath: copy) }
    }
  }

  /// A folder that was copied is one output, whatever lies in it.
  private func remove(
    _ folder: String, in root: String, from made: Set<String>, _ removed: inout [String]
  ) throws {
    for entry in Self.names(in: root + "/" + folder) {
      let name = folder + "/" + entry
      guard !made.contains(name) else { continue }
      if made.contains(where: { $0.hasPrefix(name + "/") }) {
        try remove(name, in: root, from: made, &removed)
      } else {
        try FileManager.default.removeItem(atPath: root + "/" + name)
        removed.append(name)
      }
    }
  }

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  private static let suffix = ".resources"
}
