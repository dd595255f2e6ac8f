import Files
import Formats
import Foundation
import Model
import Threads
import Words

/// A source may use what it does not import, through what it imports. The compiler compiles it again where
/// the latter changed, and not where the former did: it would take the bytes of a value for what they are
/// not, call one method for another, or what is there no more. So where a module is another to others that a
/// source reads through others alone, its own module is compiled as a whole. So it is where a source imports
/// a module that its target does not depend on: nobody asks the compiler when that changes. And a source has
/// what others of its module import, which the compiler forgets of those that do not say so themselves, as it
/// forgets what the modules import that it reads.
struct StaleInterfaces {
  let buildFolder: String
  let configuration: Configuration

  struct Forgotten: Equatable {
    var modules: Set<String> = []
    /// What changed.
    var because: Set<String> = []
    /// Those whose sources import something else now.
    var importing: Set<String> = []
    /// Those that are compiled in another way now.
    var settings: Set<String> = []

    var isEmpty: Bool { modules.isEmpty && importing.isEmpty && settings.isEmpty }
  }

  private struct Module: Sendable {
    var name: String
    var file: String
    var modified: Double
  }

  /// Modules that were made anew.
  private struct Newer {
    var modules: [Module]
    /// Those that say something else to others.
    var others: Set<String>
    /// And those that do so to whoever imports them for tests.
    var insides: Set<String>
    /// Those that import something else, or are compiled in another way: who reads them may have it of them.
    var apart: Set<String> = []
    /// Which of them the package manager looks at for a module.
    var declared: [String: Set<String>]

    /// What nobody knows says something else.
    mutating func compare(_ name: String, _ now: Said?, _ made: Making?, _ known: Known) {
      if now == nil || known.texts[name] != now?.text { others.insert(name) }
      if now == nil || known.insides?[name] != now?.inside { insides.insert(name) }
      let isSame = known.imports?[name] == made?.imports && known.settings?[name] == made?.settings
      if !isSame { apart.insert(name) }
    }
  }

  /// What was looked at last: until when modules were made, and what each said to others.
  private struct Known: Codable, Equatable {
    var newest = 0.0
    var texts: [String: String] = [:]
    /// The same with what only tests see; absent in what former versions kept.
    var insides: [String: String]?
    /// What the sources of each import, all together; absent in what former versions kept.
    var imports: [String: String]?
    /// How each is compiled; absent in what former versions kept.
    var settings: [String: String]?
  }

  private typealias Making = (imports: String, settings: String)

  private var mark: String { "\(buildFolder)/bothy-interfaces-\(configuration.rawValue)" }
  private var known: Known {
    contents(of: mark).flatMap { try? JSONDecoder().decode(Known.self, from: Data($0)) } ?? Known()
  }

  /// What was forgotten, so that it is asked for again.
  func forget() throws -> Forgotten {
    var forgotten = Forgotten()
    let known = known
    for root in CompiledFiles(buildFolder: buildFolder).roots(configuration) {
      try forgetOtherSettings(in: root, known, &forgotten)
      let modules = Self.modules(in: root + "/Modules").filter { $0.modified > known.newest }
      guard !modules.isEmpty else { continue }
      let (units, flags) = (units, CompilerFlags(buildFolder: buildFolder, configuration))
      try forgetOtherImports(
        units.filter { name, _ in modules.contains { $0.name == name } }, in: root, known
      ) {
        $0.compiled.map { $0 <= known.newest } ?? false
      } into: {
        forgotten.importing.insert($0)
      }
      var read = Newer(modules: modules, others: [], insides: [], declared: declared)
      for module in modules {
        let own = units[module.name]?.units
        let made = own.map { Self.making(of: $0, module.name, flags) }
        read.compare(module.name, said(by: own, flags.defined(in: module.name)), made, known)
      }
      for (name, module) in units {
        try forget(name, module.folder, module.units, in: root, read, &forgotten)
      }
    }
    return forgotten
  }

  /// The compiler compiles nothing again for options that it takes for such of no effect on what it made.
  private func forgetOtherSettings(in root: String, _ known: Known, _ forgotten: inout Forgotten) throws {
    guard let settings = known.settings, !settings.isEmpty else { return }
    let flags = CompilerFlags(buildFolder: buildFolder, configuration)
    for module in Self.modules(in: root + "/Modules") where module.modified <= known.newest {
      guard let before = settings[module.name], before != Self.mark(of: module.name, flags),
        let folder = units[module.name]?.folder
      else { continue }
      try ModuleNotes.remove(module: module.file, folder: folder)
      forgotten.settings.insert(module.name)
    }
  }

  /// The same before anything is built, as sources of modules tell that changed: one build makes all of it
  /// then. What this does not foresee is found afterwards.
  func foresee() throws -> Forgotten {
    var forgotten = Forgotten()
    let known = known
    guard !known.texts.isEmpty else { return forgotten }
    let (units, flags) = (units, CompilerFlags(buildFolder: buildFolder, configuration))
    let changed = units.filter { known.texts[$0.key] != nil && $0.value.units.contains(where: Self.isOlder) }
    guard !changed.isEmpty else { return forgotten }
    var read = Newer(modules: [], others: [], insides: [], declared: declared)
    for (name, module) in changed {
      let made = Self.making(of: module.units, name, flags)
      read.compare(name, said(by: module.units, flags.defined(in: name)), made, known)
    }
    for root in CompiledFiles(buildFolder: buildFolder).roots(configuration) {
      try forgetOtherImports(changed, in: root, known) { _ in
        true
      } into: {
        forgotten.importing.insert($0)
      }
      read.modules = Self.modules(in: root + "/Modules").filter { changed[$0.name] != nil }
      for index in read.modules.indices { read.modules[index].modified = .infinity }
      for (name, module) in units {
        try forget(name, module.folder, module.units, in: root, read, &forgotten)
      }
    }
    return forgotten
  }

  /// `isFormer`: whether a source was compiled with what was imported before.
  private func forgetOtherImports(
    _ units: [String: (folder: String, units: [CompiledFiles.SwiftUnit])], in root: String, _ known: Known,
    where isFormer: (CompiledFiles.SwiftUnit) -> Bool, into tell: (String) -> Void
  ) throws {
    for (name, module) in units {
      guard let before = known.imports?[name], module.units.count > 1, module.units.contains(where: isFormer),
        before != Self.imports(of: module.units)
      else { continue }
      let own = "\(root)/Modules/\(name)\(Self.ending)"
      guard FileFacts(own) != nil else { continue }
      try ModuleNotes.remove(module: own, folder: module.folder)
      tell(name)
    }
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
      let told = Parallel.map(modules) { module -> (name: String, said: Said, made: Making)? in
        if module.modified <= former.newest, let text = former.texts[module.name],
          let inside = former.insides?[module.name], let imports = former.imports?[module.name],
          let settings = former.settings?[module.name]
        {
          return (module.name, (text, inside), (imports, settings))
        }
        guard let own = units[module.name]?.units, let said = said(by: own, flags.defined(in: module.name))
        else { return nil }
        return (module.name, said, Self.making(of: own, module.name, flags))
      }
      for one in told.compactMap(\.self) {
        now.texts[one.name] = one.said.text
        now.insides = (now.insides ?? [:]).merging([one.name: one.said.inside]) { $1 }
        now.imports = (now.imports ?? [:]).merging([one.name: one.made.imports]) { $1 }
        now.settings = (now.settings ?? [:]).merging([one.name: one.made.settings]) { $1 }
      }
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
  private func said(by units: [CompiledFiles.SwiftUnit]?, _ defined: Set<String>?) -> Said? {
    guard let units else { return nil }
    let sources = units.sorted(by: { $0.source < $1.source }).lazy.map { contents(of: $0.source) ?? [] }
    switch configuration {
    case .debug:
      var text = InterfaceText(defined: (defined ?? []).sorted())
      for source in sources { text.add(source) }
      return (text.mark, text.markInside)
    // Optimized, others have bodies of it in them.
    case .release:
      var text = ContentMark()
      for word in (defined ?? []).sorted() { text.add(word) }
      for source in sources { text.add(source) }
      return (text.text, text.text)
    }
  }

  private func forget(
    _ name: String, _ folder: String, _ units: [CompiledFiles.SwiftUnit], in root: String,
    _ read: Newer, _ forgotten: inout Forgotten
  ) throws {
    let own = "\(root)/Modules/\(name)\(Self.ending)"
    guard FileFacts(own) != nil else { return }
    var lists: [String: Set<String>] = [:]
    // Where all of it is one job, that one's is the only one.
    let ofModule =
      ["emit-module.d", "d"].map { "\(folder)/\(name).\($0)" }.first { FileFacts($0) != nil } ?? ""
    for unit in units where !Self.isListing(unit.source, of: folder) {
      guard let compiled = unit.compiled else { continue }
      let newer = read.modules.filter { $0.modified > compiled && $0.name != name }
      guard !newer.isEmpty else { continue }
      let imported = Self.imported(by: contents(of: unit.source) ?? [])
      var hidden = newer.filter { module in
        read.insides.contains(module.name) && imported.contains(module.name)
          && !(read.declared[name]?.contains(module.name) ?? true)
      }
      let through = newer.filter {
        read.others.contains($0.name) && !imported.contains($0.name) || read.apart.contains($0.name)
      }
      if hidden.isEmpty, !through.isEmpty {
        let list = unit.list ?? ofModule
        let known = lists[list] ?? Self.modules(readIn: list)
        lists[list] = known
        hidden = through.filter { known.contains($0.name) }
      }
      guard !hidden.isEmpty else { continue }
      try ModuleNotes.remove(module: own, folder: folder)
      forgotten.modules.insert(name)
      forgotten.because.formUnion(hidden.map(\.name))
      return
    }
  }

  private typealias Said = (text: String, inside: String)

  /// By the module that is made: those of which the package manager looks whether they changed.
  private var declared: [String: Set<String>] {
    let steps = BuildPlan.steps(BuildPlan.bytes(buildFolder: buildFolder, configuration), making: Self.ending)
    return steps.reduce(into: [:]) { found, step in
      // Of a program it looks at the file that is started.
      let inputs = Set(step.inputs.compactMap { Self.module(at: $0) ?? Self.program(at: $0) })
      for name in step.outputs.compactMap(Self.module) { found[name, default: []].formUnion(inputs) }
    }
  }

  private static func program(at path: String) -> String? {
    path.split(separator: "/").last.flatMap { $0.contains(".") ? nil : String($0) }
  }

  private static func module(at path: String) -> String? {
    path.hasSuffix(ending) ? path.split(separator: "/").last.map { String($0.dropLast(ending.count)) } : nil
  }

  /// What the package manager writes itself, lists of tests and ways to resources, has no values of anything.
  private static func isListing(_ source: String, of folder: String) -> Bool {
    let products = folder.prefix(through: folder.lastIndex(of: "/") ?? folder.startIndex)
    return source.hasPrefix(folder + "/DerivedSources/")
      || source.hasPrefix(products) && source.dropFirst(products.count).contains(".derived/")
  }

  /// One that is imported in another way is taken for one that is not, which costs time alone.
  private static func imported(by source: [UInt8]) -> Set<String> {
    Set(
      importLines(of: source).compactMap { words in
        words.drop { $0 != "import" }.dropFirst().first { !kinds.contains($0) }
          .map { String($0.prefix { $0 != "." }) }
      })
  }

  private static func making(
    of units: [CompiledFiles.SwiftUnit], _ name: String, _ flags: CompilerFlags
  ) -> Making { (imports(of: units), mark(of: name, flags)) }

  private static func mark(of module: String, _ flags: CompilerFlags) -> String {
    ContentMark(flags.settings(of: module)).text
  }

  private static func imports(of units: [CompiledFiles.SwiftUnit]) -> String {
    var lines: Set<String> = []
    for unit in units {
      for words in importLines(of: contents(of: unit.source) ?? []) {
        lines.insert(words.joined(separator: " "))
      }
    }
    return ContentMark(lines.sorted().joined(separator: "\n")).text
  }

  /// The words of each, with its attributes.
  private static func importLines(of source: [UInt8]) -> [[Substring]] {
    guard source.holds("import ") else { return [] }
    return source.split(whereSeparator: { $0 == 10 || $0 == 13 }).compactMap { line in
      guard let first = line.first(where: { $0 != 32 && $0 != 9 }), beginnings.contains(first),
        Array(line).holds("import ")
      else { return nil }
      let words = Substring(decoding: line, as: UTF8.self).split(whereSeparator: { " \t;".contains($0) })
      let rest = words.drop { $0.hasPrefix("@") || accesses.contains($0) }
      return rest.first == "import" ? words : nil
    }
  }

  /// Of `import`, of an attribute and of each access.
  private static let beginnings = Array("@fip".utf8)
  private static let kinds: Set<Substring> = [
    "class", "enum", "func", "let", "protocol", "struct", "typealias", "var",
  ]
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
    Set(MakeDependencies.read(contents(of: list) ?? []).compactMap(module))
  }
}

extension StaleInterfaces.Forgotten {
  /// For the log.
  var words: String? {
    func list(_ names: Set<String>) -> String { names.sorted().joined(separator: ", ") }
    let read =
      "\(list(because)) changed, which sources of these read through others or have others through, and they "
      + "are compiled as a whole: \(list(modules))."
    let other = "Sources of these import something else now, and they are compiled as a whole: "
    let way = "These are compiled in another way now, and as a whole: "
    let all = [
      modules.isEmpty ? nil : read, importing.isEmpty ? nil : "\(other)\(list(importing)).",
      settings.isEmpty ? nil : "\(way)\(list(settings)).",
    ]
    return isEmpty ? nil : all.compactMap(\.self).joined(separator: " ")
  }
}
