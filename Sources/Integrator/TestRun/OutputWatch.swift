import Foundation
import Processes
import Synchronization

/// Whether a process still writes where it is listened to: a test may leave its standard output redirected or
/// closed, and then nothing more is told of any test, though all is well.
final class OutputWatch: Sendable {
  private let process: ProcessIdentity
  private let given: String?
  private let changes = Atomic(0)
  private let isOver = Atomic(false)

  private static let secondsBetweenLooks = 0.0002
  /// A process that ends closes everything, for a moment.
  private static let looksWhenClosed = 3

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

  var isLost: Bool { changes.load(ordering: .relaxed) >= Self.looksWhenClosed }

  func look() {
    guard let given, !isLost else { return }
    switch process.standardOutput {
    case given: changes.store(0, ordering: .relaxed)
    case nil where process.isAlive: changes.add(1, ordering: .relaxed)
    case nil: break
    default: changes.store(Self.looksWhenClosed, ordering: .relaxed)
    }
  }

  func end() { isOver.store(true, ordering: .relaxed) }
}
