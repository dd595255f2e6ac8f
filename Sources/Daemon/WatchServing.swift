import Explaining
import Foundation
import Ordering
import Processes
import State
import Synchronization
import Words

/// The process that serves the pages, begun again when it falls. It is one of its own, so that neither falls
/// with the other: what a watcher that was killed left serving is ended by the next one, and not before.
final class WatchServing: ProcessObserver, Sendable {
  private let state: StateFolder
  private let words: [String]
  private let environment: [String: String]
  private let cancellation = Cancellation()
  private let hasEnded = DispatchSemaphore(value: 0)
  private let line = Mutex<[UInt8]>([])

  private static let longestWait = 60.0
  private static let mostLine = 4096

  init(state: StateFolder, words: [String], environment: [String: String]) {
    (self.state, self.words, self.environment) = (state, words, environment)
  }

  func begin() {
    let thread = Thread {
      self.run()
      self.hasEnded.signal()
    }
    thread.name = "bothy-serving"
    thread.start()
  }

  func end() {
    cancellation.cancel()
    hasEnded.wait()
  }

  private func run() {
    var wait = 1.0
    while !cancellation.isCanceled {
      endFormer()
      let fate = serve()
      guard !cancellation.isCanceled else { return }
      if fate.seconds > Self.longestWait { wait = 1 }
      WatchLog.write(.error, nil, "The pages are served no more: \(fate.words); again in \(Int(wait)) s")
      pause(wait)
      wait = min(wait * 2, Self.longestWait)
    }
  }

  private func serve() -> (words: String, seconds: Double) {
    let command = Command(
      executable: "/proc/self/exe", arguments: words, environment: environment, folder: "/", outputs: .merged)
    var limits = ProcessLimits(graceSeconds: 5)
    // What somebody asked it for and was told is done.
    limits.endsMainAlone = true
    do {
      let end = try perform(command, limits: limits, cancellation: cancellation, observer: self)
      let words =
        switch end.ending {
        case .exited(let status): "their process ended with status \(status)"
        case .signaled(let signal): "their process was ended by signal \(signal)"
        }
      return (words, end.seconds)
    } catch { return (Explanation(error).sentence, 0) }
  }

  /// Whoever serves this site already, for a watcher that is no more.
  private func endFormer() {
    var asked: Int32?
    let deadline = Date() + 10
    while !cancellation.isCanceled, Date() < deadline, let holder = FileLock.holder(of: state.serveLock) {
      // It is not known yet whose it is.
      if holder > 0, asked != holder, let process = ProcessIdentity(of: holder) {
        process.send(SIGTERM)
        asked = holder
      }
      pause(0.05)
    }
  }

  private func pause(_ seconds: Double) {
    let deadline = Date() + seconds
    while !cancellation.isCanceled, Date() < deadline { Thread.sleep(forTimeInterval: min(seconds, 0.1)) }
  }

  func received(_ bytes: UnsafeRawBufferPointer, from stream: Processes.OutputStream) {
    let lines = line.withLock { line in
      line += bytes
      var lines: [String] = []
      while let end = line.firstIndex(of: UInt8(ascii: "\n")) {
        lines.append(String(decoding: line[..<end], as: UTF8.self))
        line.removeSubrange(...end)
      }
      if line.count > Self.mostLine { line = [] }
      return lines
    }
    for line in lines { WatchLog.write(.notice, nil, line) }
  }
}
