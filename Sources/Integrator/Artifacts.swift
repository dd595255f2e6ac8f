import Files
import Formats
import Foundation
import Model

/// The files that an integration leaves for people and programs.
enum Artifacts {
  struct Export: Sendable {
    var path: String
    var bytes: @Sendable () -> [UInt8]
  }

  /// Writes the exports, side by side: the larger ones have megabytes.
  static func write(_ exports: [Export], in folder: IntegrationFolder) throws -> [Artifact] {
    let written = Parallel.map(exports) { export in
      Result {
        let bytes = export.bytes()
        try publish(bytes, as: export.path)
        return artifact(at: export.path, bytes, in: folder)
      }
    }
    return try written.map { try $0.get() }
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
