import Files
import Foundation
import Model

/// The warnings of files that an incremental build does not compile again, and so does not repeat.
struct WarningMemory {
  let buildFolder: String

  private var file: String { buildFolder + "/bothy-warnings.json" }

  func keep(_ warnings: [Diagnostic]) throws {
    try publish([UInt8](JSONEncoder().encode(warnings)), as: file)
  }

  /// Remembered warnings that still hold: their file is there and was not compiled since.
  func carriedOver(printed: [Diagnostic], since: Double, package: String) -> [Diagnostic] {
    guard let bytes = contents(of: file),
      let remembered = try? JSONDecoder().decode([Diagnostic].self, from: Data(bytes)), !remembered.isEmpty
    else { return [] }
    let compiled = CompiledFiles(buildFolder: buildFolder).since(since)
    let known = Set(printed.map(\.withoutDetails))
    return remembered.filter { warning in
      guard let path = warning.file, !known.contains(warning.withoutDetails) else { return false }
      let absolute = path.hasPrefix("/") ? path : package + "/" + path
      return FileFacts(absolute) != nil && !compiled.contains(absolute)
    }
  }
}

extension Diagnostic {
  fileprivate var withoutDetails: Diagnostic {
    var copy = self
    copy.details = []
    return copy
  }
}
