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
/// forgets what the modules import that it reads, what a literal or a loop calls without a name, what the
/// size of a type was taken from, and of what a variable has its type that does not write one down.
struct StaleInterfaces {
  let buildFolder: String
  let configuration: Configuration

  struct Forgotten: Equatable {
    var modules: Set<String> = []
    /// What changed.
    var because: Set<String> = []
    /// Those whose sources import something else now, mean something else by a literal or a loop, or ask for
    /// the size of what is something else.
    var importing: Set<String> = []
    /// Those that are compiled in another way now.
    var settings: Set<String> = []
    /// Those that are laid out by what they do not write down, and that changed.
    var laidOut: Set<String> = []

    var isEmpty: Bool { modules.isEmpty && importing.isEmpty && settings.isEmpty && laidOut.isEmpty }
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
    /// Those that import something else, are compiled in another way, or are laid out by what they do not
    /// write down: who reads them may have it of them.
    var apart: Set<String> = []
    /// Those in which names of types mean something else.
    var calling: Set<String> = []
    /// Which of them the package manager looks at for a module.
    var declared: [String: Set<String>]

    /// What nobody knows says something else.
    mutating func compare(_ name: String, _ now: ModuleSaid?, _ before: ModuleSaid?) {
      if now == nil || before?.text != now?.text { others.insert(name) }
      if now == nil || before?.inside != now?.inside { insides.insert(name) }
      let isSame =
        before?.imports == now?.imports && before?.settings == now?.settings
        && before?.unnamed == now?.unnamed
      if !isSame { apart.insert(name) }
      if before?.aliases != now?.aliases { calling.insert(name) }
    }
  }

  /// What was looked at last: until when modules were made, and what each said.
  private struct Known: Codable, Equatable {
    var newest = 0.0
    var modules: [String: ModuleSaid] = [:]
  }

  private typealias Units = [String: (folder: String, units: [CompiledFiles.SwiftUnit])]

  private var mark: String { "\(buildFolder)/bothy-interfaces-\(configuration.rawValue)" }
  private var layouts: UnwrittenLayouts { UnwrittenLayouts(path: mark + "-begun") }
  private var known: Known {
    contents(of: mark).flatMap { try? JSONDecoder().decode(Known.self, from: Data($0)) } ?? Known()
  }

  /// Before what is built next.
  func begin() throws { try layouts.begin() }

  /// What was forgotten, so that it is asked for again; before a build, what one left that was cut off.
  func forget(isBefore: Bool = false) throws -> Forgotten {
    var forgotten = Forgotten()
    let known = known
    for root in CompiledFiles(buildFolder: buildFolder).roots(configuration) {
      try forgetOtherSettings(in: root, known, &forgotten)
      let modules = Self.modules(in: root + "/Modules").filter { $0.modified > known.newest }
      guard !modules.isEmpty else { continue }
      let units = units
      let now = said(by: units.filter { name, _ in modules.contains { $0.name == name } })
      try forgetOtherImports(now, units, in: root, known) {
        $0.compiled.map { $0 <= known.newest } ?? false
      } into: {
        forgotten.importing.insert($0)
      }
      var read = Newer(modules: modules, others: [], insides: [], declared: declared)
      for module in modules { read.compare(module.name, now[module.name], known.modules[module.name]) }
      try forgetLayouts(&read, now, units, isBefore: isBefore, &forgotten)
      for (name, module) in units {
        try forget(name, module.folder, module.units, in: root, read, &forgotten)
      }
    }
    return forgotten
  }

  /// Of those of which something that is declared changed, or of what they may read.
  private func forgetLayouts(
    _ read: inout Newer, _ now: [String: ModuleSaid], _ units: Units, isBefore: Bool,
    _ forgotten: inout Forgotten
  ) throws {
    let (known, layouts) = (known, layouts)
    // Read once, where any source asks.
    let associated = Later.whenAsked { Self.usualAssociated.union(Self.associated(in: units)) }
    func isLaidOutElsewhere(_ source: String) -> Bool {
      let text = InterfaceText(of: contents(of: source) ?? [])
      return text.infers || !text.members.isEmpty && !text.members.isDisjoint(with: associated.value)
    }
    for (index, module) in read.modules.enumerated() {
      let isTold =
        known.modules[module.name]?.inside != now[module.name]?.inside
        || read.insides.contains { $0 != module.name }
      guard isTold, let found = units[module.name] else { continue }
      // Where all of it is one job nobody is forgotten.
      let sources = found.units.filter { $0.list != nil && !Self.isListing($0.source, of: found.folder) }
      let inferring = sources.filter {
        $0.compiled.map { $0 > known.newest } ?? false
          && (!read.calling.isEmpty || isLaidOutElsewhere($0.source))
      }.compactMap(\.compiled)
      guard !inferring.isEmpty else { continue }
      read.apart.insert(module.name)
      guard let since = layouts.since(module.name), inferring.contains(where: { $0 >= since }),
        isBefore || sources.contains(where: { $0.compiled.map { $0 < since } ?? false })
      else { continue }
      try layouts.forgot(module.name)
      try ModuleNotes.remove(module: module.file, folder: found.folder)
      forgotten.laidOut.insert(module.name)
      // It is made once more, behind all that reads it.
      read.modules[index].modified = .infinity
    }
  }

  /// What protocols ask for, by name.
  private static func associated(in units: Units) -> Set<String> {
    let sources = units.values.flatMap(\.units).lazy.compactMap { contents(of: $0.source) }
    return sources.filter { $0.holds("associatedtype") }.reduce(into: []) { names, source in
      let words = Substring(decoding: source, as: UTF8.self).split {
        !$0.isLetter && !$0.isNumber && $0 != "_"
      }
      for (word, next) in zip(words, words.dropFirst()) where word == "associatedtype" {
        names.insert(String(next))
      }
    }
  }

  /// Of the standard library.
  private static let usualAssociated: Set<String> = [
    "AllCases", "ArrayLiteralElement", "AsyncIterator", "Element", "Failure", "ID", "Index", "Indices",
    "Iterator", "Key", "Magnitude", "RawValue", "Stride", "StringLiteralType", "SubSequence",
    "UnicodeScalarView", "Value", "Words",
  ]

  /// The compiler compiles nothing again for options that it takes for such of no effect on what it made.
  private func forgetOtherSettings(in root: String, _ known: Known, _ forgotten: inout Forgotten) throws {
    guard !known.modules.isEmpty else { return }
    let flags = CompilerFlags(buildFolder: buildFolder, configuration)
    for module in Self.modules(in: root + "/Modules") where module.modified <= known.newest {
      guard let before = known.modules[module.name]?.settings,
        before != ContentMark(flags.settings(of: module.name)).text,
        let folder = units[module.name]?.folder
      else { continue }
      try ModuleNotes.remove(module: module.file, folder: folder)
      forgotten.settings.insert(module.name)
    }
    guard !forgotten.settings.isEmpty else { return }
    try doubt(said(by: units.filter { forgotten.settings.contains($0.key) }), self.known)
  }

  /// The same before anything is built, as sources of modules tell that changed: one build makes all of it
  /// then. What this does not foresee is found afterwards.
  func foresee() throws -> Forgotten {
    var forgotten = Forgotten()
    let known = known
    guard !known.modules.isEmpty else { return forgotten }
    let units = units
    let changed = units.filter { name, module in
      known.modules[name].map { $0.isInDoubt || module.units.contains(where: Self.isOlder) } ?? false
    }
    guard !changed.isEmpty else { return forgotten }
    let now = said(by: changed)
    try doubt(now, known)
    var read = Newer(modules: [], others: [], insides: [], declared: declared)
    for name in changed.keys { read.compare(name, now[name], known.modules[name]) }
    for root in CompiledFiles(buildFolder: buildFolder).roots(configuration) {
      // What is forgotten is there no more.
      read.modules = Self.modules(in: root + "/Modules").filter { changed[$0.name] != nil }
      for index in read.modules.indices { read.modules[index].modified = .infinity }
      try forgetOtherImports(now, units, in: root, known) { _ in
        true
      } into: {
        forgotten.importing.insert($0)
      }
      for (name, module) in units {
        try forget(name, module.folder, module.units, in: root, read, &forgotten)
      }
    }
    return forgotten
  }

  /// A build that fails has made some of it, and the next sources may be those of before it. What is in doubt
  /// is as if it changed before each build, until one comes to its end.
  private func doubt(_ now: [String: ModuleSaid], _ known: Known) throws {
    var doubted = known
    for (name, said) in now { doubted.modules[name]?.doubt(whatDiffersFrom: said) }
    if doubted != known { try publish([UInt8](JSONEncoder().encode(doubted)), as: mark) }
  }

  /// `isFormer`: whether a source was compiled with what was said before.
  private func forgetOtherImports(
    _ now: [String: ModuleSaid], _ units: Units, in root: String, _ known: Known,
    where isFormer: (CompiledFiles.SwiftUnit) -> Bool, into tell: (String) -> Void
  ) throws {
    for (name, said) in now {
      guard let before = known.modules[name], let module = units[name],
        module.units.contains(where: isFormer),
        before.settings != said.settings
          || module.units.count > 1 && before.isAnother(to: said)
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
    for name in modules { known.modules[name]?.doubtText() }
    if known != former { try publish([UInt8](JSONEncoder().encode(known)), as: mark) }
  }

  /// All that is there was looked at, and nothing is to be forgotten.
  func keep() throws {
    try layouts.end()
    let former = known
    var now = Known()
    for root in CompiledFiles(buildFolder: buildFolder).roots(configuration) {
      let modules = Self.modules(in: root + "/Modules")
      now.newest = max(now.newest, modules.map(\.modified).max() ?? 0)
      guard now.newest != former.newest || former.modules.values.contains(where: \.isInDoubt) else { return }
      let units = units
      let new = modules.filter { module in
        module.modified > former.newest || former.modules[module.name]?.isInDoubt ?? true
      }
      let said = said(by: units.filter { name, _ in new.contains { $0.name == name } })
      for module in modules { now.modules[module.name] = said[module.name] ?? former.modules[module.name] }
    }
    if now != former { try publish([UInt8](JSONEncoder().encode(now)), as: mark) }
  }

  private func said(by modules: Units) -> [String: ModuleSaid] {
    let (flags, configuration) = (CompilerFlags(buildFolder: buildFolder, configuration), configuration)
    let told = Parallel.map(modules.map { ($0.key, $0.value.units) }) { name, units in
      (name, ModuleSaid(by: units, of: name, flags, configuration))
    }
    return Dictionary(told) { first, _ in first }
  }

  /// By the module that they are sources of.
  private var units: Units {
    let folders = Dictionary(grouping: CompiledFiles(buildFolder: buildFolder).swiftUnits(configuration)) {
      URL(fileURLWithPath: $0.object).deletingLastPathComponent().path
    }
    return folders.reduce(into: [:]) { found, entry in
      let name = URL(fileURLWithPath: entry.key).lastPathComponent.dropLast(Self.suffix.count)
      found[String(name)] = (entry.key, entry.value)
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
    let measures = Later.whenAsked { units.contains { ModuleSaid.measures(contents(of: $0.source) ?? []) } }
    for unit in units where !Self.isListing(unit.source, of: folder) {
      guard let compiled = unit.compiled else { continue }
      let newer = read.modules.filter { $0.modified > compiled && $0.name != name }
      guard !newer.isEmpty else { continue }
      let imported = ImportLines.modules(in: contents(of: unit.source) ?? [])
      var hidden = newer.filter { module in
        read.insides.contains(module.name) && imported.contains(module.name)
          && !(read.declared[name]?.contains(module.name) ?? true)
      }
      let through = newer.filter {
        read.others.contains($0.name) && !imported.contains($0.name) || read.apart.contains($0.name)
          || read.insides.contains($0.name) && measures.value
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
    let other =
      "Sources of these import something else now, have another literal or loop, or ask for the size of what "
      + "changed, and they are compiled as a whole: "
    let way = "These are compiled in another way now, and as a whole: "
    let unwritten =
      "Variables of these have the type of what may have changed, and they are compiled as a whole: "
    let all = [
      modules.isEmpty ? nil : read, laidOut.isEmpty ? nil : "\(unwritten)\(list(laidOut)).",
      importing.isEmpty ? nil : "\(other)\(list(importing)).",
      settings.isEmpty ? nil : "\(way)\(list(settings)).",
    ]
    return isEmpty ? nil : all.compactMap(\.self).joined(separator: " ")
  }
}
