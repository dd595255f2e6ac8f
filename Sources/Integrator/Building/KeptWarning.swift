import Foundation
import Model

/// A warning, and who would have to be silent of it now.
struct KeptWarning: Codable {
  var diagnostic: Diagnostic
  /// Where it names no file, the modules that said it.
  var modules: [String]?
  /// Where it is of a header, the sources; nil where not all of them are known.
  var includers: [String]?
  /// The programs and libraries of which the linker said it.
  var products: [String]?
  /// A compiler had read its file.
  var isOfCompiler: Bool?
  /// When its file was changed last, where no compiler is known that reads it.
  var changed: Double?
  /// Nobody who said it is built now.
  var isAsleep: Bool?

  private enum CodingKeys: CodingKey {
    case modules, includers, products, isOfCompiler, changed, isAsleep
  }

  init(_ diagnostic: Diagnostic, _ modules: Set<String>) {
    self.diagnostic = diagnostic
    self.modules = modules.isEmpty ? nil : modules.sorted()
  }

  /// As the warning itself, with a word more: what was kept without it is read as well.
  init(from decoder: any Decoder) throws {
    diagnostic = try Diagnostic(from: decoder)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    modules = try container.decodeIfPresent([String].self, forKey: .modules)
    includers = try container.decodeIfPresent([String].self, forKey: .includers)
    products = try container.decodeIfPresent([String].self, forKey: .products)
    isOfCompiler = try container.decodeIfPresent(Bool.self, forKey: .isOfCompiler)
    changed = try container.decodeIfPresent(Double.self, forKey: .changed)
    isAsleep = try container.decodeIfPresent(Bool.self, forKey: .isAsleep)
  }

  func encode(to encoder: any Encoder) throws {
    try diagnostic.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(modules, forKey: .modules)
    try container.encodeIfPresent(includers, forKey: .includers)
    try container.encodeIfPresent(products, forKey: .products)
    try container.encodeIfPresent(isOfCompiler, forKey: .isOfCompiler)
    try container.encodeIfPresent(changed, forKey: .changed)
    try container.encodeIfPresent(isAsleep, forKey: .isAsleep)
  }

  /// Who plans said it of what the machine has.
  var isOfMachine: Bool {
    isAsleep != true && diagnostic.file == nil && modules == nil && products == nil && diagnostic.isOfMachine
  }

  /// Those that were not compiled since, or are not built now.
  func uncompiled(besides now: (compiled: Set<String>, planned: Set<String>)?) -> Set<String> {
    guard let now else { return [] }
    guard diagnostic.givenName == nil else { return Set(modules ?? []) }
    return Set(modules ?? []).subtracting(now.compiled.intersection(now.planned))
  }

  /// Those that were not compiled since, or are not built now.
  func unheard(among readers: [CompiledFiles.Reader], since: Double) -> Set<String> {
    Set(includers ?? []).subtracting(readers.filter { $0.isCompiled(since: since) }.map(\.source))
  }

  /// Those that are there still and were not compiled.
  func modules(besides now: (compiled: Set<String>, planned: Set<String>)?) -> Set<String> {
    guard let now else { return [] }
    // One of its sources says that, whichever others are compiled.
    guard diagnostic.givenName == nil else { return Set(modules ?? []).intersection(now.planned) }
    return Set(modules ?? []).intersection(now.planned).subtracting(now.compiled)
  }

  /// Those of the sources that would say it again: they are compiled still, and were not since.
  func includers(among readers: [CompiledFiles.Reader], since: Double) -> Set<String> {
    Set(readers.filter { !$0.isCompiled(since: since) }.map(\.source)).intersection(includers ?? [])
  }

  /// Whether what the compilers read of its file says it still, as far as they were not asked since.
  /// - Parameter isMade: whether the module of these headers was made since, which is when Swift hears it.
  func isSaid(
    of path: String, by readers: [CompiledFiles.Reader], since: Double, isMade: () -> Bool
  ) -> Bool {
    if includers != nil { return !includers(among: readers, since: since).isEmpty }
    let others = readers.filter { !$0.readsModule(of: path) }
    if others.count < readers.count, !isMade() { return true }
    return others.contains { !$0.isCompiled(since: since) }
  }
}

/// Who said what, of the warnings of one build; "" is one that is not known.
struct SaidWarnings {
  /// Of those that name no file, the modules.
  var modules: [Diagnostic: Set<String>] = [:]
  /// Of those of headers, the sources.
  var includers: [Diagnostic: Set<String>] = [:]
  /// Of those of the linker, what was linked.
  var products: [Diagnostic: Set<String>] = [:]

  func and(_ other: SaidWarnings) -> SaidWarnings {
    SaidWarnings(
      modules: modules.merging(other.modules) { $0.union($1) },
      includers: includers.merging(other.includers) { $0.union($1) },
      products: products.merging(other.products) { $0.union($1) })
  }
}

extension Diagnostic {
  /// Compilers name a line of what they warn of; the package manager names a file, or speaks of a manifest.
  func isOfPlanning(in package: String) -> Bool { line == nil || isOfManifest(in: package) }

  /// Elsewhere a source may be called so.
  private func isOfManifest(in package: String) -> Bool {
    guard let path = path(in: package), path.hasPrefix(package + "/") else { return false }
    return Self.isManifest(path.dropFirst(package.count + 1))
  }

  /// Of this package or of another one, unless a compiler reads it.
  var isOfSomeManifest: Bool { file?.split(separator: "/").last.map(Self.isManifest) ?? false }

  private static func isManifest(_ name: Substring) -> Bool {
    name == "Package.swift" || name.hasPrefix("Package@swift-") && name.hasSuffix(".swift")
  }

  /// What `#sourceLocation` calls the file, where that is no path: the message ends with it and its line.
  var givenName: String? {
    guard file == nil, message.last == ")", let open = message.lastIndex(of: "("),
      let colon = message.lastIndex(of: ":"), open < colon,
      Int(message[message.index(after: colon)...].dropLast()) != nil
    else { return nil }
    return String(message[message.index(after: open)..<colon])
  }

  /// What a library needs is not installed, or not found.
  var isOfMachine: Bool {
    ["you may be able to install", "pkg-config", "pc file", "dependency scan"].contains {
      message.contains($0)
    }
  }

  /// Of the compiler that is called to link, which names no file.
  var isOfLinking: Bool { file == nil && message.hasPrefix("argument unused") }

  /// As the compilers have it.
  func path(in package: String) -> String? {
    file.map { $0.hasPrefix("/") ? $0 : package + "/" + $0 }
  }
}
