import Dispatch

/// Work that is done in its order, beside whoever hands it over; who hands over more than may wait has to.
public final class Lane: Sendable {
  private let queue = DispatchQueue(label: "bothy.lane")
  private let places: DispatchSemaphore

  /// `most`: so many may wait, or be worked at.
  public init(most: Int) {
    precondition(most > 0, "A lane without a place would never take anything.")
    // It has to end with at least as many as it began with.
    places = DispatchSemaphore(value: 0)
    for _ in 0..<most { places.signal() }
  }

  public func add(_ work: @escaping @Sendable () -> Void) {
    places.wait()
    queue.async { [places] in
      work()
      places.signal()
    }
  }

  /// Returns once all is done.
  public func finish() { queue.sync {} }
}
