import Explaining
import Files
import Foundation
import Processes
import Synchronization

/// This very program once more, for what takes long: it goes on when the one that began it is ended.
final class BesideProcess: ProcessObserver, Sendable {
  private let words: [String]
  private let environment: [String: String]
  private let said = Mutex<[UInt8]>([])
  private let ended = Mutex<Int32?>(nil)
  private let end = DispatchSemaphore(value: 0)

  /// By it the other one knows that it is one.
  static let mark = "BOTHY_BESIDE"
  static let each = "1"

  private static let mostSaid = 4000
  /// What is refused is refused sooner.
  private static let seconds = 1.5

  /// - Parameter once: the mark of what is to be begun once; nil: each time.
  init(words: [String], environment: [String: String], once: String?) {
    (self.words, self.environment) = (words, environment.merging([Self.mark: once ?? Self.each]) { $1 })
  }

  /// Nil where it goes on.
  func perform() -> (status: Int32, text: String)? {
    // It ends with the thread that began it until it has said that it does not want to.
    let thread = Thread { self.run() }
    thread.name = "bothy-beside"
    thread.start()
    guard end.wait(timeout: .now() + Self.seconds) == .success, let status = ended.withLock({ $0 }) else {
      return nil
    }
    return (status, said.withLock { String(decoding: $0, as: UTF8.self) })
  }

  private func run() {
    // By its name it is known for a Bothy that runs.
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let command = Command(
      executable: own.flatMap { FileFacts($0) == nil ? nil : $0 } ?? "/proc/self/exe", arguments: words,
      environment: environment, folder: "/", outputs: .merged)
    var status: Int32 = 5
    do {
      // Only its own end ends it.
      let end = try Processes.perform(
        command, limits: ProcessLimits(), cancellation: Cancellation(), observer: self)
      if case .exited(let code) = end.ending { status = code }
    } catch {
      let sentence = Explanation(error).sentence
      said.withLock { $0 = Array(sentence.utf8) }
    }
    ended.withLock { $0 = status }
    end.signal()
  }

  func received(_ bytes: UnsafeRawBufferPointer, from stream: Processes.OutputStream) {
    said.withLock { said in
      said += bytes
      if said.count > Self.mostSaid { said.removeFirst(said.count - Self.mostSaid) }
    }
  }
}
