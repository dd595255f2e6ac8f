import Synchronization

/// Who guesses passwords waits longer after each wrong one: by the name that is tried, and by the address.
/// What programs send says no name.
package final class SlowingDown: Sendable {
  private struct Wrong {
    var count = 0
    var until = 0.0
    var last = 0.0
  }

  private let wrongs = Mutex<[String: Wrong]>([:])
  private let most: Int

  /// So many may be mistyped before anybody waits.
  private static let free = 3
  private static let mostSeconds = 900.0
  /// Without a wrong one all is forgotten.
  private static let secondsOfMemory = 3600.0

  package init(most: Int = 10_000) { self.most = most }

  /// How long it is to be waited before another try is looked at; nil: not at all.
  /// - Parameter address: nil: many come from it, who cannot be told apart.
  package func seconds(name: String?, address: String?, now: Double) -> Double? {
    wrongs.withLock { wrongs in
      let until = Self.keys(name, address).compactMap { wrongs[$0]?.until }.max() ?? 0
      return until > now ? until - now : nil
    }
  }

  package func wasWrong(name: String?, address: String?, now: Double) {
    wrongs.withLock { wrongs in
      for key in Self.keys(name, address) {
        let known = wrongs[key].flatMap { now - $0.last < Self.secondsOfMemory ? $0 : nil }
        var wrong = known ?? Wrong()
        wrong.count += 1
        wrong.last = now
        let over = wrong.count - Self.free
        if over >= 0 { wrong.until = now + min(Self.mostSeconds, Double(1 << min(over, 12))) }
        wrongs[key] = wrong
      }
      guard wrongs.count > most else { return }
      wrongs = wrongs.filter { now - $0.value.last < Self.secondsOfMemory }
      // Those of whom nothing was heard for the longest go first.
      guard wrongs.count > most else { return }
      for old in wrongs.sorted(by: { $0.value.last < $1.value.last }).prefix(wrongs.count - most / 2) {
        wrongs[old.key] = nil
      }
    }
  }

  package func wasRight(name: String) { wrongs.withLock { _ = $0.removeValue(forKey: "n" + name) } }

  package var count: Int { wrongs.withLock { $0.count } }

  private static func keys(_ name: String?, _ address: String?) -> [String] {
    [name.map { "n" + $0 }, address.map { "a" + $0 }].compactMap(\.self)
  }
}
