import Foundation
import Processes
import Synchronization

/// Whether a process still writes where it is listened to: a test may leave its standard output redirected,
/// and then nothing more is told of any test, though all is well.
final class OutputWatch: Sendable {
  private let process: ProcessIdentity
  private let given: String?
  private let isRedirected = Atomic(false)
  private let isOver = Atomic(false)

  private static let secondsBetweenLooks = 0.0002

  /// `closely`: also of a test that ends at once.
  init(_ process: ProcessIdentity, closely: Bool) {
    (self.process, given) = (process, process.standardOutput)
    guard closely else { return }
    let thread = Thread { [self] in
      while !isOver.load(ordering: .relaxed), process.isAlive {
        look()
        Thread.sleep(forTimeInterval: Self.secondsBetweenLooks)
      }
    }
    thread.start()
  }

  var isLost: Bool { isRedirected.load(ordering: .relaxed) }

  /// One that is closed says nothing: whatever ends closes all that it had.
  func look() {
    if let given, let now = process.standardOutput, now != given {
      isRedirected.store(true, ordering: .relaxed)
    }
  }

  func end() { isOver.store(true, ordering: .relaxed) }
}
