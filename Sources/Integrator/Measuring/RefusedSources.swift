import Files
import Foundation
import Model

/// One source whose coverage map llvm-cov can't read makes it refuse the whole program. The object files tell
/// which one it is, and the others of them can be measured in the program's place.
struct RefusedSources {
  let profile: Profile

  /// How often llvm-cov may be asked: a dozen times for one such source among thousands.
  private static let mostQuestions = 120

  /// Nil when the object files tell no more than the program does.
  func find() throws -> (objects: [String], refused: [PackagePath: String])? {
    let workbench = profile.workbench
    var objects: [String: String] = [:]
    let compiled = CompiledFiles(buildFolder: workbench.order.buildFolder)
    for (source, object) in compiled.objects(workbench.settings.configuration)
    where !source.hasPrefix(workbench.order.buildFolder + "/") && FileFacts(object) != nil {
      objects[source] = object
    }
    let all = Set(objects.values).sorted()
    // The usual cause is looked for first: text of a Macintosh of old.
    let odd = Set(objects.filter { Self.hasBareReturns(contents(of: $0.key) ?? []) }.map(\.value))
    let groups = [all.filter(odd.contains), all.filter { !odd.contains($0) }]
    guard let bad = try Halves.refused(groups, most: Self.mostQuestions, isRefused) else { return nil }
    let good = all.filter { !bad.contains($0) }
    guard !bad.isEmpty, !good.isEmpty else { return nil }
    var refused: [PackagePath: String] = [:]
    for (source, object) in objects where bad.contains(object) {
      refused[path(of: source)] =
        Self.hasBareReturns(contents(of: source) ?? [])
        ? "llvm-cov refuses it, because some of its lines end with a carriage return alone"
        : "llvm-cov refuses what was compiled of it"
    }
    return (good, refused)
  }

  static func note(_ refused: [PackagePath: String]) -> String? {
    guard let first = refused.min(by: { $0.key < $1.key }) else { return nil }
    let others = refused.count == 1 ? "" : " (and \(refused.count - 1) more)"
    return "\(first.key.rawValue)\(others) could not be measured: \(first.value). All others were, by their "
      + "object files."
  }

  /// A file that has nothing to be measured is not refused.
  private func isRefused(_ objects: [String]) throws -> Bool {
    let (end, said) = try profile.export(objects, ["-summary-only"])
    return end.ending != .exited(0) && !said.errorText.contains("no coverage data found")
  }

  private func path(of source: String) -> PackagePath {
    let roots = [profile.workbench.packageFolder, profile.package.path].filter { !$0.isEmpty }
    let root = roots.first { source.hasPrefix($0 + "/") }
    return PackagePath(root.map { String(source.dropFirst($0.count + 1)) } ?? source)
  }

  static func hasBareReturns(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { n in
      bytes[n] == UInt8(ascii: "\r") && (n + 1 == bytes.count || bytes[n + 1] != UInt8(ascii: "\n"))
    }
  }
}
