import Files
import Foundation
import Model
import Processes
import State
import Synchronization

/// The log of an integration and its progress, as they are written to the folder.
/// Bounded: what comes after the limit is counted and told, not kept. Several threads may write at once.
final class Log: Sendable {
  /// Stands before all that is told.
  let masking: Masking
  private let limit: Int
  private let written: Mutex<Written>

  private struct Written {
    let file: GrowingFile
    let times: GrowingFile
    let began = ContinuousClock.now
    /// What the last entry of `times` says; nil before the first.
    var told: Int??
    let progress: GrowingFile
    let encoder = JSONEncoder()
    /// Promised to parts whose turn has not come.
    var reserved = 0
    var dropped = 0
    var endsWithNewline = true

    /// A disk that is full loses log lines, never the integration.
    mutating func put(_ bytes: [UInt8], hasWaited: Bool = false) {
      if !bytes.isEmpty { note(hasWaited ? nil : Int((ContinuousClock.now - began) / .milliseconds(100))) }
      endsWithNewline = bytes.last.map { $0 == UInt8(ascii: "\n") } ?? endsWithNewline
      bytes.withUnsafeBytes { try? file.append($0) }
    }

    private mutating func note(_ tenths: Int?) {
      guard let line = LogTimes.line(offset: file.length, tenths: tenths, after: told) else { return }
      told = .some(tenths)
      Array(line.utf8).withUnsafeBytes { try? times.append($0) }
    }

    mutating func put(line: String) { put(Array(((endsWithNewline ? "" : "\n") + line + "\n").utf8)) }

    /// How many of so many bytes there is room for.
    mutating func room(for count: Int, limit: Int) -> Int {
      let kept = min(max(0, limit - file.length - reserved), count)
      dropped += count - kept
      return kept
    }
  }

  init(folder: IntegrationFolder, limitMegabytes: Int, masking: Masking = .none) throws {
    written = Mutex(
      Written(
        file: try GrowingFile(folder.log), times: try GrowingFile(folder.logTimes),
        progress: try GrowingFile(folder.progress)))
    (limit, self.masking) = (limitMegabytes << 20, masking)
  }

  func write(_ bytes: UnsafeRawBufferPointer) { write([UInt8](bytes)) }

  func write(_ bytes: [UInt8]) {
    written.withLock { written in
      let kept = written.room(for: bytes.count, limit: limit)
      written.put(kept == bytes.count ? bytes : Array(bytes[..<kept]))
    }
  }

  func write(line: String) {
    let line = masking.masked(line)
    written.withLock { $0.put(line: line) }
  }

  func tell(_ event: Model.Progress) {
    written.withLock { written in
      guard let told = try? [UInt8](written.encoder.encode(event)) else { return }
      var line = masking.masked(json: told)
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

/// What a command prints goes into the log, and nothing more.
extension Log: ProcessObserver {
  func received(_ bytes: UnsafeRawBufferPointer, from stream: Processes.OutputStream) { write(bytes) }
}

// MARK: Several writers

extension Log {
  /// How many of so many bytes may be written later.
  func reserve(_ count: Int) -> Int {
    written.withLock { written in
      let kept = written.room(for: count, limit: limit)
      written.reserved += kept
      return kept
    }
  }

  func write(reserved bytes: [UInt8]) {
    written.withLock { written in
      written.reserved -= bytes.count
      written.put(bytes, hasWaited: true)
    }
  }
}
