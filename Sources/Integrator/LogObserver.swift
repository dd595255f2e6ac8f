import Processes

/// Puts what a command prints into the log, and nothing more.
final class LogObserver: ProcessObserver {
  private let log: Log

  init(log: Log) {
    self.log = log
  }

  func received(_ bytes: UnsafeRawBufferPointer, from stream: Processes.OutputStream) { log.write(bytes) }
  func check(elapsed: Double) -> String? { nil }
}
