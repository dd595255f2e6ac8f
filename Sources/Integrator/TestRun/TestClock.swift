import Glibc
import Model
import Processes

/// When each running test began, to see which one is over its time, and to end it with a trace of where
/// it was.
struct TestClock {
  let timeoutSeconds: Double
  private var began: [TestID: Double] = [:]
  private var process: ProcessIdentity?
  private var askedAt: Double?
  private var hasTrace = false
  private var dyingSince: Double?
  /// The signal that the process is dying of, as its own runtime told.
  private(set) var dyingSignal: Int32?
  /// Those that were running longer than they may when the process was asked to end.
  private(set) var overdue: [TestID] = []
  private var toldSlow: Set<TestID> = []

  /// From then on people want to know what it is that they wait for.
  private static let slowSeconds = 2.0
  /// How long the runtime may take to write down where the test was.
  private static let traceSeconds = 4.0
  /// How long it may take after a crash, when it is the only thing that the process still does.
  private static let backtraceSeconds = 20.0

  init(timeoutSeconds: Double) { self.timeoutSeconds = timeoutSeconds }

  var hasAsked: Bool { askedAt != nil }

  /// The runtime says when it begins and when it has written where the process was. A process that was asked
  /// to quit lives on after that; one that crashed may wait for its own backtrace for ever.
  mutating func listen(_ bytes: [UInt8]) {
    // Whoever goes on talking is not stuck.
    dyingSince = nil
    guard bytes.contains(UInt8(ascii: "*")) else { return }
    let text = String(decoding: bytes.suffix(8192), as: UTF8.self)
    if hasAsked, text.contains("done ***") { hasTrace = true }
    if !hasAsked, dyingSignal == nil, let match = text.firstMatch(of: /\*\*\* Signal (\d+): Backtracing from/)
    {
      dyingSignal = Int32(match.1)
    }
  }

  mutating func start(_ process: ProcessIdentity) { self.process = process }

  /// An answer ends the process at once. Before that it is asked to quit, which leaves a backtrace.
  mutating func check(_ running: some Sequence<TestID>, elapsed: Double) -> String? {
    if dyingSignal != nil {
      let since = dyingSince ?? elapsed
      dyingSince = since
      return elapsed - since > Self.backtraceSeconds ? "its backtrace did not end" : nil
    }
    if let askedAt {
      if hasTrace { return "its trace is written" }
      return elapsed - askedAt > Self.traceSeconds ? "it did not end when it was asked to" : nil
    }
    var now: [TestID: Double] = [:]
    for test in running { now[test] = began[test] ?? elapsed }
    began = now
    overdue = began.filter { elapsed - $0.value > timeoutSeconds }.map(\.key).sorted()
    if !overdue.isEmpty {
      askedAt = elapsed
      process?.send(SIGQUIT)
    }
    return nil
  }

  /// The tests that have been running for a while, each told once.
  mutating func takeSlow(elapsed: Double) -> [TestID] {
    let slow = began.filter { elapsed - $0.value >= Self.slowSeconds && !toldSlow.contains($0.key) }
    toldSlow.formUnion(slow.keys)
    return slow.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
  }
}
