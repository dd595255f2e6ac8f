import Files
import Formats
import Foundation
import Model

/// Which sources the compilers have read, told by what they write for each.
struct CompiledFiles {
  let buildFolder: String
  var configurations = Configuration.allCases

  func since(_ moment: Double) -> Set<String> {
    func isNew(_ file: String) -> Bool { FileFacts(file).map { $0.modified + 0.01 >= moment } ?? false }
    var found: Set<String> = []
    for (source, entry) in configurations.flatMap(entries) {
      if let witness = entry.witness, isNew(witness) { found.insert(source) }
    }
    // A header counts where all that was compiled with it was so again: each of these may warn of it.
    var readAgain: [String: Bool] = [:]
    for unit in configurations.flatMap(units) {
      let isAgain = isNew(unit.object)
      for file in unit.read { readAgain[file] = isAgain && readAgain[file] ?? true }
    }
    return found.union(readAgain.filter(\.value).keys)
  }

  /// Those of which something was compiled, as their folders are called, and all that are planned; of what
  /// plugins run too.
  func modules(since moment: Double) -> (compiled: Set<String>, planned: Set<String>) {
    let swift = configurations.flatMap(swiftUnits).map { ($0.module, $0.compiled) }
    let clang = configurations.flatMap(units).map { unit in
      (Self.module(of: unit.object), FileFacts(unit.object)?.modified)
    }
    let all = (swift + clang).map { name, time in
      (name.hasSuffix("-tool") ? String(name.dropLast("-tool".count)) : name, time ?? 0)
    }
    let plans = configurations.map { BuildPlan.bytes(buildFolder: buildFolder, $0) }
    let planned = Set(all.map(\.0)).filter { name in
      plans.allSatisfy(\.isEmpty)
        || plans.contains { $0.holds("/\(name).build/") || $0.holds("/\(name)-tool.build/") }
    }
    return (Set(all.filter { $0.1 + 0.01 >= moment }.map(\.0)), planned)
  }

  /// Whether a source of these modules that was not compiled since holds a name in quotes.
  func isLeft(_ name: String, in modules: [String], since moment: Double) -> Bool {
    configurations.flatMap(swiftUnits).contains { unit in
      modules.contains(unit.module) && (unit.compiled ?? 0) + 0.01 < moment
        && contents(of: unit.source)?.holds("\"\(name)\"") == true
    }
  }

  /// Those of the programs and libraries that are there and were not linked since.
  func unlinked(of products: [String], since moment: Double) -> Set<String> {
    Set(
      products.filter { product in
        // One that is not known is asked of all.
        !product.isEmpty
          && configurations.flatMap(roots).contains { root in
            FileFacts("\(root)/\(product)").map { $0.modified + 0.01 < moment } ?? false
          }
      })
  }

  /// The folder of one of C may have those of its sources in it.
  private static func module(of object: String) -> String {
    let folder = object.split(separator: "/").last { $0.hasSuffix(".build") }
    return folder.map { String($0.dropLast(".build".count)) } ?? ""
  }

  /// Every Swift source of a target.
  var swiftSources: Set<String> { Set(configurations.flatMap(entries).map(\.0)) }

  /// The objects of C targets, each with all that was read for it.
  func units(_ configuration: Configuration) -> [(object: String, read: [String])] {
    let folders = roots(configuration).flatMap { root in
      Self.names(in: root).filter { $0.hasSuffix(".build") }.map { root + "/" + $0 }
    }
    return folders.flatMap { folder -> [(object: String, read: [String])] in
      let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      return all.filter { $0.hasSuffix(Self.list) }.compactMap { name in
        let object = "\(folder)/\(name.dropLast(Self.list.count)).o"
        guard FileFacts(object) != nil, let bytes = contents(of: folder + "/" + name) else { return nil }
        return (object, MakeDependencies.read(bytes))
      }
    }
  }

  private static let list = ".d"

  /// What compilers wrote down of what they read: once for a module of Swift, else for each source.
  func readLists(_ configuration: Configuration) -> [String] {
    roots(configuration).flatMap { root in
      Self.names(in: root).filter { $0.hasSuffix(".build") }.flatMap { folder -> [String] in
        let all = FileTree.names(below: "\(root)/\(folder)").filter { $0.hasSuffix(Self.list) }
        let ofModule = all.filter { $0.hasSuffix(".emit-module.d") }
        return (ofModule.isEmpty ? all : ofModule).map { "\(root)/\(folder)/\($0)" }
      }
    }
  }

  /// The object file that each source becomes.
  func objects(_ configuration: Configuration) -> [String: String] {
    let objects = entries(configuration).compactMap { source, entry in entry.object.map { (source, $0) } }
    return Dictionary(objects) { a, _ in a }
  }

  struct SwiftUnit: Sendable {
    var source: String
    var object: String
    /// What was read for it; where all of a module is one job, there is none of its own.
    var list: String?
    /// What was read for the whole module.
    var moduleList: String?
    /// What the compiler writes for it alone.
    fileprivate var witness: String?
    /// What the compiler writes each time; an object that comes out the same keeps its date.
    fileprivate var witnesses: [String]

    /// Each has a folder of its own.
    var module: String {
      let folder = (object as NSString).deletingLastPathComponent as NSString
      return (folder.lastPathComponent as NSString).deletingPathExtension
    }

    var compiledAlone: Double { witness.flatMap { FileFacts($0)?.modified } ?? 0 }

    /// Nil where it never was.
    var compiled: Double? { witnesses.compactMap { FileFacts($0)?.modified }.max() }
  }

  func swiftUnits(_ configuration: Configuration) -> [SwiftUnit] {
    maps(configuration).flatMap { map in
      map.compactMap { source, entry in
        guard !source.isEmpty, let object = entry.object else { return nil }
        return SwiftUnit(
          source: source, object: object,
          list: entry.dependencies.flatMap { FileFacts($0) == nil ? nil : $0 },
          moduleList: map[""]?.dependencies, witness: entry.witness,
          witnesses: [entry.diagnostics, entry.dependencies, object, map[""]?.dependencies].compactMap(\.self)
        )
      }
    }
  }

  private func entries(_ configuration: Configuration) -> [(String, Entry)] {
    maps(configuration).flatMap { map in map.filter { !$0.key.isEmpty }.map { ($0.key, $0.value) } }
  }

  /// Of each module, what becomes of its sources, and of all at once.
  private func maps(_ configuration: Configuration) -> [[String: Entry]] {
    roots(configuration).flatMap { root in
      Self.names(in: root).filter { $0.hasSuffix(".build") }.map { folder in
        let map = contents(of: "\(root)/\(folder)/output-file-map.json") ?? []
        let entries = (try? JSONDecoder().decode([String: Entry].self, from: Data(map))) ?? [:]
        return entries.mapValues { $0.made(with: entries[""]?.dependencies) }
      }
    }
  }

  /// Before a first build succeeded, its short name is not there.
  func roots(_ configuration: Configuration) -> [String] {
    let name = configuration.rawValue
    let short = buildFolder + "/" + name
    if FileFacts(short) != nil { return [short] }
    return Self.names(in: buildFolder).map { "\(buildFolder)/\($0)/\(name)" }.filter { FileFacts($0) != nil }
  }

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  private struct Entry: Decodable {
    var diagnostics: String?
    var object: String?
    var dependencies: String?
    /// What was read for all of its module.
    private(set) var whole: String?

    func made(with whole: String?) -> Entry {
      var entry = self
      entry.whole = whole
      return entry
    }

    /// What the compiler writes each time. Where a module is one job it tells of the first source alone.
    var witness: String? {
      let written = [diagnostics, whole].compactMap(\.self).first { FileFacts($0) != nil }
      return written ?? diagnostics ?? object
    }
  }
}
