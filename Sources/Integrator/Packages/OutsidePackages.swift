import Files
import Foundation
import Words

/// The packages that are built as they lie elsewhere on this machine: no checkout has them, and they change
/// unseen.
struct OutsidePackages: Equatable {
  let folders: [String]

  /// As the package manager resolved them last, those that they need themselves too.
  init(buildFolder: String, checkoutFolder: String) {
    let state = contents(of: buildFolder + "/workspace-state.json") ?? []
    let told = (try? JSONDecoder().decode(State.self, from: Data(state)))?.object.dependencies ?? []
    let roots = [checkoutFolder, buildFolder].map { $0 + "/" }
    folders = Set(
      told.filter { $0.packageRef.kind == "fileSystem" || $0.packageRef.kind == "root" }
        .compactMap { $0.state?.path ?? $0.packageRef.location }
        .filter { path in !roots.contains { (path + "/").hasPrefix($0) } }
    ).sorted()
  }

  /// Each with its whole path.
  var files: [String] {
    folders.flatMap { folder in
      FileTree.names(below: folder, skipping: [".build", ".git"]).map { "\(folder)/\($0)" }
    }
  }

  private static let mostBytes = 1 << 20

  /// What lies there, as it is read.
  func add(to mark: inout ContentMark) {
    for path in files {
      mark.add(path)
      add(path, to: &mark)
    }
  }

  /// What a build takes in without being asked again: where the folders and links are by now, and what is in
  /// files that are neither sources nor headers.
  func addUnseen(to mark: inout ContentMark) {
    for folder in folders {
      mark.add(folder)
      mark.add(URL(fileURLWithPath: folder).resolvingSymlinksInPath().path)
      var known: Set<String> = []
      for name in FileTree.names(below: folder, skipping: [".build", ".git", ".swiftpm"]) {
        let path = "\(folder)/\(name)"
        let parent = (path as NSString).deletingLastPathComponent
        // One that took the place of another may be as old as that.
        if known.insert(parent).inserted { mark.add(Int(truncatingIfNeeded: FoundFile(at: parent).inode)) }
        if let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path) { mark.add(link) }
        guard !Self.sources.contains((name as NSString).pathExtension.lowercased()) else { continue }
        mark.add(name)
        add(path, to: &mark)
      }
    }
  }

  private func add(_ path: String, to mark: inout ContentMark) {
    let facts = FileFacts(path)
    mark.add(facts.map { Int($0.mode) } ?? -1)
    if let facts, facts.isRegular, facts.size <= Self.mostBytes {
      mark.add(contents(of: path) ?? [])
    } else {
      mark.add(facts?.stamp ?? "")
    }
  }

  /// Of these the date of the last change tells.
  private static let sources: Set<String> = [
    "swift", "c", "cc", "cpp", "cxx", "m", "mm", "s", "h", "hh", "hpp", "hxx", "inc", "def",
  ]

  static func isSource(_ path: String) -> Bool {
    sources.contains((path as NSString).pathExtension.lowercased())
  }

  func has(_ path: String) -> Bool { folders.contains { path.hasPrefix($0 + "/") } }

  /// Whether it changed since, whatever its date says: one that was copied has that of what it is a copy of.
  func isNewer(_ path: String, than moment: Double) -> Bool {
    has(path) && FoundFile(at: path).changed > moment
  }

  private struct State: Decodable {
    struct Object: Decodable { var dependencies: [Dependency] }
    struct Dependency: Decodable {
      struct Package: Decodable {
        var kind: String
        var location: String
      }
      struct Place: Decodable { var path: String? }

      var packageRef: Package
      var state: Place?
    }

    var object: Object
  }
}
