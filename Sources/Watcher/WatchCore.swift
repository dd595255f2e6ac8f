/// The rounds on a thread of their own, with the store that they keep.
public actor WatchCore {
  private let thread: OwnThread
  private var rounds: Rounds?
  private let make: @Sendable () throws -> Rounds

  public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// `make` is called on that thread, with the first act.
  public init(_ make: @escaping @Sendable () throws -> Rounds) {
    thread = OwnThread(name: "bothy-watcher")
    self.make = make
  }

  public func act<T: Sendable>(_ body: @Sendable (Rounds) throws -> T) throws -> T {
    if let rounds { return try body(rounds) }
    let made = try make()
    rounds = made
    return try body(made)
  }
}
