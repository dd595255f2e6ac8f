import Foundation
import Processes

/// Keeps what a short command printed.
final class Collector: ProcessObserver {
  private(set) var output: [UInt8] = []
  private(set) var errors: [UInt8] = []
  private let limit: Int
  private let log: Log?

  init(limit: Int = 256 << 20, log: Log? = nil) { (self.limit, self.log) = (limit, log) }

  func received(_ bytes: UnsafeRawBufferPointer, from stream: Processes.OutputStream) {
    switch stream {
    case .standardOutput: if output.count + bytes.count <= limit { output.append(contentsOf: bytes) }
    case .standardError:
      if errors.count + bytes.count <= limit { errors.append(contentsOf: bytes) }
      log?.write(bytes)
    }
  }

  var errorText: String {
    String(decoding: errors, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
