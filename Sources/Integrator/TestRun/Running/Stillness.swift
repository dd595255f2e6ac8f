/// Whether tests that run side by side have come to a stop. Swift Testing lets all begin at once and tells of
/// no end while others wait for a thread: minutes without a word are no sign, as long as the process works.
struct Stillness {
  enum Stall: Equatable {
    /// Nothing was told, and the processor had nothing to do.
    case idle
    /// Nothing was told for long, and what the process works at cannot be seen.
    case busy
  }

  let timeoutSeconds: Double
  let cores: Int
  private var told = -1
  private var quietSince = 0.0
  private var busyAt = 0.0
  private var sample: (elapsed: Double, worked: Double)?
  private var wasOpen = false
  /// For how long at most nothing was told while any was open.
  private(set) var longestQuiet = 0.0

  /// With more tests than cores each may have to wait for others that take their time.
  private static let patience = 10.0
  /// What each of many has of a core before the first is told of: their bodies run before their ends are.
  private static let secondsOfEach = 0.2
  /// Of one core; less is what waiting itself takes.
  private static let idleShare = 0.1

  init(timeoutSeconds: Double, cores: Int) { (self.timeoutSeconds, self.cores) = (timeoutSeconds, cores) }

  /// `worked`: the processor time of the process until now, asked for only now and then.
  mutating func look(open: Int, told: Int, elapsed: Double, worked: () -> Double) -> Stall? {
    if wasOpen { longestQuiet = max(longestQuiet, elapsed - quietSince) }
    wasOpen = open > 0
    if told != self.told || open == 0 {
      (self.told, quietSince, busyAt, sample) = (told, elapsed, elapsed, nil)
      return nil
    }
    let quiet = elapsed - quietSince
    if open == 1, cores > 0 { return quiet > timeoutSeconds ? .busy : nil }
    watchWork(elapsed, worked)
    if elapsed - busyAt > timeoutSeconds { return .idle }
    // Each has a core of its own, and waits for nobody but another of these.
    if open <= cores { return quiet > timeoutSeconds && isAtWork(elapsed) ? .busy : nil }
    return quiet > Self.busySeconds(timeoutSeconds, open: open, cores: cores) ? .busy : nil
  }

  private func isAtWork(_ elapsed: Double) -> Bool { elapsed - busyAt <= sampleSeconds * 2 }

  private var sampleSeconds: Double { max(timeoutSeconds / 8, 0.25) }

  /// For how long nothing is told of so many that are at work until it is `busy`.
  static func busySeconds(_ timeoutSeconds: Double, open: Int, cores: Int) -> Double {
    guard open > cores else { return timeoutSeconds }
    return max(timeoutSeconds * patience, Double(open) * secondsOfEach / Double(max(cores, 1)))
  }

  private mutating func watchWork(_ elapsed: Double, _ worked: () -> Double) {
    guard let before = sample else {
      sample = (elapsed, worked())
      return
    }
    let span = elapsed - before.elapsed
    guard span >= sampleSeconds else { return }
    let now = worked()
    if now - before.worked > span * Self.idleShare { busyAt = elapsed }
    sample = (elapsed, now)
  }
}
