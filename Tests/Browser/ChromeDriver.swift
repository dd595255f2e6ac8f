import Foundation
import Processes
import Synchronization

/// Chromium's own WebDriver server, for as long as the tests need it.
final class ChromeDriver: Sendable {
  struct Problem: Error, CustomStringConvertible {
    var description: String
  }

  let port: UInt16
  /// The same in every test, so that no word of it can fall behind.
  static let advice = "apt-get install -y chromium chromium-driver"

  private let cancellation: Cancellation
  private let ended: DispatchSemaphore

  static func start() throws -> ChromeDriver {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    for program in ["chromedriver", "chromium"]
    where !folders.contains(where: { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }) {
      throw Problem(description: "starting the browser: there is no \(program): run: \(advice)")
    }
    let cancellation = Cancellation()
    let listener = Listener()
    let ended = DispatchSemaphore(value: 0)
    let thread = Thread {
      let command = Processes.Command(
        executable: "chromedriver", arguments: ["--port=0"],
        environment: ProcessInfo.processInfo.environment, folder: "/", outputs: .merged)
      // Whatever became of it, the tests see that it no longer answers.
      _ = try? perform(command, limits: ProcessLimits(), cancellation: cancellation, observer: listener)
      listener.end()
      ended.signal()
    }
    thread.start()
    guard let port = listener.port(withinSeconds: 30) else {
      cancellation.cancel()
      ended.wait()
      throw Problem(description: "starting the browser: chromedriver opened no port: \(listener.text)")
    }
    return ChromeDriver(port: port, cancellation: cancellation, ended: ended)
  }

  private init(port: UInt16, cancellation: Cancellation, ended: DispatchSemaphore) {
    self.port = port
    self.cancellation = cancellation
    self.ended = ended
  }

  /// Nothing of it is left when this returns: neither the server nor a browser nor one of its children.
  func stop() {
    cancellation.cancel()
    ended.wait()
  }

  /// Hears on which port it listens.
  private final class Listener: ProcessObserver, Sendable {
    private struct Heard {
      var text = ""
      var hasEnded = false
    }
    private let heard = Mutex(Heard())

    var text: String { heard.withLock { $0.text } }

    func received(_ bytes: UnsafeRawBufferPointer, from stream: Processes.OutputStream) {
      let text = String(decoding: bytes, as: UTF8.self)
      heard.withLock { if $0.text.utf8.count < 10_000 { $0.text += text } }
    }

    func check(elapsed: Double) -> String? { nil }

    func end() { heard.withLock { $0.hasEnded = true } }

    func port(withinSeconds seconds: Double) -> UInt16? {
      let deadline = ContinuousClock.now + .seconds(seconds)
      while ContinuousClock.now < deadline {
        let (text, hasEnded) = heard.withLock { ($0.text, $0.hasEnded) }
        if let match = text.firstMatch(of: /started successfully on port (\d+)/) { return UInt16(match.1) }
        if hasEnded { return nil }
        usleep(10_000)
      }
      return nil
    }
  }
}
