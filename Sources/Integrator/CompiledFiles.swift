import Files
import Foundation
import Model

/// Which sources the compiler has read, told by the diagnostics file it writes for each.
struct CompiledFiles {
  let buildFolder: String

  func since(_ moment: Double) -> Set<String> {
    var found: Set<String> = []
    for (source, entry) in Configuration.allCases.flatMap(entries) {
      let witness = entry.diagnostics ?? entry.object
      if let witness, let facts = FileFacts(witness), facts.modified + 0.01 >= moment {
        found.insert(source)
      }
    }
    return found
  }

  /// The object file that each source becomes.
  func objects(_ configuration: Configuration) -> [String: String] {
    let objects = entries(configuration).compactMap { source, entry in entry.object.map { (source, $0) } }
    return Dictionary(objects) { a, _ in a }
  }

  private func entries(_ configuration: Configuration) -> [(String, Entry)] {
    roots(configuration).flatMap { root in
      Self.names(in: root).filter { $0.hasSuffix(".build") }.flatMap { folder in
        let map = contents(of: "\(root)/\(folder)/output-file-map.json") ?? []
        let entries = (try? JSONDecoder().decode([String: Entry].self, from: Data(map))) ?? [:]
        return entries.filter { !$0.key.isEmpty }.map { ($0.key, $0.value) }
      }
    }
  }

  /// Before a first build succeeded, its short name is not there.
  private func roots(_ configuration: Configuration) -> [String] {
    let name = configuration.rawValue
    let short = buildFolder + "/" + name
    if FileFacts(short) != nil { return [short] }
    return Self.names(in: buildFolder).map { "\(buildFolder)/\($0)/\(name)" }.filter { FileFacts($0) != nil }
  }

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  private struct Entry: Decodable {
    var diagnostics: String?
    var object: String?
  }
}
