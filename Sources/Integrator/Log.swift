import Files
import Foundation
import Model
import Synchronization

/// The log of an integration and its progress, as they are written to the folder.
/// Bounded: what comes after the limit is counted and told, not kept. Several threads may write at once.
final class Log: Sendable {
  private let limit: Int
  private let written: Mutex<Written>

  private struct Written {
    let file: GrowingFile
    let progress: GrowingFile
    let encoder = JSONEncoder()
    var dropped = 0
    var endsWithNewline = true

    /// A disk that is full loses log lines, never the integration.
    mutating func put(line: String) {
      let text = (endsWithNewline ? "" : "\n") + line + "\n"
      endsWithNewline = true
      Array(text.utf8).withUnsafeBytes { try? file.append($0) }
    }
  }

  init(folder: IntegrationFolder, limitMegabytes: Int) throws {
    written = Mutex(
      Written(file: try GrowingFile(folder.log), progress: try GrowingFile(folder.progress)))
    limit = limitMegabytes << 20
  }

  func write(_ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty else { return }
    let bytes = [UInt8](bytes)
    written.withLock { written in
      let kept = bytes.prefix(max(0, limit - written.file.length))
      written.dropped += bytes.count - kept.count
      guard let last = kept.last else { return }
      written.endsWithNewline = last == UInt8(ascii: "\n")
      kept.withUnsafeBytes { try? written.file.append($0) }
    }
  }

  func write(line: String) {
    written.withLock { $0.put(line: line) }
  }

  func tell(_ event: Model.Progress) {
    written.withLock { written in
      guard var line = try? [UInt8](written.encoder.encode(event)) else { return }
      line.append(UInt8(ascii: "\n"))
      line.withUnsafeBytes { try? written.progress.append($0) }
    }
  }

  /// Says what the limit cut off; nil when nothing was.
  func closing() -> String? {
    written.withLock { written in
      guard written.dropped > 0 else { return nil }
      let sentence =
        "The log was cut after \(limit >> 20) MB; \(written.dropped) more bytes were printed "
        + "and read, but not kept."
      written.put(line: "[\(sentence)]")
      return sentence
    }
  }
}
