import Foundation

/// What this thread did, which a busy machine does not change as it does the time that passes.
public struct Work: Sendable {
  /// Time on a core.
  public var cpuSeconds: Double
  /// Through read calls, whether or not a disk was needed.
  public var bytesRead: Int
  public var readCalls: Int

  public static func of(_ body: () throws -> Void) rethrows -> Work {
    let before = now()
    try body()
    let after = now()
    return Work(
      cpuSeconds: after.cpuSeconds - before.cpuSeconds, bytesRead: after.bytesRead - before.bytesRead,
      readCalls: after.readCalls - before.readCalls)
  }

  /// How many times as much time on a core the second takes as the first: the best of each in three rounds,
  /// and in up to twelve as long as that is not below the limit, because a busy core can only slow them down.
  public static func growth(
    below limit: Double, from small: () throws -> Void, to large: () throws -> Void
  ) rethrows -> Double {
    var best = (small: Double.infinity, large: Double.infinity)
    for round in 1...12 {
      best.small = min(best.small, try of(small).cpuSeconds)
      best.large = min(best.large, try of(large).cpuSeconds)
      if round >= 3 && best.large / best.small < limit { break }
    }
    return best.large / best.small
  }

  private static func now() -> Work {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    let counts = (try? String(contentsOfFile: "/proc/thread-self/io", encoding: .utf8)) ?? ""
    func count(_ name: String) -> Int {
      counts.split(separator: "\n").first { $0.hasPrefix(name + ": ") }
        .flatMap { Int($0.dropFirst(name.count + 2)) } ?? 0
    }
    return Work(
      cpuSeconds: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9, bytesRead: count("rchar"),
      readCalls: count("syscr"))
  }
}
