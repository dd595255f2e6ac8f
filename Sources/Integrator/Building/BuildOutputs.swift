import Files
import Formats
import Foundation
import Model

/// The files that compilers and the linker have written in a build folder, with a stamp of each.
struct BuildOutputs {
  /// By source, the file of diagnostics that the Swift compiler keeps for it.
  private(set) var swift: [String: String] = [:]
  /// The same for whole modules.
  private(set) var modules: [String] = []
  /// By object of C, what was read for it, its source first.
  private(set) var clang: [String: [String]] = [:]
  /// By path, a stamp of each of these files, and of each program and library.
  private var stamps: [String: String] = [:]
  private var programs: Set<String> = []

  init() {}

  init(buildFolder: String, _ configuration: Configuration) {
    let plan = BuildPlan.bytes(buildFolder: buildFolder, configuration)
    for root in Self.roots(buildFolder, configuration) {
      for name in Self.names(in: root) {
        let path = "\(root)/\(name)"
        if name.hasSuffix(".build") {
          // What is not in the plan any more stays behind.
          if plan.isEmpty || plan.holds("/\(name)/") { add(module: path) }
        } else if !name.contains(".") || name.hasSuffix(".xctest") || name.hasSuffix(".so"),
          let facts = FileFacts(path), !facts.isFolder
        {
          programs.insert(path)
          stamps[path] = facts.stamp
        }
      }
    }
  }

  /// Before a first build succeeded, the short name of the folder is not there.
  static func roots(_ buildFolder: String, _ configuration: Configuration) -> [String] {
    let name = configuration.rawValue
    let short = buildFolder + "/" + name
    if FileFacts(short) != nil { return [short] }
    return names(in: buildFolder).map { "\(buildFolder)/\($0)/\(name)" }.filter { FileFacts($0) != nil }
  }

  /// The sources that were compiled since.
  func compiled(since before: BuildOutputs) -> Set<String> {
    let swift = swift.filter { isNew($0.value, since: before) }.map(\.key)
    let clang = clang.filter { isNew($0.key, since: before) }.compactMap(\.value.first)
    return Set(swift + clang)
  }

  func isAnythingLinked(since before: BuildOutputs) -> Bool {
    programs.contains { isNew($0, since: before) }
  }

  private func isNew(_ path: String, since before: BuildOutputs) -> Bool {
    stamps[path] != nil && stamps[path] != before.stamps[path]
  }

  private mutating func add(module folder: String) {
    let map = contents(of: folder + "/output-file-map.json").flatMap {
      try? JSONDecoder().decode([String: Entry].self, from: Data($0))
    }
    for (source, entry) in map ?? [:] {
      guard let file = entry.diagnostics else { continue }
      if source.isEmpty { modules.append(file) } else { swift[source] = file }
      stamps[file] = FileFacts(file)?.stamp
    }
    if map != nil {
      let name = (folder as NSString).lastPathComponent.dropLast(".build".count)
      return modules.append("\(folder)/\(name).emit-module.dia")
    }
    for name in FileTree.names(below: folder) where name.hasSuffix(".d") {
      let object = "\(folder)/\(name.dropLast(2)).o"
      guard let facts = FileFacts(object), let list = contents(of: "\(folder)/\(name)") else { continue }
      clang[object] = MakeDependencies.read(list)
      stamps[object] = facts.stamp
    }
  }

  private struct Entry: Decodable { var diagnostics: String? }

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }
}
