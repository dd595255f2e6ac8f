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
  /// Of headers that Swift reads: what stood in those beside it.
  var headers: String?
  /// Nobody who said it is built now.
  var isAsleep: Bool?

  private enum CodingKeys: CodingKey {
    case modules, includers, products, isOfCompiler, headers, isAsleep
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
    headers = try container.decodeIfPresent(String.self, forKey: .headers)
    isAsleep = try container.decodeIfPresent(Bool.self, forKey: .isAsleep)
  }

  func encode(to encoder: any Encoder) throws {
    try diagnostic.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(modules, forKey: .modules)
    try container.encodeIfPresent(includers, forKey: .includers)
    try container.encodeIfPresent(products, forKey: .products)
    try container.encodeIfPresent(isOfCompiler, forKey: .isOfCompiler)
    try container.encodeIfPresent(headers, forKey: .headers)
    try container.encodeIfPresent(isAsleep, forKey: .isAsleep)
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
  func isSaid(by readers: [CompiledFiles.Reader], since: Double, headers now: () -> String) -> Bool {
    if includers != nil { return !includers(among: readers, since: since).isEmpty }
    // Swift hears it only when the module of these headers is made.
    if let headers, readers.contains(where: \.isSwift), headers == now() { return true }
    return readers.contains { !$0.isCompiled(since: since) }
  }
}

/// Who said what, of the warnings of one build.
struct SaidWarnings {
  /// Of those that name no file, the modules.
  var modules: [Diagnostic: Set<String>] = [:]
  /// Of those of headers, the sources.
  var includers: [Diagnostic: Set<String>] = [:]
  /// Of those of the linker, what was linked.
  var products: [Diagnostic: Set<String>] = [:]
}

extension Diagnostic {
  /// Compilers name a line of what they warn of; the package manager names a file.
  var isOfPlanning: Bool { line == nil }

  /// What `#sourceLocation` calls the file, where that is no path: the message ends with it and its line.
  var givenName: String? {
    guard file == nil, message.last == ")", let open = message.lastIndex(of: "("),
      let colon = message.lastIndex(of: ":"), open < colon,
      Int(message[message.index(after: colon)...].dropLast()) != nil
    else { return nil }
    return String(message[message.index(after: open)..<colon])
  }

  /// Of the compiler that is called to link, which names no file.
  var isOfLinking: Bool { file == nil && message.hasPrefix("argument unused") }

  /// As the compilers have it.
  func path(in package: String) -> String? {
    file.map { $0.hasPrefix("/") ? $0 : package + "/" + $0 }
  }

  /// What is no source of its own, so that others read it.
  static func isHeader(_ path: String) -> Bool {
    let end = (path as NSString).pathExtension.lowercased()
    return !["swift", "c", "m", "cc", "cpp", "cxx", "mm", "s"].contains(end)
  }
}
