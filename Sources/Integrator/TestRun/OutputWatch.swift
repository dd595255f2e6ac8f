import Foundation
import Processes
import Synchronization

/// Whether a process still writes where it is listened to: a test may leave its standard output redirected or
/// closed, and then nothing more is told of any test, though all is well.
final class OutputWatch: Sendable {
  enum Loss: UInt8 { case none, redirected, closed }

  private let process: ProcessIdentity
  private let given: String?
  private let seen = Atomic(Loss.none.rawValue)
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

  /// What it was last: a test may put it back.
  var loss: Loss { Loss(rawValue: seen.load(ordering: .relaxed)) ?? .none }

  func look() {
    guard let given else { return }
    let now = process.standardOutput
    // A process that ends closes all that it had: only beside other files a closed one says something.
    if now == nil, !process.hasOpenFiles { return }
    let loss: Loss = now == nil ? .closed : now == given ? .none : .redirected
    seen.store(loss.rawValue, ordering: .relaxed)
  }

  func end() { isOver.store(true, ordering: .relaxed) }
}
