import Files
import Foundation
import Model
import Synchronization

/// The files that an integration leaves for people and programs.
enum Artifacts {
  struct Export: Sendable {
    var path: String
    var bytes: @Sendable () -> [UInt8]
  }

  /// Writes the exports, side by side: the larger ones have megabytes.
  static func write(_ exports: [Export], in folder: IntegrationFolder) throws -> [Artifact] {
    let written = Mutex<[Int: Result<Artifact, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: exports.count) { index in
      let export = exports[index]
      let result = Result {
        let bytes = export.bytes()
        try publish(bytes, as: export.path)
        return artifact(at: export.path, bytes, in: folder)
      }
      written.withLock { $0[index] = result }
    }
    let results = written.withLock { $0 }
    return try exports.indices.compactMap { try results[$0]?.get() }
  }

  /// What tests attached.
  static func attachments(in folder: IntegrationFolder) -> [Artifact] {
    FileTree.names(below: folder.attachments).compactMap { name in
      let path = folder.attachments + "/" + name
      return contents(of: path).map { artifact(at: path, $0, in: folder) }
    }
  }

  private static func artifact(at path: String, _ bytes: [UInt8], in folder: IntegrationFolder) -> Artifact {
    Artifact(
      name: (path as NSString).lastPathComponent, path: String(path.dropFirst(folder.path.count + 1)),
      bytes: bytes.count, sha256: SHA256.hex(bytes))
  }
}
