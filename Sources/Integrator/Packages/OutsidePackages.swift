import Files
import Foundation

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
