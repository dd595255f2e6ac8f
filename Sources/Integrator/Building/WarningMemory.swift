import Files
import Foundation
import Model
import Words

/// The warnings of files that an incremental build does not compile again, and so does not repeat.
struct WarningMemory {
  let buildFolder: String
  /// What is built for another one is built apart, and said of that.
  var configuration = Configuration.debug
  /// Where Swift keeps what it makes of headers.
  var caches: [ModuleCache] = []

  private static let lead = "bothy-warnings"
  private static let openEnd = ".open"
  private var name: String {
    "\(buildFolder)/\(Self.lead)" + (configuration == .debug ? "" : "-\(configuration.rawValue)")
  }
  private var file: String { name + ".json" }
  /// Of debug; former versions had one for all.
  private var formerFile: String { "\(buildFolder)/\(Self.lead).json" }
  /// What a build says that has not ended: after one that was cut off it is still there.
  private var openFile: String { name + Self.openEnd }

  /// Of the files of a build folder, what is remembered of builds that ended.
  static func isMemory(_ name: String) -> Bool { name.hasPrefix(lead) && !name.hasSuffix(openEnd) }

  /// - Parameter said: who said them in the build that began then; who said them before, and was not compiled
  ///   or linked since, would say them again.
  func keep(
    _ warnings: [Diagnostic], _ said: SaidWarnings = SaidWarnings(), since: Double = 0, package: String = ""
  ) throws {
    let before = Dictionary(kept.map { ($0.diagnostic.withoutDetails, $0) }) { first, _ in first }
    let files = CompiledFiles(buildFolder: buildFolder, configurations: [configuration])
    let modules = before.values.contains { $0.modules != nil } ? files.modules(since: since) : nil
    let readers = files.readers(of: Self.compiledPaths(warnings, package))
    let remade = remade(readers, since)
    let all = warnings.map { warning in
      let same = warning.withoutDetails
      let former = before[same]
      let silent = former?.uncompiled(besides: modules) ?? []
      var kept = KeptWarning(warning, (said.modules[same] ?? []).union(silent))
      guard let path = warning.path(in: package) else {
        let silent = files.unlinked(of: former?.products ?? [], since: since)
        var products = (said.products[same] ?? []).union(silent)
        if former?.products?.contains("") == true, !hasLinked(files, since) { products.insert("") }
        kept.products = products.isEmpty ? nil : products.sorted()
        return kept
      }
      let own = readers[path] ?? []
      kept.isOfCompiler = own.isEmpty || warning.isOfPlanning(in: package) ? nil : true
      if own.isEmpty { kept.changed = FileFacts(path)?.modified }
      // Where all were asked, what they were before says nothing.
      let areAsked =
        !own.isEmpty
        && own.allSatisfy { $0.readsModule(of: path) ? remade.contains(path) : $0.isCompiled(since: since) }
      kept.includers = Self.known(said.includers[same], areAsked ? nil : former, \.includers) {
        $0.unheard(among: own, since: since)
      }
      kept.products = Self.known(said.products[same], former, \.products) {
        files.unlinked(of: $0.products ?? [], since: since)
      }
      return kept
    }
    let asleep = asleep(besides: Set(all.map(\.diagnostic.withoutDetails)), files, since, package)
    try publish([UInt8](JSONEncoder().encode(all + asleep)), as: file)
    try? FileManager.default.removeItem(atPath: openFile)
  }

  /// What is said of sources that nobody builds now: where they are built again, and are what they were, it
  /// is not said again.
  private func asleep(
    besides told: Set<Diagnostic>, _ files: CompiledFiles, _ since: Double, _ package: String
  ) -> [KeptWarning] {
    let others = kept.filter { !told.contains($0.diagnostic.withoutDetails) }
    guard !others.isEmpty else { return [] }
    let readers = files.readers(of: Self.compiledPaths(others.map(\.diagnostic), package))
    let modules = others.contains { $0.modules != nil } ? files.modules(since: since) : nil
    return others.compactMap { other in
      var other = other
      other.isAsleep = true
      guard let path = other.diagnostic.path(in: package) else {
        other.modules = other.uncompiled(besides: modules).subtracting(modules?.planned ?? []).sorted()
        return other.modules?.isEmpty == false ? other : nil
      }
      let own = readers[path] ?? []
      guard other.isOfCompiler == true, FileFacts(path) != nil else { return nil }
      guard other.includers != nil else { return own.isEmpty ? other : nil }
      other.includers = other.unheard(among: own, since: since).filter { FileFacts($0) != nil }.sorted()
      return other.includers?.isEmpty == false ? other : nil
    }
  }

  /// Takes in what a build said that was cut off, and begins to write down what this one says.
  func begin(at start: Double, package: String, tellsPlanAlways: Bool = false) throws -> WarningJournal {
    if let before = WarningJournal.read(openFile) {
      let said = before.said.map(\.diagnostic)
      if before.wasCut { try tellCut() }
      let carried = carriedOver(
        printed: said, since: before.start, package: package, isPlannedAnew: false,
        tellsPlanAlways: tellsPlanAlways)
      let speakers = before.said.map { ($0.diagnostic.withoutDetails, Set($0.modules ?? [])) }
      // A second time they may have been said by others.
      let placed = said.filter { $0.file != nil }.map { ($0.withoutDetails, Set([""])) }
      let others = Dictionary(placed) { first, _ in first }
      let heard = SaidWarnings(
        modules: Dictionary(speakers) { $0.union($1) }, includers: others, products: others)
      try keep(said + carried, heard, since: before.start, package: package)
    }
    return try WarningJournal(file: openFile, start: start)
  }

  /// Whether a build that goes on here said more than is kept: which of that still holds nobody knows.
  var wasCut: Bool { FileFacts(cutMark) != nil }

  func tellCut() throws { try publish([], as: cutMark) }

  private var cutMark: String { name + ".cut" }

  /// Whether any build was heard.
  var isThere: Bool { known != nil }

  private var known: [UInt8]? { contents(of: file) ?? contents(of: formerFile) }

  /// All that the last build said, or would have said again.
  var remembered: [Diagnostic] { kept.filter { $0.isAsleep != true }.map(\.diagnostic) }

  /// The cause of some lies on the machine, where nothing tells that it is gone: who plans has to be asked.
  var areOfMachine: Bool { kept.contains(where: \.isOfMachine) }

  private var kept: [KeptWarning] {
    known.flatMap { try? JSONDecoder().decode([KeptWarning].self, from: Data($0)) } ?? []
  }

  /// Remembered warnings that still hold: their file is there and was not compiled since, or where they name
  /// none, one of the modules that said them was not. What the package manager says of a manifest and its
  /// files it says again whenever it plans anew.
  /// - Parameter tellsPlanAlways: another build system plans whenever it builds.
  func carriedOver(
    printed: [Diagnostic], since: Double, package: String, isPlannedAnew: Bool,
    tellsPlanAlways: Bool = false, saidAgain: SaidAgain = SaidAgain()
  ) -> [Diagnostic] {
    let remembered = kept
    guard !remembered.isEmpty else { return [] }
    let files = CompiledFiles(buildFolder: buildFolder, configurations: [configuration])
    let compiled = files.since(since)
    let sources = files.swiftSources
    let folders = Set(sources.map(Self.folder(of:)))
    /// It lies among the sources of a target, and is none any more.
    func isLeftOut(_ path: String) -> Bool {
      path.hasSuffix(".swift") && !sources.contains(path) && folders.contains(Self.folder(of: path))
    }
    let known = Set(printed.map(\.withoutDetails))
    let hasLinked = hasLinked(files, since)
    let readers = files.readers(of: Self.compiledPaths(remembered.map(\.diagnostic), package))
    let remade = remade(readers, since)
    let modules = remembered.contains { $0.modules != nil } ? files.modules(since: since) : nil
    return remembered.filter { kept in
      let warning = kept.diagnostic
      guard !known.contains(warning.withoutDetails) else { return false }
      if let said = kept.modules, let name = warning.givenName {
        return files.isLeft(name, in: said, since: since)
      }
      let isUnlinked =
        kept.products?.contains("") == true
        ? !hasLinked : !files.unlinked(of: kept.products ?? [], since: since).isEmpty
      if kept.modules != nil { return isUnlinked || !kept.modules(besides: modules).isEmpty }
      if kept.products != nil { return isUnlinked }
      if warning.isOfLinking { return !hasLinked }
      if warning.file == nil { return !isPlannedAnew && !tellsPlanAlways }
      guard let path = warning.path(in: package), !saidAgain.has(path), FileFacts(path) != nil else {
        return false
      }
      let isRead = kept.isOfCompiler == true || readers[path] != nil
      let isOfPlanning = warning.isOfPlanning(in: package) || !isRead && warning.isOfSomeManifest
      if isPlannedAnew || tellsPlanAlways, isOfPlanning { return false }
      // Who was compiled is not known there.
      if tellsPlanAlways, let changed = kept.changed, FileFacts(path)?.modified != changed { return false }
      // Whether a compiler had read it is not known of one that was cut off.
      if isRead {
        return kept.isSaid(of: path, by: readers[path] ?? [], since: since) { remade.contains(path) }
      }
      return isOfPlanning || !compiled.contains(path) && !isLeftOut(path)
    }.map(\.diagnostic)
  }

  /// Those that said it now, and those that did before and would again; nil where not all are known.
  private static func known(
    _ now: Set<String>?, _ former: KeptWarning?, _ before: (KeptWarning) -> [String]?,
    silent: (KeptWarning) -> Set<String>
  ) -> [String]? {
    if now?.contains("") == true { return nil }
    guard let former else { return now?.sorted() }
    return before(former) == nil ? nil : (now ?? []).union(silent(former)).sorted()
  }

  /// Of the headers that Swift reads, those of which modules were made since.
  private func remade(_ readers: [String: [CompiledFiles.Reader]], _ since: Double) -> Set<String> {
    let headers = readers.filter { path, own in own.contains { $0.readsModule(of: path) } }.keys
    return MadeHeaders(caches: caches, since: since).among(Set(headers))
  }

  /// Of what a compiler may have said; no compiler reads what the package manager warns of.
  private static func compiledPaths(_ warnings: [Diagnostic], _ package: String) -> Set<String> {
    Set(warnings.filter { !$0.isOfPlanning(in: package) }.compactMap { $0.path(in: package) })
  }

  private func hasLinked(_ files: CompiledFiles, _ since: Double) -> Bool {
    files.roots(configuration).contains { Self.hasLinked(in: $0, since) }
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

  /// From here on they are not all written down.
  func tellCut() { try? handle.write(contentsOf: Self.cut + [UInt8(ascii: "\n")]) }

  private static let cut = Array("cut".utf8)

  fileprivate static func read(_ file: String) -> (start: Double, said: [KeptWarning], wasCut: Bool)? {
    guard let bytes = contents(of: file) else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard let first = lines.first, let start = Double(String(decoding: first, as: UTF8.self)) else {
      return nil
    }
    let said = lines.dropFirst().compactMap { try? JSONDecoder().decode(KeptWarning.self, from: Data($0)) }
    return (start, said, lines.contains { $0.elementsEqual(cut) })
  }
}
