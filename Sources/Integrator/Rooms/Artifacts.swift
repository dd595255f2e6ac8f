import Coverage
import Files
import Formats
import Foundation
import Model
import State
import Threads
import Words

/// The files that an integration leaves for people and programs.
enum Artifacts {
  struct Export: Sendable {
    var path: String
    /// What the content follows from; nil when that is different in each integration.
    var key: ContentMark?
    var earlier: EarlierExports?
    /// Whether it may be the very file of the earlier integration.
    var isShared = false
    var bytes: @Sendable () -> [UInt8]
  }

  /// Keeps the coverage line by line, and gives what is made of it: again only when it is not what it was in
  /// an earlier integration.
  static func exports(
    _ coverage: CoverageReport, _ detail: CoverageDetail, rows: [[UInt8]], timestamp: Int, maker: String,
    earlier: String?, isShared: Bool, in folder: IntegrationFolder
  ) throws -> [Export] {
    let kept = CoverageDetailFile.write(rows, maker: "\(maker) \(timestamp)")
    try publish(kept, as: folder.coverageDetail)
    let key = ContentMark(kept)
    let earlier = earlier.map { EarlierExports(folder: IntegrationFolder($0), key: key) }
    return [
      Export(path: folder.lcov, key: key, earlier: earlier, isShared: isShared) {
        LCOV.write(coverage, detail)
      },
      Export(path: folder.cobertura, key: key, earlier: earlier, isShared: isShared) {
        Cobertura.write(coverage, detail, timestamp: timestamp)
      },
    ]
  }

  /// Writes the exports, side by side: the larger ones have megabytes. One that cannot be written costs none
  /// of the others.
  static func write(
    _ exports: [Export], in folder: IntegrationFolder
  ) -> (written: [Artifact], failures: [any Error]) {
    let written = Parallel.map(exports) { export in Result { try write(export, in: folder) } }
    let rows = written.compactMap { try? $0.get() }
    var failures = written.compactMap { if case .failure(let error) = $0 { error } else { nil } }
    let kept = rows.filter { !$0.key.isEmpty }
    if !kept.isEmpty {
      do { try publish(EarlierExports.write(kept), as: folder.exports) } catch { failures.append(error) }
    }
    return (rows.map(\.artifact), failures)
  }

  private static func write(_ export: Export, in folder: IntegrationFolder) throws -> EarlierExports.Row {
    let path = String(export.path.dropFirst(folder.path.count + 1))
    if let (file, bytes, row) = export.earlier?.content(of: path) {
      // Where a script may write into the exports each integration has files of its own.
      if !export.isShared || link(file, export.path) != 0 { try publish(bytes, as: export.path) }
      return row
    }
    let bytes = export.bytes()
    try publish(bytes, as: export.path)
    return EarlierExports.Row(
      key: export.key?.text ?? "", mark: export.key == nil ? "" : ContentMark(bytes).text,
      artifact: artifact(at: export.path, bytes, in: folder))
  }

  private static func artifact(at path: String, _ bytes: [UInt8], in folder: IntegrationFolder) -> Artifact {
    Artifact(
      name: (path as NSString).lastPathComponent, path: String(path.dropFirst(folder.path.count + 1)),
      bytes: bytes.count, sha256: SHA256.hex(bytes))
  }
}
