import Synchronization

public enum Turn {
  private static let present = Atomic<Int>(0)

  /// Asks again and again, for some time at least, until nobody else is there.
  public static func takes() -> Bool {
    present.add(1, ordering: .relaxed)
    let soon = ContinuousClock.now + .seconds(1.2)
    while ContinuousClock.now < soon || present.load(ordering: .relaxed) > 1 {}
    present.subtract(1, ordering: .relaxed)
    return true
  }
}
