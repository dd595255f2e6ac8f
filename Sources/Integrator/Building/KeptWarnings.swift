import Clang
import Files
import Formats
import Foundation
import Model

/// The warnings that hold after a build: what it printed, and what was said before of that which it did not
/// compile again. The Swift compiler keeps its own beside what it made. Of C sources and other tools Bothy
/// keeps them.
struct KeptWarnings {
  let buildFolder: String
  let configuration: Configuration
  /// The toolchain's libclang.
  let library: String

  private struct Memory: Codable {
    /// All that held after the last build.
    var all: [Diagnostic] = []
    /// By C source.
    var clang: [String: [Diagnostic]] = [:]
    /// Warnings of other tools, with a stamp of the file that each names.
    var others: [Other] = []
  }

  private struct Other: Codable {
    var warning: Diagnostic
    var stamp: String?
  }

  private static let lead = "bothy-warnings"
  static func isOne(_ name: String) -> Bool { name.hasPrefix(lead) }
  private var file: String { "\(buildFolder)/\(Self.lead)-\(configuration.rawValue).json" }
  private static func log(in buildFolder: String) -> String { "\(buildFolder)/\(lead)-clang.plist" }

  /// Has clang write down what it says of each source, as Xcode does.
  static func environment(buildFolder: String) -> [String: String] {
    ["CC_LOG_DIAGNOSTICS": "1", "CC_LOG_DIAGNOSTICS_FILE": log(in: buildFolder)]
  }

  /// Those of the last build, where nothing was built since.
  var last: [Diagnostic] { memory.all }

  private var memory: Memory {
    contents(of: file).flatMap { try? JSONDecoder().decode(Memory.self, from: Data($0)) } ?? Memory()
  }

  /// The warnings that hold now, in the order of their files behind those that were printed.
  /// - Parameters:
  ///   - printed: what the build printed.
  ///   - package: the folder from which files are named.
  func after(_ printed: [Diagnostic], from before: BuildOutputs, package: String) throws -> [Diagnostic] {
    let outputs = BuildOutputs(buildFolder: buildFolder, configuration)
    var memory = memory
    let swift = swift(outputs)
    memory.clang = clang(memory.clang, outputs, from: before)
    let ofCompilers = Set((swift + memory.clang.values.joined()).map(Place.init))
    let others = printed.filter { !ofCompilers.contains(Place($0)) && !$0.isOfPlanning(in: package) }
    let isLinked = outputs.isAnythingLinked(since: before)
    let former = memory.others.filter { other in
      guard let path = other.warning.path(in: package) else { return !isLinked }
      return FileFacts(path)?.stamp == other.stamp
    }
    memory.others =
      others.map { other in
        Other(warning: other, stamp: other.path(in: package).flatMap { FileFacts($0)?.stamp })
      } + former.filter { former in !others.contains { Place($0) == Place(former.warning) } }
    // As it was printed first, with the lines it was shown with.
    let shown = Dictionary(memory.all.map { (Place($0), $0) }) { first, _ in first }
    var known = Set(printed.map(Place.init))
    let kept = (swift + memory.clang.values.joined() + memory.others.map(\.warning))
      .filter { known.insert(Place($0)).inserted }.map { shown[Place($0)] ?? $0 }
    memory.all = printed + kept.sorted { $0.place < $1.place }
    try publish([UInt8](JSONEncoder().encode(memory)), as: file)
    try removeFile(Self.log(in: buildFolder))
    return memory.all
  }

  private func swift(_ outputs: BuildOutputs) -> [Diagnostic] {
    // One without any has a head alone.
    let files = (outputs.swift.values + outputs.modules).filter { file in
      FileFacts(file).map { $0.size > 300 } ?? false
    }
    guard !files.isEmpty, let reader = SerializedDiagnostics(library: library) else { return [] }
    var known: Set<Place> = []
    return files.sorted().flatMap { reader.read($0) ?? [] }.filter { $0.severity == .warning }
      .compactMap(Diagnostic.init).filter { known.insert(Place($0)).inserted }
  }

  /// A source that was compiled and of which nothing was written down has none.
  private func clang(
    _ former: [String: [Diagnostic]], _ outputs: BuildOutputs, from before: BuildOutputs
  ) -> [String: [Diagnostic]] {
    let sources = Set(outputs.clang.values.compactMap(\.first))
    let compiled = outputs.compiled(since: before)
    let said = ClangLog.read(contents(of: Self.log(in: buildFolder)) ?? [])
    return former.filter { sources.contains($0.key) && !compiled.contains($0.key) }
      .merging(said.filter { sources.contains($0.key) }) { $1 }
  }

  /// Two warnings with equal parts are one.
  private struct Place: Hashable {
    var message: String
    var file: String?
    var line: Int?
    var column: Int?

    init(_ diagnostic: Diagnostic) {
      (file, line, column) = (diagnostic.file, diagnostic.line, diagnostic.column)
      // The compiler prints the group of a warning behind it, and keeps it elsewhere.
      let text = diagnostic.message
      let group = text.hasSuffix("]") ? text.range(of: " [#", options: .backwards) : nil
      message = group.map { String(text[..<$0.lowerBound]) } ?? text
    }
  }
}

extension Diagnostic {
  /// The package manager names a file without a line, or speaks of a manifest. It says so in each build.
  fileprivate func isOfPlanning(in package: String) -> Bool {
    guard let path = path(in: package) else { return false }
    return line == nil || OpenManifest.isManifest(path)
  }

  fileprivate func path(in package: String) -> String? {
    file.map { $0.hasPrefix("/") ? $0 : package + "/" + $0 }
  }

  fileprivate var place: (String, Int, Int, String) { (file ?? "", line ?? 0, column ?? 0, message) }

  /// Nil where it is of no file: what a macro was expanded to, or what `#sourceLocation` names.
  fileprivate init?(_ entry: SerializedDiagnostics.Entry) {
    guard let file = entry.file, file.hasPrefix("/") else { return nil }
    let notes = entry.notes.map { note in
      "\(note.file ?? ""):\(note.line):\(note.column): note: \(note.message)"
    }
    self.init(
      severity: .warning, message: entry.message, file: file, line: entry.line, column: entry.column,
      details: notes)
  }
}
