import Files
import Formats
import Foundation
import Model
import Threads
import Words

/// A source may use what it does not import, through what it imports. The compiler compiles it again where
/// the latter changed, and not where the former did: it would take the bytes of a value for what they are
/// not, call one method for another, or what is there no more. So where a module is another to others that a
/// source reads through others alone, its own module is compiled as a whole.
struct StaleInterfaces {
  let buildFolder: String
  let configuration: Configuration

  struct Forgotten: Equatable {
    var modules: Set<String> = []
    /// What changed.
    var because: Set<String> = []
  }

  private struct Module: Sendable {
    var name: String
    var file: String
    var modified: Double
  }

  /// What was looked at last: until when modules were made, and what each said to others.
  private struct Known: Codable, Equatable {
    var newest = 0.0
    var texts: [String: String] = [:]
  }

  private var mark: String { "\(buildFolder)/bothy-interfaces-\(configuration.rawValue)" }
  private var known: Known {
    contents(of: mark).flatMap { try? JSONDecoder().decode(Known.self, from: Data($0)) } ?? Known()
  }

  /// What was forgotten, so that it is asked for again.
  func forget() throws -> Forgotten {
    var forgotten = Forgotten()
    let known = known
    for root in CompiledFiles(buildFolder: buildFolder).roots(configuration) {
      let modules = Self.modules(in: root + "/Modules").filter { $0.modified > known.newest }
      guard !modules.isEmpty else { continue }
      let (units, flags) = (units, CompilerFlags(buildFolder: buildFolder, configuration))
      let others = modules.filter { module in
        let text = known.texts[module.name]
        return text == nil
          || text != units[module.name].map { said(by: $0.units, flags.defined(in: module.name)) }
      }
      guard !others.isEmpty else { continue }
      for (name, module) in units {
        try forget(name, module.folder, module.units, in: root, others, &forgotten)
      }
    }
    return forgotten
  }

  /// The same before anything is built, as sources of modules tell that changed: one build makes all of it
  /// then. What this does not foresee is found afterwards.
  func foresee() throws -> Forgotten {
    var forgotten = Forgotten()
    let known = known
    guard !known.texts.isEmpty else { return forgotten }
    let (units, flags) = (units, CompilerFlags(buildFolder: buildFolder, configuration))
    let changed = units.filter { name, module in
      guard let text = known.texts[name], module.units.contains(where: Self.isOlder) else { return false }
      return text != said(by: module.units, flags.defined(in: name))
    }
    guard !changed.isEmpty else { return forgotten }
    for root in CompiledFiles(buildFolder: buildFolder).roots(configuration) {
      var modules = Self.modules(in: root + "/Modules").filter { changed[$0.name] != nil }
      for index in modules.indices { modules[index].modified = .infinity }
      for (name, module) in units {
        try forget(name, module.folder, module.units, in: root, modules, &forgotten)
      }
    }
    return forgotten
  }

  /// Than its source.
  private static func isOlder(_ unit: CompiledFiles.SwiftUnit) -> Bool {
    guard let source = FileFacts(unit.source) else { return true }
    return source.modified > unit.compiled ?? 0
  }

  /// What macros or flags make of them is another thing now.
  func forgetTexts(of modules: Set<String>) throws {
    var known = known
    let former = known
    for name in modules { known.texts[name] = nil }
    if known != former { try publish([UInt8](JSONEncoder().encode(known)), as: mark) }
  }

  /// All that is there was looked at, and nothing is to be forgotten.
  func keep() throws {
    let former = known
    var now = Known()
    for root in CompiledFiles(buildFolder: buildFolder).roots(configuration) {
      let modules = Self.modules(in: root + "/Modules")
      now.newest = max(now.newest, modules.map(\.modified).max() ?? 0)
      guard now.newest != former.newest else { return }
      let (units, flags) = (units, CompilerFlags(buildFolder: buildFolder, configuration))
      let told = Parallel.map(modules) { module -> (String, String)? in
        if module.modified <= former.newest, let text = former.texts[module.name] {
          return (module.name, text)
        }
        return units[module.name].map { (module.name, said(by: $0.units, flags.defined(in: module.name))) }
      }
      for case (let name, let text)? in told { now.texts[name] = text }
    }
    if now != former { try publish([UInt8](JSONEncoder().encode(now)), as: mark) }
  }

  /// By the module that they are sources of.
  private var units: [String: (folder: String, units: [CompiledFiles.SwiftUnit])] {
    let folders = Dictionary(grouping: CompiledFiles(buildFolder: buildFolder).swiftUnits(configuration)) {
      URL(fileURLWithPath: $0.object).deletingLastPathComponent().path
    }
    return folders.reduce(into: [:]) { found, entry in
      let name = URL(fileURLWithPath: entry.key).lastPathComponent.dropLast(Self.suffix.count)
      found[String(name)] = (entry.key, entry.value)
    }
  }

  /// What is said may depend on what is defined.
  private func said(by units: [CompiledFiles.SwiftUnit], _ defined: Set<String>?) -> String {
    let sources = units.sorted(by: { $0.source < $1.source }).lazy.map { contents(of: $0.source) ?? [] }
    switch configuration {
    case .debug:
      var text = InterfaceText(defined: (defined ?? []).sorted())
      for source in sources { text.add(source) }
      return text.mark
    // Optimized, others have bodies of it in them.
    case .release:
      var text = ContentMark()
      for word in (defined ?? []).sorted() { text.add(word) }
      for source in sources { text.add(source) }
      return text.text
    }
  }

  private func forget(
    _ name: String, _ folder: String, _ units: [CompiledFiles.SwiftUnit], in root: String,
    _ modules: [Module], _ forgotten: inout Forgotten
  ) throws {
    let own = "\(root)/Modules/\(name)\(Self.ending)"
    guard FileFacts(own) != nil else { return }
    var read: [String: Set<String>] = [:]
    // Where all of it is one job, that one's is the only one.
    let ofModule =
      ["emit-module.d", "d"].map { "\(folder)/\(name).\($0)" }.first { FileFacts($0) != nil } ?? ""
    for unit in units where !Self.isListing(unit.source, of: folder) {
      guard let compiled = unit.compiled else { continue }
      let newer = modules.filter { $0.modified > compiled && $0.name != name }
      guard !newer.isEmpty else { continue }
      let list = unit.list ?? ofModule
      let known = read[list] ?? Self.modules(readIn: list)
      read[list] = known
      let through = newer.filter { known.contains($0.name) }
      guard !through.isEmpty else { continue }
      let imported = Self.imported(by: contents(of: unit.source) ?? [])
      let hidden = through.filter { !imported.contains($0.name) }
      guard !hidden.isEmpty else { continue }
      try ModuleNotes.remove(module: own, folder: folder)
      forgotten.modules.insert(name)
      forgotten.because.formUnion(hidden.map(\.name))
      return
    }
  }

  /// What the package manager writes itself, lists of tests and ways to resources, has no values of anything.
  private static func isListing(_ source: String, of folder: String) -> Bool {
    let products = folder.prefix(through: folder.lastIndex(of: "/") ?? folder.startIndex)
    return source.hasPrefix(folder + "/DerivedSources/")
      || source.hasPrefix(products) && source.dropFirst(products.count).contains(".derived/")
  }

  /// One that is imported in another way is taken for one that is not, which costs time alone.
  private static func imported(by source: [UInt8]) -> Set<String> {
    guard source.holds("import ") else { return [] }
    let lines = String(decoding: source, as: UTF8.self).split(whereSeparator: \.isNewline)
    return Set(
      lines.compactMap { line in
        let words = line.split(whereSeparator: { " \t;".contains($0) }).drop { word in
          word.hasPrefix("@") || accesses.contains(word)
        }
        guard words.first == "import", let name = words.dropFirst().first else { return nil }
        return String(name.prefix { $0 != "." })
      })
  }

  private static let accesses: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]

  private static let suffix = ".build"
  private static let ending = ".swiftmodule"

  private static func modules(in folder: String) -> [Module] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(ending) }.compactMap { name in
      let file = folder + "/" + name
      return FileFacts(file).map {
        Module(name: String(name.dropLast(ending.count)), file: file, modified: $0.modified)
      }
    }
  }

  private static func modules(readIn list: String) -> Set<String> {
    Set(
      MakeDependencies.read(contents(of: list) ?? []).compactMap { path in
        guard path.hasSuffix(ending) else { return nil }
        return path.split(separator: "/").last.map { String($0.dropLast(ending.count)) }
      })
  }
}

extension StaleInterfaces.Forgotten {
  /// For the log.
  var words: String? {
    guard !modules.isEmpty else { return nil }
    return "\(because.sorted().joined(separator: ", ")) changed, which sources of these read through others "
      + "alone, and they are compiled as a whole: \(modules.sorted().joined(separator: ", "))."
  }
}
