import Coverage
import Formats
import Foundation
import Model
import Profiles
import Synchronization
import Threads

/// Reads what a test executed while the next one runs, and keeps it at once.
final class MapReading: Sendable {
  fileprivate struct State {
    var making: TestMapMaking
    let journal: KeptTestMap.Journal
    let builtBeside: [String]
    /// Once somebody has to know.
    lazy var ids = RawProfiles.ids(of: builtBeside)
    var done = 0
    var unread: [TestID] = []
  }

  private let index: CodeIndex
  private let state: Mutex<State>
  // Apart from the rest, which is held while a test is read.
  private let failure = Mutex<(any Error)?>(nil)
  // Profiles wait on disk: a test that ends in no time does not leave them behind by the hundred.
  private let lane = Lane(most: 4)

  init(_ making: TestMapMaking, of index: CodeIndex, beside program: TestProgram, _ kept: KeptTestMap) throws
  {
    self.index = index
    state = Mutex(
      State(making: making, journal: try kept.begin(making.made), builtBeside: program.builtBeside))
  }

  /// Throws what went wrong with those before it.
  func add(_ ran: MapRun.Ran, of row: TestCase, failsAlone: String?) throws {
    try throwFailure()
    lane.add { [self] in
      defer { ran.profiles.remove() }
      guard failure.withLock({ $0 == nil }) else { return }
      do {
        try state.withLock { try $0.read(ran, of: row, failsAlone: failsAlone, index) }
      } catch {
        failure.withLock { $0 = error }
      }
    }
  }

  /// Nobody knows how it ended.
  func lose(_ test: TestID) {
    lane.add { [self] in state.withLock { $0.unread.append(test) } }
  }

  /// Waits for the last; what was read is kept, however it ends.
  func finish() throws -> (making: TestMapMaking, done: Int, unread: [TestID]) {
    lane.finish()
    try throwFailure()
    return state.withLock { ($0.making, $0.done, $0.unread) }
  }

  /// Waits for the last, and asks no more.
  func settle() { lane.finish() }

  private func throwFailure() throws {
    if let failure = failure.withLock({ $0 }) { throw failure }
  }
}

extension MapReading.State {
  fileprivate mutating func read(
    _ ran: MapRun.Ran, of row: TestCase, failsAlone: String?, _ index: CodeIndex
  ) throws {
    guard let counts = try ran.profiles.counts(of: { ids }) else { return unread.append(ran.test) }
    var executed = index.executed(counts)
    // Lines behind the place where it ended would count as well.
    if ran.outcome == .crashed || ran.outcome == .timedOut {
      for number in executed.indices { executed[number].lines = [] }
    }
    let measured = making.measured(
      row, outcome: ran.outcome, executed, failsAlone: failsAlone, read: ran.read)
    making.add(measured)
    try journal.add(measured)
    done += 1
  }
}
