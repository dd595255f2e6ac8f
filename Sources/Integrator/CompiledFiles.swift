import Files
import Foundation
import Model

/// Which sources the compiler has read, told by the diagnostics file it writes for each.
struct CompiledFiles {
  let buildFolder: String

  func since(_ moment: Double) -> Set<String> {
    var found: Set<String> = []
    for configuration in Configuration.allCases {
      let root = buildFolder + "/" + configuration.rawValue
      for folder in (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
      where folder.hasSuffix(".build") {
        let map = contents(of: "\(root)/\(folder)/output-file-map.json") ?? []
        let entries = (try? JSONDecoder().decode([String: Entry].self, from: Data(map))) ?? [:]
        for (source, entry) in entries where !source.isEmpty {
          let witness = entry.diagnostics ?? entry.object
          if let witness, let facts = FileFacts(witness), facts.modified + 0.01 >= moment {
            found.insert(source)
          }
        }
      }
    }
    return found
  }

  private struct Entry: Decodable {
    var diagnostics: String?
    var object: String?
  }
}
