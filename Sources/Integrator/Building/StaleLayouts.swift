import Files
import Formats
import Foundation
import Model
import Threads

/// A source may use what it does not import, through what it imports. The compiler compiles it again where
/// the latter changed, and not where a type in the former is laid out otherwise: it would take the bytes of
/// such a value for what they are not. So where a module lays something out otherwise that a source reads
/// through others alone, its own module is compiled as a whole.
struct StaleLayouts {
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

  /// What was looked at last: until when modules were made, and what each said of its layouts.
  private struct Known: Codable, Equatable {
    var newest = 0.0
    var texts: [String: String] = [:]
  }

  private var mark: String { "\(buildFolder)/bothy-layouts-\(configuration.rawValue)" }
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
          || text != units[module.name].map { Self.text($0.units, flags.defined(in: module.name)) }
      }
      guard !others.isEmpty else { continue }
      for (name, module) in units {
        try forget(name, module.folder, module.units, in: root, others, &forgotten)
      }
    }
    return forgotten
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
        return units[module.name].map { (module.name, Self.text($0.units, flags.defined(in: module.name))) }
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

  /// What is laid out may depend on what is defined.
  private static func text(_ units: [CompiledFiles.SwiftUnit], _ defined: Set<String>?) -> String {
    var text = LayoutText(defined: (defined ?? []).sorted())
    for unit in units.sorted(by: { $0.source < $1.source }) { text.add(contents(of: unit.source) ?? []) }
    return text.mark
  }

  private func forget(
    _ name: String, _ folder: String, _ units: [CompiledFiles.SwiftUnit], in root: String,
    _ modules: [Module], _ forgotten: inout Forgotten
  ) throws {
    let own = "\(root)/Modules/\(name)\(Self.ending)"
    guard FileFacts(own) != nil else { return }
    // What only lists tests has no values of anything.
    guard !units.allSatisfy({ $0.source.contains(".derived/") }) else { return }
    var read: [String: Set<String>] = [:]
    for unit in units {
      guard let compiled = unit.compiled else { continue }
      let newer = modules.filter { $0.modified > compiled && $0.name != name }
      guard !newer.isEmpty else { continue }
      let list = unit.list ?? "\(folder)/\(name).emit-module.d"
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

extension StaleLayouts.Forgotten {
  /// For the log.
  var words: String? {
    guard !modules.isEmpty else { return nil }
    return "\(because.sorted().joined(separator: ", ")) changed, which sources of these read through others "
      + "alone, and they are compiled as a whole: \(modules.sorted().joined(separator: ", "))."
  }
}
