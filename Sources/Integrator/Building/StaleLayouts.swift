import Files
import Formats
import Foundation
import Model

/// A source may use what it does not import, through what it imports. The compiler compiles it again where
/// the latter changed, and not where a type in the former is laid out otherwise: it would take the bytes of
/// such a value for what they are not. So where a module changed that a source reads through others alone,
/// its own module is compiled as a whole.
struct StaleLayouts {
  let buildFolder: String
  let configuration: Configuration

  struct Forgotten: Equatable {
    var modules: Set<String> = []
    /// What changed.
    var because: Set<String> = []
  }

  private struct Module {
    var name: String
    var file: String
    var modified: Double
  }

  /// What was forgotten, so that it is asked for again.
  func forget() throws -> Forgotten {
    var forgotten = Forgotten()
    for root in CompiledFiles(buildFolder: buildFolder).roots(configuration) {
      let modules = Self.modules(in: root + "/Modules")
      let newest = modules.map(\.modified).max() ?? 0
      guard newest > known else { continue }
      let units = Dictionary(grouping: CompiledFiles(buildFolder: buildFolder).swiftUnits(configuration)) {
        URL(fileURLWithPath: $0.object).deletingLastPathComponent().path
      }
      for (folder, units) in units { try forget(folder, units, modules, &forgotten) }
    }
    return forgotten
  }

  /// All that is there was looked at, and nothing was to be forgotten.
  func keep() throws {
    for root in CompiledFiles(buildFolder: buildFolder).roots(configuration) {
      let newest = Self.modules(in: root + "/Modules").map(\.modified).max() ?? 0
      guard newest != known else { continue }
      try publish([UInt8]("\(newest.bitPattern)".utf8), as: mark)
    }
  }

  private var known: Double {
    let text = contents(of: mark).map { String(decoding: $0, as: UTF8.self) }
    return text.flatMap(UInt64.init).map(Double.init(bitPattern:)) ?? 0
  }

  private var mark: String { "\(buildFolder)/bothy-layouts-\(configuration.rawValue)" }

  private func forget(
    _ folder: String, _ units: [CompiledFiles.SwiftUnit], _ modules: [Module], _ forgotten: inout Forgotten
  ) throws {
    let name = String(URL(fileURLWithPath: folder).lastPathComponent.dropLast(Self.suffix.count))
    guard let own = modules.first(where: { $0.name == name }), FileFacts(own.file) != nil else { return }
    var read: [String: Set<String>] = [:]
    for unit in units {
      guard let compiled = FileFacts(unit.object)?.modified else { continue }
      let newer = modules.filter { $0.modified > compiled && $0.name != name }
      guard !newer.isEmpty else { continue }
      let list = unit.list ?? "\(folder)/\(name).emit-module.d"
      let known = read[list] ?? Self.modules(readIn: list)
      read[list] = known
      let through = newer.filter { known.contains($0.name) }
      guard !through.isEmpty else { continue }
      let source = (contents(of: unit.source) ?? []) + [UInt8(ascii: "\n")]
      let hidden = through.filter { !Self.imports($0.name, source) }
      guard !hidden.isEmpty else { continue }
      try ModuleNotes.remove(module: own.file, folder: folder)
      forgotten.modules.insert(name)
      forgotten.because.formUnion(hidden.map(\.name))
      return
    }
  }

  /// One that is imported in another way is taken for one that is not, which costs time alone.
  private static func imports(_ name: String, _ source: [UInt8]) -> Bool {
    ["\n", "\r", " ", ";", "."].contains { source.holds("import \(name)\($0)") }
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
