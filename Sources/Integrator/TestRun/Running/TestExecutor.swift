import Dispatch
import Foundation
import Synchronization

/// Carries out a plan, several batches at once, and merges what they found in the order of the plan: whoever
/// ends first, the answer is the same.
struct TestExecutor: Sendable {
  /// How many batches may run at once.
  var width = 1
  let log: Log
  /// Whether those who watch are told of each test.
  var tellsOfTests = true
  /// What goes wrong is not told: it is looked at again.
  var isProvisional = false
  /// How many batches the run had before.
  var begun = 0
  let carryOut: @Sendable (Batch, BatchTurn) -> BatchOutcome

  /// What was found out, and why not all of the plan was carried out.
  func perform(_ plan: [Batch]) -> (ledger: TestLedger, stop: (any Error)?) {
    let work = Work(plan, for: self)
    // A process ends with the thread that started it, so that each thread stays until all have ended.
    let others = DispatchGroup()
    for _ in 1..<max(width, 1) {
      others.enter()
      Thread.detachNewThread {
        self.work(off: work)
        others.leave()
      }
    }
    self.work(off: work)
    others.wait()
    return work.result
  }

  private func work(off work: Work) {
    while let job = work.next() { work.end(job, carryOut(job.batch, job.turn)) }
  }
}

/// What one batch is given by whoever carries out the plan.
struct BatchTurn: Sendable {
  /// No other batch of the run has it.
  let number: Int
  let log: LogPart
  /// Another batch ended the whole run.
  let isStopped: @Sendable () -> Bool
}

private typealias Job = (place: PlanPlace, batch: Batch, turn: BatchTurn)

/// A batch's place in the plan: its number among those that follow up the same batch, below that one's place.
private struct PlanPlace: Comparable, Hashable {
  var path: [Int]

  static func < (one: Self, other: Self) -> Bool { one.path.lexicographicallyPrecedes(other.path) }
}

/// What is still to be done, and what was found.
private final class Work: Sendable {
  private struct State {
    var waiting: [PlanPlace: Batch]
    var running: Set<PlanPlace> = []
    var begun = 0
    /// Of the batches that have begun, until it is their turn.
    var parts: [PlanPlace: LogPart] = [:]
    var outcomes: [PlanPlace: BatchOutcome] = [:]

    var isOver: Bool { waiting.isEmpty && running.isEmpty }

    /// The log goes on with the first batch that has not ended.
    mutating func giveTurns() {
      let first = [waiting.keys.min(), running.min()].compactMap { $0 }.min()
      for (place, part) in parts.sorted(by: { $0.key < $1.key }) where first.map({ place <= $0 }) ?? true {
        part.takeTurn()
        parts[place] = nil
      }
    }
  }

  private let executor: TestExecutor
  private let state: Mutex<State>
  private let isStopped = Atomic<Bool>(false)
  /// Rung for each batch that is to be run, and when nothing is left to wait for.
  private let bell = DispatchSemaphore(value: 0)

  init(_ plan: [Batch], for executor: TestExecutor) {
    self.executor = executor
    let waiting = plan.enumerated().map { (PlanPlace(path: [$0.offset]), $0.element) }
    state = Mutex(State(waiting: Dictionary(uniqueKeysWithValues: waiting), begun: executor.begun))
    for _ in 0..<max(plan.count, 1) { bell.signal() }
  }

  /// The first batch that waits; nil when all have ended.
  func next() -> Job? {
    while true {
      bell.wait()
      let (job, isOver) = state.withLock { state in (begin(&state), state.isOver) }
      if let job { return job }
      guard !isOver else {
        // For the next thread that waits.
        bell.signal()
        return nil
      }
    }
  }

  private func begin(_ state: inout State) -> Job? {
    guard let place = state.waiting.keys.min(), let batch = state.waiting.removeValue(forKey: place) else {
      return nil
    }
    state.begun += 1
    let part = LogPart(
      executor.log, tellsOfTests: executor.tellsOfTests, isProvisional: executor.isProvisional)
    state.running.insert(place)
    state.parts[place] = part
    state.giveTurns()
    let turn = BatchTurn(number: state.begun, log: part) { [self] in isStopped.load(ordering: .relaxed) }
    return (place, batch, turn)
  }

  func end(_ job: Job, _ outcome: BatchOutcome) {
    let following = outcome.end.map(TestPlan.after) ?? []
    if !following.isEmpty, outcome.stop == nil {
      job.turn.log.write(line: "[Going on with the tests that have not run.]")
    }
    // Whoever cancels tells every process, and a limit is the same for all; other errors are one batch's own.
    if let stop = outcome.stop, !(stop is PhaseStop) { isStopped.store(true, ordering: .relaxed) }
    let rings = state.withLock { state in
      state.running.remove(job.place)
      state.outcomes[job.place] = outcome
      if state.outcomes.values.contains(where: { $0.stop != nil }) {
        state.waiting = [:]
      } else {
        for (index, batch) in following.enumerated() {
          state.waiting[PlanPlace(path: job.place.path + [index])] = batch
        }
      }
      state.giveTurns()
      return state.isOver ? 1 : following.count
    }
    for _ in 0..<rings { bell.signal() }
  }

  var result: (ledger: TestLedger, stop: (any Error)?) {
    let outcomes = state.withLock { $0.outcomes }.sorted { $0.key < $1.key }.map(\.value)
    var ledger = TestLedger()
    for outcome in outcomes { ledger.merge(outcome.ledger) }
    ledger.recallFailures()
    let stops = outcomes.compactMap(\.stop)
    guard let first = stops.first else {
      ledger.settle()
      return (ledger, nil)
    }
    let canceled = stops.first { if case PhaseStop.canceled = $0 { true } else { false } }
    return (ledger, canceled ?? first)
  }
}
