import Files
import Foundation
import Model
import State
import Words

/// What an earlier integration exported, and from what: the same need not be made twice.
struct EarlierExports: Sendable {
  struct Row: Sendable {
    /// What the content follows from; empty when it is different in each integration.
    var key: String
    /// The content itself, so that a file which somebody changed since is not taken for it.
    var mark: String
    var artifact: Artifact
  }

  private let folder: IntegrationFolder
  private let rows: [Row]

  /// Those that follow from the same.
  init(folder: IntegrationFolder, key: ContentMark) {
    self.folder = folder
    let text = Files.contents(of: folder.exports).map { String(decoding: $0, as: UTF8.self) } ?? ""
    rows = Self.read(text).filter { $0.key == key.text }
  }

  /// The file and what is told of it; nil when it has to be made.
  func content(of path: String) -> (file: String, bytes: [UInt8], row: Row)? {
    guard let row = rows.first(where: { $0.artifact.path == path }),
      let bytes = Files.contents(of: folder.file(path)), ContentMark(bytes).text == row.mark
    else { return nil }
    return (folder.file(path), bytes, row)
  }

  static func write(_ rows: [Row]) -> [UInt8] {
    let lines = rows.map { row in
      [row.key, row.mark, row.artifact.sha256, String(row.artifact.bytes), row.artifact.path]
        .joined(separator: "\t")
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private static func read(_ text: String) -> [Row] {
    text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 5, let bytes = Int(parts[3]) else { return nil }
      let artifact = Artifact(
        name: (parts[4] as NSString).lastPathComponent, path: parts[4], bytes: bytes, sha256: parts[2])
      return Row(key: parts[0], mark: parts[1], artifact: artifact)
    }
  }
}
