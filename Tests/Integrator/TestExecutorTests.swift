import Explaining
import Files
import Foundation
import Kit
import Model
import State
import Synchronization
import Testing

@testable import Integrator

/// The executor alone: batches are carried out by a world that answers at once, late, or badly.
@Suite struct TestExecutorTests {
  private func log(_ scratch: ScratchFolder) throws -> Log {
    try Log(folder: IntegrationFolder(scratch.path), limitMegabytes: 1)
  }

  private func logText(_ scratch: ScratchFolder) -> String {
    String(decoding: contents(of: IntegrationFolder(scratch.path).log) ?? [], as: UTF8.self)
  }

  /// What a batch of the deadly world finds out, said as real batches say it.
  private static func outcome(of batch: Batch, in world: DeadlyWorld, _ log: LogPart) -> BatchOutcome {
    let end = world.run(batch)
    var ledger = TestLedger()
    ledger.announce(batch.tests.map(\.row))
    for var row in batch.tests.map(\.row) {
      if end.decided.contains(row.id) { row.outcome = .passed }
      if end.culprits.contains(row.id) { row.outcome = .crashed }
      log.write(Array("\(row.name) \(row.outcome.rawValue);".utf8))
      if row.outcome != .notRun { ledger.record(row) }
    }
    if end.culprits.isEmpty, !end.suspects.isEmpty {
      ledger.suspect(end.suspects, because: "died in \(batch.tests.count)")
      log.write(line: "[\(end.suspects.count) suspects]")
    }
    ledger.explain(end.culprits)
    ledger.note("\(batch.tests.count) were asked for")
    return BatchOutcome(ledger: ledger, end: end)
  }

  @Test("one process or four, early or late: the ledger and the log are the same", .slow, arguments: 0..<5)
  func sameForAnyTiming(part: Int) throws {
    let scratch = try ScratchFolder("executor")
    defer { scratch.remove() }
    for seed in (100 * part)..<(100 * part + 100) {
      let world = DeadlyWorld(seed: seed)
      // Several first batches, as a plan for several processes has them.
      let plan = world.tests.chunked(into: 1 + seed % 5).flatMap { TestPlan.named($0, of: world.plan[0]) }
      var told: [(ledger: TestLedger, log: String)] = []
      for width in [1, 2, 4] {
        let executor = TestExecutor(width: width, log: try log(scratch)) { batch, turn in
          var delays = SeededRandom(seed: UInt64(seed * 31 + turn.number * 7 + width))
          let outcome = Self.outcome(of: batch, in: world, turn.log)
          for _ in 0..<Int.random(in: 0..<400, using: &delays) { _ = delays.next() }
          if Int.random(in: 0..<40, using: &delays) == 0 { usleep(50) }
          return outcome
        }
        let (ledger, stop) = executor.perform(plan)
        #expect(stop == nil)
        #expect(ledger.cases.allSatisfy { $0.outcome != .notRun }, "every test has its outcome")
        told.append((ledger, logText(scratch)))
      }
      #expect(told[1].ledger == told[0].ledger && told[2].ledger == told[0].ledger, "seed \(seed)")
      #expect(told[1].log == told[0].log && told[2].log == told[0].log, "seed \(seed)")
    }
  }

  @Test("as many batches as wanted run at once, and no more", arguments: [1, 2, 4])
  func width(width: Int) throws {
    let scratch = try ScratchFolder("executor")
    defer { scratch.remove() }
    let world = Mutex((running: 0, most: 0))
    let everyone = DispatchSemaphore(value: 0)
    let plan = (0..<8).map { _ in Batch(library: .xctest, selection: .all) }
    let executor = TestExecutor(width: width, log: try log(scratch)) { _, turn in
      let running = world.withLock { world in
        world.running += 1
        world.most = max(world.most, world.running)
        return world.running
      }
      // The first ones wait until all places are taken.
      if running == width { for _ in 0..<width { everyone.signal() } }
      if turn.number <= width { everyone.wait() }
      world.withLock { $0.running -= 1 }
      return BatchOutcome()
    }
    #expect(executor.perform(plan).stop == nil)
    #expect(world.withLock { $0.most } == width)
  }

  @Test("it ends whatever the batches answer", arguments: 0..<200)
  func ends(seed: Int) throws {
    let scratch = try ScratchFolder("executor")
    defer { scratch.remove() }
    let world = DeadlyWorld(seed: seed)
    let strangers = (0..<3).map { TestID("X.X/x\($0)") }
    let count = Atomic<Int>(0)
    let executor = TestExecutor(width: 1 + seed % 3, log: try log(scratch)) { batch, turn in
      var random = SeededRandom(seed: UInt64(seed * 1000 + turn.number))
      count.add(1, ordering: .relaxed)
      var some: [TestID] {
        (batch.tests.map(\.id) + strangers).filter { _ in Int.random(in: 0..<9, using: &random) == 0 }
      }
      let end = BatchEnd(
        batch: batch, asked: batch.tests, decided: Set(some), suspects: some, culprits: Set(some))
      return BatchOutcome(end: Int.random(in: 0..<50, using: &random) == 0 ? nil : end)
    }
    _ = executor.perform(world.plan)
    // Each test at most alone, alone and not parallel, and in as many halves as there are tests.
    #expect(count.load(ordering: .relaxed) <= 8 * world.tests.count + 8)
  }

  @Test(
    "nothing is begun after a limit, a cancellation or an error; what is known is kept", arguments: [1, 3])
  func stops(width: Int) throws {
    let stops: [any Error] = [
      PhaseStop.limit("the limit"), PhaseStop.canceled,
      Explanation(doing: "making a folder", wrong: "no space", advice: "make room"),
    ]
    for stop in stops {
      let scratch = try ScratchFolder("executor")
      defer { scratch.remove() }
      let plan = (0..<9).map { Batch(library: .xctest, selection: .all, environment: ["N": "\($0)"]) }
      let begun = Atomic<Int>(0)
      let executor = TestExecutor(width: width, log: try log(scratch)) { batch, turn in
        begun.add(1, ordering: .relaxed)
        var outcome = BatchOutcome()
        outcome.ledger.note(batch.environment["N"] ?? "")
        if turn.number == 2 {
          outcome.stop = stop
          return outcome
        }
        // The others go on until they hear of it, or end by themselves.
        if turn.number > 2 { while !(stop is PhaseStop), !turn.isStopped() { sched_yield() } }
        return outcome
      }
      let (ledger, found) = executor.perform(plan)
      #expect(found.map { "\($0)" } == "\(stop)")
      #expect(ledger.notes.starts(with: ["0", "1"]))
      #expect(begun.load(ordering: .relaxed) <= 9 && (width > 1 || ledger.notes.count == 2))
    }
  }

  @Test("who is canceled was canceled, whatever limit the others reached")
  func canceledFirst() throws {
    let scratch = try ScratchFolder("executor")
    defer { scratch.remove() }
    let both = DispatchSemaphore(value: 0)
    let executor = TestExecutor(width: 2, log: try log(scratch)) { _, turn in
      if turn.number == 1 { both.wait() } else { both.signal() }
      return BatchOutcome(stop: turn.number == 1 ? PhaseStop.limit("the limit") : PhaseStop.canceled)
    }
    let plan = [Batch(library: .xctest, selection: .all), Batch(library: .swiftTesting, selection: .all)]
    let stop = executor.perform(plan).stop
    guard case PhaseStop.canceled? = stop else {
      Issue.record("\(String(describing: stop))")
      return
    }
  }

  @Test("a plan of nothing ends at once")
  func nothing() throws {
    let scratch = try ScratchFolder("executor")
    defer { scratch.remove() }
    let executor = TestExecutor(width: 3, log: try log(scratch)) { _, _ in BatchOutcome() }
    #expect(executor.perform([]).ledger == TestLedger())
  }
}

extension Array {
  fileprivate func chunked(into count: Int) -> [[Element]] {
    let size = Swift.max(1, (self.count + count - 1) / count)
    return stride(from: 0, to: self.count, by: size).map {
      Array(self[$0..<Swift.min($0 + size, self.count)])
    }
  }
}
