import Files
import Foundation
import Model
import Synchronization
import Threads

/// The package's sources as the compiler read them: a test may write others in their place. They are read
/// before the tests instead of after them, which costs no more.
struct CompiledSources: Sendable {
  /// More than any package's own sources; what is beyond that is read again when it is needed.
  private static let mostBytes = 256 << 20

  private let folder: String
  private let known: [PackagePath: [UInt8]]

  /// Knows nothing: everything is what lies there.
  init(in folder: String) { (self.folder, known) = (folder, [:]) }

  init(of package: PackageDescription, in folder: String) {
    self.folder = folder
    let room = Atomic(Self.mostBytes)
    let paths = Array(Set(package.targets.flatMap(\.packagePaths)))
    let found = Parallel.map(paths) { path -> [UInt8]? in
      let file = folder + "/" + path.rawValue
      guard let size = FileFacts(file)?.size,
        room.subtract(size, ordering: .relaxed).newValue >= 0
      else { return nil }
      return contents(of: file)
    }
    known = Dictionary(zip(paths, found).compactMap { path, bytes in bytes.map { (path, $0) } }) { a, _ in a }
  }

  /// Something else lies there by now.
  func isRewritten(_ path: PackagePath) -> Bool {
    guard let bytes = known[path] else { return false }
    return contents(of: folder + "/" + path.rawValue) != bytes
  }

  func bytes(of path: PackagePath) -> [UInt8]? { known[path] ?? contents(of: folder + "/" + path.rawValue) }
}
