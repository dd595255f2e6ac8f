import Files
import Foundation
package import Templates

/// Folders of templates laid over each other, file by file; the first one wins.
package struct TemplateFolders: Sendable {
  /// A folder that was meant for something else may hold a whole disk; the nearest files come first.
  private static let mostEntries = 20_000

  package let names: [String]
  private let paths: [String: String]

  /// With this file, where there is one, in the place of whatever has its name.
  package init(_ folders: [String], file: String? = nil, as name: String = "") throws {
    var paths: [String: String] = [:]
    for folder in folders {
      for name in try Self.files(below: folder) where paths[name] == nil { paths[name] = "\(folder)/\(name)" }
    }
    if let file { paths[name] = file }
    self.paths = paths
    names = paths.keys.sorted()
  }

  /// On the disk; the name itself when there is no such file.
  package func path(of name: String) -> String { paths[name] ?? name }

  package var library: TemplateLibrary { TemplateLibrary(names: names) { try? bytes(of: $0) } }

  package func bytes(of name: String) throws -> [UInt8]? {
    try paths[name].map { try contents(of: $0) ?? Array(Data(contentsOf: URL(fileURLWithPath: $0))) }
  }

  private static func files(below root: String) throws -> [String] {
    var files: [String] = []
    var folders = [""]
    var seen = 0
    while !folders.isEmpty, seen < mostEntries {
      let folder = folders.removeFirst()
      for entry in try entries(root, folder) where !entry.hasPrefix(".") {
        seen += 1
        let found = FoundFile(at: "\(root)/\(folder)\(entry)")
        if found.isFolder {
          folders.append("\(folder)\(entry)/")
        } else if entry.hasSuffix(".mustache"), found.kind == .regular || found.isLink {
          files.append(folder + entry)
        }
      }
    }
    return files
  }

  /// Below the root there may be what is not for everybody.
  private static func entries(_ root: String, _ folder: String) throws -> [String] {
    do { return try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)").sorted() } catch {
      if folder.isEmpty { throw error }
      return []
    }
  }
}
