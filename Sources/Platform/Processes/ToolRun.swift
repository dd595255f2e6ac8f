/// A small tool that is run to its end: what the doctor asks of the rest of the machine.
public struct ToolOrder {
  public var executable: String
  public var arguments: [String]
  public var environment: [String: String]
  public var folder: String
  public var seconds: Double

  public init(
    executable: String, arguments: [String], environment: [String: String], folder: String, seconds: Double
  ) {
    (self.executable, self.arguments, self.environment) = (executable, arguments, environment)
    (self.folder, self.seconds) = (folder, seconds)
  }
}

public struct ToolEnd: Equatable {
  /// Nil when it was killed, by whom ever.
  public var status: Int32?
  /// Standard output and standard error together.
  public var output: String

  public init(status: Int32?, output: String) { (self.status, self.output) = (status, output) }
}

/// Throws when it cannot even be started.
public typealias ToolRun = (ToolOrder) throws -> ToolEnd

/// Runs tools for real, and ends with them when it is canceled.
public struct ToolRunner {
  let cancellation: Cancellation

  public init(cancellation: Cancellation = Cancellation()) { self.cancellation = cancellation }

  public func run(_ order: ToolOrder) throws -> ToolEnd {
    let heard = Heard()
    let end = try perform(
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

    func received(_ bytes: UnsafeRawBufferPointer, from stream: OutputStream) {
      if self.bytes.count < 1 << 20 { self.bytes.append(contentsOf: bytes) }
    }

    func check(elapsed: Double) -> String? { nil }
  }
}
