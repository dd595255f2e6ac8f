import Foundation
import Processes
import Synchronization

/// Whether a process still writes where it is listened to: a test may leave its standard output redirected or
/// closed, or become another program, and then nothing more is told of any test, though all is well.
final class OutputWatch: Sendable {
  enum Loss: Equatable, Sendable {
    case none, redirected, closed
    /// By the program at this path.
    case replaced(by: String)
  }

  private let process: ProcessIdentity
  private let given: String?
  private let program: ProgramIdentity?
  private let seen = Mutex(Loss.none)
  private let isOver = Atomic(false)

  private static let secondsBetweenLooks = 0.0002

  /// `closely`: also of a test that ends at once.
  init(_ process: ProcessIdentity, closely: Bool) {
    (self.process, given, program) = (process, process.standardOutput, process.program)
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
  var loss: Loss { seen.withLock { $0 } }

  func look() {
    if let program, let now = process.program, now != program {
      return seen.withLock { $0 = .replaced(by: now.path) }
    }
    guard let given else { return }
    let now = process.standardOutput
    // A process that ends closes all that it had: only beside other files a closed one says something.
    if now == nil, !process.hasOpenFiles { return }
    let loss: Loss = now == nil ? .closed : now == given ? .none : .redirected
    seen.withLock { seen in
      if case .replaced = seen { return }
      seen = loss
    }
  }

  func end() { isOver.store(true, ordering: .relaxed) }
}
