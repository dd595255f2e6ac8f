import Files
import Foundation
import Model

/// The log of an integration and its progress, as they are written to the folder.
/// Bounded: what comes after the limit is counted and told, not kept.
final class Log {
  private let file: GrowingFile
  private let progress: GrowingFile
  private let limit: Int
  private var dropped = 0
  private var endsWithNewline = true
  private let encoder = JSONEncoder()

  init(folder: IntegrationFolder, limitMegabytes: Int) throws {
    file = try GrowingFile(folder.log)
    progress = try GrowingFile(folder.progress)
    limit = limitMegabytes << 20
  }

  var length: Int { file.length }

  func write(_ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty else { return }
    let kept = min(max(0, limit - file.length), bytes.count)
    dropped += bytes.count - kept
    guard kept > 0 else { return }
    let part = UnsafeRawBufferPointer(rebasing: bytes[..<kept])
    endsWithNewline = part[part.count - 1] == UInt8(ascii: "\n")
    put(part, in: file)
  }

  func write(line: String) {
    let text = (endsWithNewline ? "" : "\n") + line + "\n"
    endsWithNewline = true
    Array(text.utf8).withUnsafeBytes { put($0, in: file) }
  }

  func tell(_ event: Model.Progress) {
    guard var line = try? [UInt8](encoder.encode(event)) else { return }
    line.append(UInt8(ascii: "\n"))
    line.withUnsafeBytes { put($0, in: progress) }
  }

  /// Says what the limit cut off; nil when nothing was.
  func closing() -> String? {
    guard dropped > 0 else { return nil }
    let sentence =
      "The log was cut after \(limit >> 20) MB; \(dropped) more bytes were printed and read, but not kept."
    write(line: "[\(sentence)]")
    return sentence
  }

  /// A disk that is full loses log lines, never the integration.
  private func put(_ bytes: UnsafeRawBufferPointer, in file: GrowingFile) {
    try? file.append(bytes)
  }
}
