import Files
import Formats
import Foundation
import Model
import Words

extension CompiledFiles {
  /// A source that is planned to be compiled, for which a file is read.
  struct Reader: Sendable {
    var source: String
    var isSwift: Bool
    /// Zero where it never was.
    var compiled: Double

    func isCompiled(since moment: Double) -> Bool { compiled + 0.01 >= moment }
  }

  /// By the path of each of these files that is read for any.
  func readers(of files: Set<String>) -> [String: [Reader]] {
    guard !files.isEmpty else { return [:] }
    var found: [String: [Reader]] = [:]
    for configuration in configurations {
      let plan = BuildPlan.bytes(buildFolder: buildFolder, configuration)
      func isPlanned(_ part: String) -> Bool { plan.isEmpty || plan.holds(part) }
      addSwift(configuration, files, isPlanned, to: &found)
      for unit in units(configuration) {
        let read = files.intersection(unit.read)
        guard !read.isEmpty, isPlanned(Self.end(of: unit.object)),
          let source = unit.read.first(where: { Self.isSource($0, of: unit.object) }) ?? unit.read.first,
          FileFacts(source) != nil
        else { continue }
        let reader = Reader(
          source: source, isSwift: false, compiled: FileFacts(unit.object)?.modified ?? 0)
        for file in read { found[file, default: []].append(reader) }
      }
    }
    return found
  }

  private func addSwift(
    _ configuration: Configuration, _ files: Set<String>, _ isPlanned: (String) -> Bool,
    to found: inout [String: [Reader]]
  ) {
    let units = swiftUnits(configuration)
    let modules = Set(units.map(\.module)).filter { isPlanned("/\($0).build/") }
    let planned = units.filter { modules.contains($0.module) }
    let headers = files.subtracting(planned.map(\.source))
    var lists: [String: Set<String>] = [:]
    for unit in planned {
      var read = files.contains(unit.source) ? [unit.source] : []
      if !headers.isEmpty, let list = unit.list ?? unit.moduleList {
        let all = lists[list] ?? headers.intersection(MakeDependencies.read(contents(of: list) ?? []))
        lists[list] = all
        read += all
      }
      let reader = Reader(source: unit.source, isSwift: true, compiled: unit.compiledAlone)
      for file in read { found[file, default: []].append(reader) }
    }
  }

  /// `a.c` becomes `a.c.o`.
  private static func isSource(_ path: String, of object: String) -> Bool {
    (path as NSString).lastPathComponent + ".o" == (object as NSString).lastPathComponent
  }

  /// The object and its target's folder, as the plan has them by whatever way.
  private static func end(of object: String) -> String {
    guard let folder = object.range(of: ".build/", options: .backwards) else { return object }
    let name = object[..<folder.lowerBound].lastIndex(of: "/") ?? object.startIndex
    return String(object[name...])
  }
}
