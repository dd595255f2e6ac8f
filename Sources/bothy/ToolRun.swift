import Foundation
import Processes

/// A small tool that is run to its end: what the doctor asks of the rest of the machine.
struct ToolOrder {
  var executable: String
  var arguments: [String]
  var environment: [String: String]
  var folder: String
  var seconds: Double
}

struct ToolEnd: Equatable {
  /// Nil when it was killed, by whom ever.
  var status: Int32?
  /// Standard output and standard error together.
  var output: String
}

/// Throws when it cannot even be started.
typealias ToolRun = (ToolOrder) throws -> ToolEnd

/// Runs tools for real, and ends with them when it is canceled.
struct ToolRunner {
  let cancellation: Cancellation

  func run(_ order: ToolOrder) throws -> ToolEnd {
    let heard = Heard()
    let end = try Processes.perform(
      Command(
        executable: order.executable, arguments: order.arguments, environment: order.environment,
        folder: order.folder, outputs: .merged),
      limits: ProcessLimits(seconds: order.seconds), cancellation: cancellation, observer: heard)
    let output = String(decoding: heard.bytes, as: UTF8.self)
    if end.stopped == .time {
      return ToolEnd(status: nil, output: output + "\nerror: it did not end within \(Int(order.seconds)) s")
    }
    if case .exited(let status) = end.ending { return ToolEnd(status: status, output: output) }
    return ToolEnd(status: nil, output: output)
  }

  private final class Heard: ProcessObserver {
    private(set) var bytes: [UInt8] = []

    func received(_ bytes: UnsafeRawBufferPointer, from stream: Processes.OutputStream) {
      if self.bytes.count < 1 << 20 { self.bytes.append(contentsOf: bytes) }
    }

    func check(elapsed: Double) -> String? { nil }
  }
}
