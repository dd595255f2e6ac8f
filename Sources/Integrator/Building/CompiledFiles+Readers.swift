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

    /// Swift hears the warnings of a header when a module is made of it.
    func readsModule(of file: String) -> Bool { isSwift && source != file }
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
    var lists: [String: (headers: Set<String>, maps: [String])] = [:]
    var readers: [String: [Reader]] = [:]
    var imported: Set<String> = []
    for unit in planned {
      let reader = Reader(source: unit.source, isSwift: true, compiled: unit.compiledAlone)
      if files.contains(unit.source) { found[unit.source, default: []].append(reader) }
      guard !headers.isEmpty, let list = unit.list ?? unit.moduleList else { continue }
      let read = lists[list] ?? Self.read(list, headers)
      lists[list] = read
      guard !read.headers.isEmpty else { continue }
      for file in read.headers { readers[file, default: []].append(reader) }
      guard !read.headers.isSubset(of: imported) else { continue }
      if Self.imports(read.maps, in: unit.source) { imported.formUnion(read.headers) }
    }
    // Who came to them by way of another one alone may not come to them any more.
    for (file, all) in readers where imported.contains(file) { found[file, default: []] += all }
  }

  private static func read(_ list: String, _ headers: Set<String>) -> (headers: Set<String>, maps: [String]) {
    let bytes = contents(of: list) ?? []
    // Each list names all sources of its module.
    guard headers.contains(where: { mayName($0, bytes) }) else { return ([], []) }
    let all = MakeDependencies.read(bytes)
    return (headers.intersection(all), all.filter { $0.hasSuffix(".modulemap") })
  }

  /// A name that is written otherwise there may be any.
  private static func mayName(_ file: String, _ list: [UInt8]) -> Bool {
    let name = (file as NSString).lastPathComponent
    let isPlain = name.utf8.allSatisfy { $0 > 0x20 && !"\\#$:%".utf8.contains($0) }
    return !isPlain || list.holds(name)
  }

  /// Whether a source imports one of these modules itself; so it does where their names are not known.
  private static func imports(_ maps: [String], in source: String) -> Bool {
    let names = maps.map(ModuleMap.modules)
    guard !names.isEmpty, !names.contains([]), let bytes = contents(of: source) else { return true }
    let words =
      #/
      \bimport[\ \t]+(?:(?:struct|class|enum|protocol|typealias|func|var|let)[\ \t]+)?
      `?([A-Za-z_][A-Za-z0-9_]*)
      /#
    let imported = String(decoding: bytes, as: UTF8.self).matches(of: words).map { String($0.1) }
    return imported.contains { name in names.contains { $0.contains(name) } }
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
