import Formats
import Foundation
import Glibc
import Model
import Processes

/// How long the tests of a process have been running, to see which one is over its time, and to end it with a
/// trace of where it was.
struct TestClock {
  let timeoutSeconds: Double
  private var stillness: Stillness
  private var began: [TestID: Double] = [:]
  private(set) var process: ProcessIdentity?
  private var askedAt: Double?
  private var hasTrace = false
  private var tracedAt: Double?
  private var dyingSince: Double?
  /// The signal that the process is dying of, as its own runtime told.
  private(set) var dyingSignal: Int32?
  /// When that was heard, in seconds since 1970.
  private(set) var dyingAt: Double?
  /// Where it was is written down, and since when that is known.
  private var hasOwnTrace = false
  private var ownTraceAt: Double?
  /// Those that were seen to run longer than they may, and nothing beside them, when the process was asked to
  /// end.
  private(set) var overdue: [TestID] = []
  /// The class whose set-up or tear-down took longer than a test may.
  private(set) var overdueClass: ClassMoment?
  private var between: (moment: ClassMoment, since: Double)?
  /// Why it was asked to end while tests ran side by side, none of which can be blamed.
  private(set) var stall: Stillness.Stall?
  /// A suite stood still before its tests or after them, and nothing ran beside it.
  private(set) var isStuckInSuite = false
  private var suites: Stillness
  private var printed = 0
  private var toldSlow: Set<TestID> = []
  /// Whether a process in good health would still catch a crash of its own.
  var catchesCrashes: (ProcessIdentity) -> Bool? = { $0.catchesCrashes }
  var isAlive: (ProcessIdentity) -> Bool = { $0.isAlive }
  /// For how long each of its threads has waited for a processor.
  var waited: (ProcessIdentity) -> [Int32: Double] = { $0.waited }
  /// The one that has used half of its time, when it had, and what its process had waited then.
  private var halfway: (test: TestID, at: Double, waited: [Int32: Double])?

  /// From then on people want to know what it is that they wait for.
  private static let slowSeconds = 2.0
  /// How long the runtime may take to write down where the test was.
  private static let traceSeconds = 4.0
  /// It says that it is done before its file is closed.
  private static let closingSeconds = 0.5
  /// For how long the kernel may write down the memory of one that died.
  private static let lingeringSeconds = 5.0
  /// How long it may take after a crash, when it is the only thing that the process still does.
  private static let backtraceSeconds = 20.0
  /// What sets a suite up has no limit of its own, and may take longer than a test.
  private static let suitePatience = 3.0
  /// A busy machine makes nothing last for ever.
  private static let mostPatience = 10.0

  /// `cores`: as many tests can work at once.
  init(timeoutSeconds: Double, cores: Int = 1) {
    self.timeoutSeconds = timeoutSeconds
    stillness = Stillness(timeoutSeconds: timeoutSeconds, cores: cores)
    suites = Stillness(timeoutSeconds: timeoutSeconds * Self.suitePatience, cores: 0)
  }

  /// For how long a suite may do nothing while none of its tests runs.
  var suiteSeconds: Double { timeoutSeconds * Self.suitePatience }

  var hasAsked: Bool { askedAt != nil }

  /// How long it has worked when that much time has gone by; 0 where it was not seen to.
  func seconds(of test: TestID, at elapsed: Double) -> Double { began[test].map { elapsed - $0 } ?? 0 }

  /// For how long at most nothing was told of those that were open.
  var longestQuiet: Double { stillness.longestQuiet }

  /// Of what was asked to end.
  var whatHung: String {
    if let test = overdue.first { return test.rawValue }
    guard let overdueClass else { return isStuckInSuite ? "a suite" : "one of several tests" }
    return "the \(overdueClass.hasBegun ? "tear-down" : "set-up") of \(overdueClass.name)"
  }

  /// The runtime says when it begins and when it has written where the process was. A process that was asked
  /// to quit lives on after that; one that crashed may wait for its own backtrace for ever.
  mutating func listen(_ bytes: [UInt8]) {
    // Whoever goes on talking is not stuck.
    dyingSince = nil
    printed += 1
    if hasAsked {
      if !hasTrace, RuntimeWords.isDone(in: bytes), isDying { hasTrace = true }
    } else if dyingSignal == nil, let signal = RuntimeWords.signal(in: bytes), isDying {
      (dyingSignal, dyingAt) = (signal, Date().timeIntervalSince1970)
      hasOwnTrace = RuntimeWords.isDone(in: bytes)
    } else if dyingSignal != nil, RuntimeWords.isDone(in: bytes) {
      hasOwnTrace = true
    }
  }

  /// A child may have printed the same: only a process that dies itself has given back its handlers.
  private var isDying: Bool { process.flatMap(catchesCrashes) != true }

  mutating func start(_ process: ProcessIdentity) { self.process = process }

  /// What is going on in a process that runs tests.
  struct Sight {
    /// The one that runs and nothing beside it.
    var alone: TestID?
    /// None runs, and a class is being set up or torn down.
    var between: ClassMoment?
    /// How many have begun side by side and not ended; most may still wait for a thread.
    var open = 0
    /// Which they are, when they are so few that each has a core of its own.
    var working: [TestID] = []
    /// How many beginnings and ends were told.
    var told = 0
    /// None runs, and a suite of Swift Testing has begun and not ended.
    var isInSuite = false
    /// The same count with those of suites.
    var toldOfAll = 0
  }

  /// What a fault ends is gone as soon as it is written down where that was.
  private mutating func hasLivedOn(until elapsed: Double) -> Bool {
    let since = ownTraceAt ?? elapsed
    ownTraceAt = since
    return elapsed - since > Self.lingeringSeconds
  }

  /// An answer ends the process at once. Before that it is asked to quit, which leaves a backtrace.
  mutating func check(_ sight: Sight, elapsed: Double) -> String? {
    if dyingSignal != nil, hasOwnTrace, hasLivedOn(until: elapsed) {
      // It had raised that itself.
      (dyingSignal, dyingAt, dyingSince, hasOwnTrace, ownTraceAt) = (nil, nil, nil, false, nil)
    }
    if dyingSignal != nil {
      let since = dyingSince ?? elapsed
      dyingSince = since
      return elapsed - since > Self.backtraceSeconds ? "its backtrace did not end" : nil
    }
    if let askedAt {
      if hasTrace {
        let since = tracedAt ?? elapsed
        tracedAt = since
        return elapsed - since > Self.closingSeconds ? "its trace is written" : nil
      }
      return elapsed - askedAt > Self.traceSeconds ? "it did not end when it was asked to" : nil
    }
    var now: [TestID: Double] = [:]
    for test in sight.working + (sight.alone.map { [$0] } ?? []) { now[test] = began[test] ?? elapsed }
    began = now
    let process = process
    stall = stillness.look(
      open: sight.open, told: sight.told, elapsed: elapsed, worked: { process?.worked ?? elapsed })
    let lone = sight.alone ?? (sight.open == 1 ? sight.working.first : nil)
    let isLoneOver = lone.flatMap { test in began[test].map { isOver(test, since: $0, elapsed) } } ?? false
    if let test = sight.alone, isLoneOver { overdue = [test] }
    if stall != nil, sight.open == 1 {
      if isLoneOver || lone == nil { overdue += sight.working }
      stall = nil
    }
    if between?.moment != sight.between { between = sight.between.map { ($0, elapsed) } }
    if let between, elapsed - between.since > timeoutSeconds { overdueClass = between.moment }
    let inSuite = suites.look(
      open: sight.isInSuite ? 1 : 0, told: sight.toldOfAll + printed, elapsed: elapsed,
      worked: { process?.worked ?? elapsed })
    isStuckInSuite = inSuite == .idle
    guard !overdue.isEmpty || stall != nil || overdueClass != nil || isStuckInSuite else { return nil }
    if let process, !isAlive(process) {
      // It ended before this was looked at: what it left tells how.
      (overdue, stall, overdueClass, isStuckInSuite) = ([], nil, nil, false)
    } else {
      askedAt = elapsed
      process?.send(SIGQUIT)
    }
    return nil
  }

  /// Where others keep the processors busy, its time is what it had one for, as far as its second half tells:
  /// whoever waits for something else waits in vain.
  private mutating func isOver(_ test: TestID, since: Double, _ elapsed: Double) -> Bool {
    let ran = elapsed - since
    guard ran > timeoutSeconds / 2 else { return false }
    guard let half = halfway, half.test == test, half.at > since else {
      halfway = (test, elapsed, process.map(waited) ?? [:])
      return ran > timeoutSeconds
    }
    guard ran > timeoutSeconds, elapsed > half.at else { return false }
    let now = process.map(waited) ?? [:]
    let longest = now.map { $0.value - (half.waited[$0.key] ?? 0) }.max() ?? 0
    let share = min(max(longest / (elapsed - half.at), 0), 1)
    return ran > timeoutSeconds / max(1 - share, 1 / Self.mostPatience)
  }

  /// The tests that have been running for a while, each told once.
  mutating func takeSlow(elapsed: Double) -> [TestID] {
    let slow = began.filter { elapsed - $0.value >= Self.slowSeconds && !toldSlow.contains($0.key) }
    toldSlow.formUnion(slow.keys)
    return slow.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
  }
}
