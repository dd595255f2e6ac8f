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
  /// What it began with: on a busy machine it may have closed that before it is looked at for the first time.
  private let given: String?
  private let program: Mutex<ProgramIdentity?>
  private let hasSpoken = Atomic(false)
  private let mayBeginAgain: Bool
  private let seen = Mutex(Loss.none)
  private let isOver = Atomic(false)

  private static let secondsBetweenLooks = 0.0002
  /// No program of tests begins and tells of any in less; each look costs a core some of its time.
  private static let secondsOfAProgram = 0.003

  /// - Parameters:
  ///   - closely: also of a test that ends at once.
  ///   - mayBeginAgain: the same program begins once more by itself, as what a sanitizer looks after does.
  init(_ process: ProcessIdentity, output: String?, closely: Bool, mayBeginAgain: Bool = false) {
    (self.process, given, self.mayBeginAgain) = (process, output ?? process.standardOutput, mayBeginAgain)
    program = Mutex(process.program)
    let pause = closely ? Self.secondsBetweenLooks : Self.secondsOfAProgram
    let thread = Thread { [self] in
      while !isOver.load(ordering: .relaxed), process.isAlive {
        look()
        Thread.sleep(forTimeInterval: pause)
      }
    }
    thread.start()
  }

  /// What it was last: a test may put it back.
  var loss: Loss { seen.withLock { $0 } }

  func look() {
    if let path = replacing { return seen.withLock { $0 = .replaced(by: path) } }
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

  private var replacing: String? {
    guard let now = process.program else { return nil }
    return program.withLock { first in
      guard let first, first != now else { return nil }
      // The kernel is not done with the start of a program when whoever started it goes on.
      let isFileAlone = mayBeginAgain || !hasSpoken.load(ordering: .relaxed)
      return isFileAlone && now.isSameFile(as: first) ? nil : now.path
    }
  }

  /// It printed something: from then on another start of its file is another program.
  func hear() {
    guard !hasSpoken.load(ordering: .relaxed) else { return }
    program.withLock { first in
      if let now = process.program, first.map(now.isSameFile) ?? false { first = now }
      hasSpoken.store(true, ordering: .relaxed)
    }
  }

  func end() { isOver.store(true, ordering: .relaxed) }
}
