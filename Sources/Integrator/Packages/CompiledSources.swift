import Files
import Foundation
import Model
import Synchronization
import Threads
import Words

/// The package's sources as the compiler read them: a test may write others in their place. They are read
/// before the tests instead of after them, which costs no more.
struct CompiledSources: Sendable {
  /// More than any package's own sources; what is beyond that is read again when it is needed.
  private static let mostBytes = 256 << 20

  private struct Source {
    /// As it was found before it was read.
    let file: FoundFile
    let bytes: [UInt8]
    let readAt: Double
  }

  private let folder: String
  private let known: [PackagePath: Source]

  /// Knows nothing: everything is what lies there.
  init(in folder: String) { (self.folder, known) = (folder, [:]) }

  init(of package: PackageDescription, in folder: String) {
    self.folder = folder
    let room = Atomic(Self.mostBytes)
    let paths = Array(Set(package.targets.flatMap(\.packagePaths)))
    let found = Parallel.map(paths) { path -> Source? in
      let place = folder + "/" + path.rawValue
      let file = FoundFile(at: place)
      guard let size = FileFacts(place)?.size,
        room.subtract(size, ordering: .relaxed).newValue >= 0
      else { return nil }
      return contents(of: place).map { Source(file: file, bytes: $0, readAt: Date().timeIntervalSince1970) }
    }
    known = Dictionary(zip(paths, found).compactMap { path, found in found.map { (path, $0) } }) { a, _ in a }
  }

  /// Something else lies there by now.
  func isRewritten(_ path: PackagePath) -> Bool {
    guard let source = known[path] else { return false }
    let place = folder + "/" + path.rawValue
    if Self.isUntouched(source.file, now: FoundFile(at: place), readAt: source.readAt) { return false }
    return contents(of: place)?.isSame(as: source.bytes) != true
  }

  /// The same file, and nobody has written to it since: no program can set when that was. What was written
  /// just before it was read may have been written again within one tick of the file system's clock.
  static func isUntouched(_ before: FoundFile, now: FoundFile, readAt: Double) -> Bool {
    now == before && now.kind == .regular && now.changed < readAt - 2
  }

  func bytes(of path: PackagePath) -> [UInt8]? {
    known[path]?.bytes ?? contents(of: folder + "/" + path.rawValue)
  }
}
