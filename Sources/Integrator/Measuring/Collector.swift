import Foundation
import Processes

/// Keeps what a short command printed.
final class Collector: ProcessObserver {
  private(set) var output: [UInt8] = []
  private(set) var errors: [UInt8] = []
  /// More was printed than is kept: what was kept is its beginning.
  private(set) var isCut = false
  private let limit: Int
  private let log: Log?

  init(limit: Int = 256 << 20, log: Log? = nil) { (self.limit, self.log) = (limit, log) }

  func received(_ bytes: UnsafeRawBufferPointer, from stream: Processes.OutputStream) {
    let printed = [UInt8](bytes)
    switch stream {
    case .standardOutput: keep(printed, in: &output)
    case .standardError:
      keep(printed, in: &errors)
      log?.write(bytes)
    }
  }

  private func keep(_ bytes: [UInt8], in kept: inout [UInt8]) {
    let room = limit - kept.count
    kept.append(contentsOf: bytes.prefix(max(room, 0)))
    if bytes.count > room { isCut = true }
  }

  var errorText: String {
    String(decoding: errors, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
