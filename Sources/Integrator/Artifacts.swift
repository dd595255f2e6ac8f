import Files
import Model

/// The files that an integration leaves for people and programs.
enum Artifacts {
  static func list(in folder: IntegrationFolder) throws -> [Artifact] {
    let exports = [folder.junit, folder.lcov, folder.cobertura].map {
      String($0.dropFirst(folder.path.count + 1))
    }
    let attachments = FileTree.names(below: folder.file("attachments")).map { "attachments/" + $0 }
    return (exports + attachments).compactMap { name in
      guard let bytes = contents(of: folder.file(name)) else { return nil }
      return Artifact(
        name: name.split(separator: "/").last.map(String.init) ?? name, path: name, bytes: bytes.count,
        sha256: SHA256.hex(bytes))
    }
  }
}
