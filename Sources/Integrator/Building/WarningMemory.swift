import Files
import Foundation
import Model

/// The warnings of files that an incremental build does not compile again, and so does not repeat.
struct WarningMemory {
  let buildFolder: String

  static let name = "bothy-warnings.json"
  private var file: String { buildFolder + "/" + Self.name }
  /// What a build says that has not ended: after one that was cut off it is still there.
  private var openFile: String { buildFolder + "/bothy-warnings.open" }

  /// - Parameter speakers: the modules that said those which name no file, in the build that began then;
  ///   modules that said them before and were not compiled since would say them again.
  /// - Parameter includers: the same of sources and of those that tell of a header.
  func keep(
    _ warnings: [Diagnostic], of speakers: [Diagnostic: Set<String>] = [:],
    through includers: [Diagnostic: Set<String>] = [:], since: Double = 0
  ) throws {
    let before = Dictionary(kept.map { ($0.diagnostic.withoutDetails, $0) }) { first, _ in first }
    let files = CompiledFiles(buildFolder: buildFolder)
    let modules = before.values.contains { $0.modules != nil } ? files.modules(since: since) : nil
    let compiled = before.values.contains { $0.includers != nil } ? files.since(since) : []
    let all = warnings.map { warning in
      let same = warning.withoutDetails
      let silent = before[same]?.modules(besides: modules) ?? []
      return KeptWarning(
        warning, (speakers[same] ?? []).union(silent),
        through: KeptWarning.includers(includers[same], before[same], besides: compiled))
    }
    try publish([UInt8](JSONEncoder().encode(all)), as: file)
    try? FileManager.default.removeItem(atPath: openFile)
  }

  /// Takes in what a build said that was cut off, and begins to write down what this one says.
  func begin(at start: Double, package: String) throws -> WarningJournal {
    if let before = WarningJournal.read(openFile) {
      let said = before.said.map(\.diagnostic)
      let carried = carriedOver(printed: said, since: before.start, package: package, isPlannedAnew: false)
      let speakers = before.said.map { ($0.diagnostic.withoutDetails, Set($0.modules ?? [])) }
      try keep(said + carried, of: Dictionary(speakers) { $0.union($1) }, since: before.start)
    }
    return try WarningJournal(file: openFile, start: start)
  }

  /// All that the last build said, or would have said again.
  var remembered: [Diagnostic] { kept.map(\.diagnostic) }

  private var kept: [KeptWarning] {
    contents(of: file).flatMap { try? JSONDecoder().decode([KeptWarning].self, from: Data($0)) } ?? []
  }

  /// Remembered warnings that still hold: their file is there and was not compiled since, or where they name
  /// none, one of the modules that said them was not. What the package manager says of a manifest and its
  /// files it says again whenever it plans anew.
  func carriedOver(
    printed: [Diagnostic], since: Double, package: String, isPlannedAnew: Bool,
    saidAgain: SaidAgain = SaidAgain()
  ) -> [Diagnostic] {
    let remembered = kept
    guard !remembered.isEmpty else { return [] }
    let files = CompiledFiles(buildFolder: buildFolder)
    let compiled = files.since(since)
    let sources = files.swiftSources
    let folders = Set(sources.map(Self.folder(of:)))
    /// It lies among the sources of a target, and is none any more.
    func isLeftOut(_ path: String) -> Bool {
      path.hasSuffix(".swift") && !sources.contains(path) && folders.contains(Self.folder(of: path))
    }
    let known = Set(printed.map(\.withoutDetails))
    let hasLinked = Configuration.allCases.flatMap(files.roots).contains { Self.hasLinked(in: $0, since) }
    let modules = remembered.contains { $0.modules != nil } ? files.modules(since: since) : nil
    return remembered.filter { kept in
      let warning = kept.diagnostic
      guard !known.contains(warning.withoutDetails) else { return false }
      if let said = kept.modules, let name = warning.givenName {
        return files.isLeft(name, in: said, since: since)
      }
      if kept.modules != nil { return !kept.modules(besides: modules).isEmpty }
      if warning.isOfLinking { return !hasLinked }
      guard let path = warning.file, !(isPlannedAnew && warning.isOfPlanning) else { return false }
      let absolute = path.hasPrefix("/") ? path : package + "/" + path
      guard !saidAgain.has(absolute) else { return false }
      if let sources = kept.includers, !compiled.contains(absolute) {
        return FileFacts(absolute) != nil && sources.contains { Self.isSilent($0, compiled) }
      }
      return FileFacts(absolute) != nil && !compiled.contains(absolute) && !isLeftOut(absolute)
    }.map(\.diagnostic)
  }

  /// It would say again what it said.
  fileprivate static func isSilent(_ source: String, _ compiled: Set<String>) -> Bool {
    !compiled.contains(source) && FileFacts(source) != nil
  }

  /// Whether a program or a library lies there that was made since.
  private static func hasLinked(in root: String, _ since: Double) -> Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return names.contains { name in
      guard !name.contains(".") || name.hasSuffix(".xctest") || name.hasSuffix(".so"),
        let facts = FileFacts(root + "/" + name)
      else { return false }
      return !facts.isFolder && facts.modified + 0.01 >= since
    }
  }

  private static func folder(of path: String) -> Substring {
    path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
  }
}

/// Of which files a build says all that there is to be said, though it compiles none of them.
struct SaidAgain {
  /// The folders of plugins that it compiled.
  var plugins: [String] = []
  /// It had the tools of plugins run anew, which may warn of what they are given.
  var areToolsRun = false

  private static let compiled: Set<String> = [
    "swift", "c", "m", "cc", "cpp", "cxx", "mm", "s", "h", "hh", "hpp", "hxx", "inc", "def", "modulemap",
  ]

  func has(_ path: String) -> Bool {
    if plugins.contains(where: { path.hasPrefix($0 + "/") }) { return true }
    let end = path.split(separator: "/").last.map { ($0 as NSString).pathExtension.lowercased() } ?? ""
    return areToolsRun && !Self.compiled.contains(end)
  }
}

/// A warning, and where it names no file, the modules that said it; where it is of a header, the sources.
private struct KeptWarning: Codable {
  var diagnostic: Diagnostic
  var modules: [String]?
  /// Nil where not all of them are known.
  var includers: [String]?

  private enum CodingKeys: CodingKey { case modules, includers }

  init(_ diagnostic: Diagnostic, _ modules: Set<String>, through includers: Set<String> = []) {
    self.diagnostic = diagnostic
    self.modules = modules.isEmpty ? nil : modules.sorted()
    self.includers = includers.isEmpty ? nil : includers.sorted()
  }

  /// - Parameter now: those that a build heard; none where it said nothing of it.
  static func includers(_ now: Set<String>?, _ before: KeptWarning?, besides compiled: Set<String>)
    -> Set<String>
  {
    guard let before else { return now ?? [] }
    // Of one that was said before nobody knows by whom, nor who would say it again.
    guard let former = before.includers else { return [] }
    return (now ?? []).union(former.filter { WarningMemory.isSilent($0, compiled) })
  }

  /// As the warning itself, with a word more: what was kept without it is read as well.
  init(from decoder: any Decoder) throws {
    diagnostic = try Diagnostic(from: decoder)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    modules = try container.decodeIfPresent([String].self, forKey: .modules)
    includers = try container.decodeIfPresent([String].self, forKey: .includers)
  }

  func encode(to encoder: any Encoder) throws {
    try diagnostic.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(modules, forKey: .modules)
    try container.encodeIfPresent(includers, forKey: .includers)
  }

  /// Those that are there still and were not compiled.
  func modules(besides now: (compiled: Set<String>, planned: Set<String>)?) -> Set<String> {
    guard let now else { return [] }
    // One of its sources says that, whichever others are compiled.
    guard diagnostic.givenName == nil else { return Set(modules ?? []).intersection(now.planned) }
    return Set(modules ?? []).intersection(now.planned).subtracting(now.compiled)
  }
}

/// Each warning as it is said: whoever is killed in the middle of a build does not hear it again.
final class WarningJournal {
  private let handle: FileHandle

  /// The first line tells when the build began.
  fileprivate init(file: String, start: Double) throws {
    try publish(Array("\(start)\n".utf8), as: file)
    handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
    try handle.seekToEnd()
  }

  deinit { try? handle.close() }

  func add(_ diagnostic: Diagnostic, of modules: Set<String> = []) {
    guard diagnostic.severity == .warning,
      var line = try? JSONEncoder().encode(KeptWarning(diagnostic, modules))
    else { return }
    line.append(UInt8(ascii: "\n"))
    // Where the disk is full, the build fails by itself.
    try? handle.write(contentsOf: line)
  }

  fileprivate static func read(_ file: String) -> (start: Double, said: [KeptWarning])? {
    guard let bytes = contents(of: file) else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard let first = lines.first, let start = Double(String(decoding: first, as: UTF8.self)) else {
      return nil
    }
    return (
      start, lines.dropFirst().compactMap { try? JSONDecoder().decode(KeptWarning.self, from: Data($0)) }
    )
  }
}

extension Diagnostic {
  /// Compilers name a line of what they warn of; the package manager names a file.
  fileprivate var isOfPlanning: Bool { line == nil }

  /// What `#sourceLocation` calls the file, where that is no path: the message ends with it and its line.
  fileprivate var givenName: String? {
    guard file == nil, message.last == ")", let open = message.lastIndex(of: "("),
      let colon = message.lastIndex(of: ":"), open < colon,
      Int(message[message.index(after: colon)...].dropLast()) != nil
    else { return nil }
    return String(message[message.index(after: open)..<colon])
  }

  /// Of the compiler that is called to link, which names no file.
  fileprivate var isOfLinking: Bool { file == nil && message.hasPrefix("argument unused") }
}
